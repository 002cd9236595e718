export const notFoundContent = {
  meta: { title: 'Page not found' },
  overline: '404',
  title: 'Oops! Page not found',
  lead: 'It may have moved, or the link is incomplete.',
  action: 'Return to Home',
  back: 'Continue where you were',
  projects: 'Projects',
  contact: 'Contact',
} as const;
