export const notFoundContent = {
  meta: { title: 'Page not found' },
  overline: '404',
  title: 'Oops! Page not found',
  lead: 'There is no page at this address. It may have moved, or the link is incomplete.',
  action: 'Return to Home',
  back: 'Continue where you were',
} as const;
