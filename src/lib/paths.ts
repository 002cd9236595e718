/**
 * Pages for signing in and for staff. Hosts send them with an opener policy of their own, which a browser applies
 * when it loads a document: links from public pages to here therefore load one (`reloadDocument`).
 */
export const isStaffArea = (pathname: string) => /^\/(?:admin|auth)(?=\/|$)/.test(pathname);

/**
 * The one list of addresses: `pattern` for the router, `to` for links. None ends in a slash; hosts lead an address with
 * one to the address without it (scripts/lib/build/hosting-table.ts).
 */
export const paths = {
  home: '/',
  about: '/about',
  services: {
    pattern: '/services',
    to: (id?: string) => (id === undefined ? '/services' : `/services#${encodeURIComponent(id)}`),
  },
  projects: '/projects',
  /** The studies with a service tag of this slug. */
  projectsOfService: {
    pattern: '/projects/services/:service',
    to: (service: string) => `/projects/services/${encodeURIComponent(service)}`,
  },
  /** By slug; the page of an id leads there. */
  project: {
    pattern: '/projects/:id',
    to: (slug: string) => `/projects/${encodeURIComponent(slug)}`,
  },
  blog: '/blog',
  post: { pattern: '/blog/:id', to: (id: string) => `/blog/${encodeURIComponent(id)}` },
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  cookie: '/cookie',
  admin: '/admin',
  auth: '/auth',
  adminToday: '/admin/today',
  adminImages: '/admin/images',
  adminCaseStudies: '/admin/case-studies',
  adminCaseStudyNew: '/admin/case-studies/new',
  adminCaseStudiesArrange: '/admin/case-studies/arrange',
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
  adminCaseStudyVersion: {
    pattern: '/admin/case-studies/edit/:id/history/:version',
    to: (id: string, version: number) =>
      `/admin/case-studies/edit/${encodeURIComponent(id)}/history/${version}`,
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
  adminPostVersion: {
    pattern: '/admin/blog/edit/:id/history/:version',
    to: (id: string, version: number) =>
      `/admin/blog/edit/${encodeURIComponent(id)}/history/${version}`,
  },
  adminSite: '/admin/site',
  adminSiteEdit: {
    pattern: '/admin/site/edit/:id',
    to: (id: string) => `/admin/site/edit/${encodeURIComponent(id)}`,
  },
  adminSiteHistory: {
    pattern: '/admin/site/edit/:id/history',
    to: (id: string) => `/admin/site/edit/${encodeURIComponent(id)}/history`,
  },
  /** The editor of the public page with this address. */
  adminSitePage: {
    pattern: '/admin/site/page/*',
    to: (path: string) => `/admin/site/page${path.replace(/\/$/, '')}`,
  },
  adminEnquiries: '/admin/enquiries',
  adminNewsletter: '/admin/newsletter',
  adminSecurity: '/admin/security',
  adminRedirects: '/admin/redirects',
  adminHealth: '/admin/health',
  adminPeople: '/admin/people',
  adminAccount: '/admin/account',
  /** Target of the mailed links for a password reset and for a first confirmation. */
  newPassword: '/auth/new-password',
  /** Target of a mailed link that this browser did not request. */
  continueAs: '/auth/continue',
  newsletterConfirm: '/newsletter/confirm',
  newsletterUnsubscribe: '/newsletter/unsubscribe',
  /** With the token of the link after `#`. */
  signOff: '/sign-off',
} as const;

/** As the database names the kinds of documents (private.document_kinds). */
export const EDITED_KINDS = ['case-study', 'post', 'page-texts'] as const;
export type EditedKind = (typeof EDITED_KINDS)[number];

export function editPath(kind: EditedKind, id: string): string {
  if (kind === 'page-texts') return paths.adminSiteEdit.to(id);
  return kind === 'post' ? paths.adminPostEdit.to(id) : paths.adminCaseStudyEdit.to(id);
}

/** The id of the section of an editor in which clients are asked for their approval. */
export const APPROVAL_SECTION = 'approval';

/** What a client has commented or approved, in the editor of the document. */
export function approvalPath(kind: EditedKind, id: string): string {
  return `${editPath(kind, id)}#${APPROVAL_SECTION}`;
}
