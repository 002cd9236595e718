/**
 * Pages where somebody signs in or has done so. Hosts keep them apart from whoever opened them, which is settled
 * when a document is loaded: links from public pages to here load one (`reloadDocument`).
 */
export const isStaffArea = (pathname: string) => /^\/(?:admin|auth)(?=\/|$)/.test(pathname);

/** The one list of addresses: `pattern` for the router, `to` for links. */
export const paths = {
  home: '/',
  about: '/about',
  services: {
    pattern: '/services',
    to: (id?: string) => (id === undefined ? '/services' : `/services#${encodeURIComponent(id)}`),
  },
  projects: '/projects',
  project: {
    pattern: '/projects/:id',
    to: (id: string) => `/projects/${encodeURIComponent(id)}`,
  },
  blog: '/blog',
  post: { pattern: '/blog/:id', to: (id: string) => `/blog/${encodeURIComponent(id)}` },
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  cookie: '/cookie',
  admin: '/admin',
  auth: '/auth',
  adminImages: '/admin/images',
  adminCaseStudies: '/admin/case-studies',
  adminCaseStudyNew: '/admin/case-studies/new',
  adminCaseStudyEdit: {
    pattern: '/admin/case-studies/edit/:id',
    to: (id: string) => `/admin/case-studies/edit/${encodeURIComponent(id)}`,
  },
  adminCaseStudyPreview: {
    pattern: '/admin/projects/preview/:id',
    to: (id: string) => `/admin/projects/preview/${encodeURIComponent(id)}`,
  },
  adminCaseStudyHistory: {
    pattern: '/admin/case-studies/edit/:id/history',
    to: (id: string) => `/admin/case-studies/edit/${encodeURIComponent(id)}/history`,
  },
  adminPosts: '/admin/blog',
  adminPostNew: '/admin/blog/new',
  adminPostEdit: {
    pattern: '/admin/blog/edit/:id',
    to: (id: string) => `/admin/blog/edit/${encodeURIComponent(id)}`,
  },
  adminPostHistory: {
    pattern: '/admin/blog/edit/:id/history',
    to: (id: string) => `/admin/blog/edit/${encodeURIComponent(id)}/history`,
  },
  adminEnquiries: '/admin/enquiries',
  adminNewsletter: '/admin/newsletter',
  adminSecurity: '/admin/security',
  adminRedirects: '/admin/redirects',
  adminHealth: '/admin/health',
  adminPeople: '/admin/people',
  adminAccount: '/admin/account',
  /** Where the mailed link of a password reset, or of a first confirmation, leads. */
  newPassword: '/auth/new-password',
  /** Where a mailed link leads that this browser did not ask for. */
  continueAs: '/auth/continue',
  newsletterConfirm: '/newsletter/confirm',
  newsletterUnsubscribe: '/newsletter/unsubscribe',
} as const;
