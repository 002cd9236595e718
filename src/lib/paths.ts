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
} as const;
