/**
 * What each folder of supabase/functions does for the site. `read`: what is asked of those that other programs read
 * (docs/api.md); of the others a preflight, which starts the function without doing anything.
 */
export const FUNCTIONS: Record<string, { does: string; read?: string }> = {
  blog: { does: 'REST interface of posts', read: '/posts?limit=1' },
  projects: { does: 'REST interface of studies', read: '?limit=1' },
  'send-contact-email': { does: 'Contact form' },
  'enquiry-replies': { does: 'Answers to enquiries' },
  newsletter: { does: 'Newsletter subscriptions' },
  'secure-file-upload': { does: 'Uploads' },
  'deploy-hook': { does: 'Requests for a build' },
  'link-check': { does: 'Check of links' },
  'csp-reports': { does: 'Reports from browsers' },
};
