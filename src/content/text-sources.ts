export type TextSource = {
  /** From the project's root, without the ending. */
  file: string;
  /** An export of it that holds texts. */
  name: string;
  /** The export is itself a list, and this its name among the texts. */
  list?: string;
  /** Before the names of its texts. */
  prefix?: string;
};

/** Where the built-in texts of each page of the table `page_texts` stand. */
export const textSources = {
  site: [
    { file: 'brand/agency', name: 'agency' },
    { file: 'src/content/site', name: 'site' },
  ],
  home: [{ file: 'brand/texts/home', name: 'homeContent' }],
  about: [{ file: 'brand/texts/about', name: 'aboutContent' }],
  services: [
    { file: 'brand/texts/services', name: 'servicesContent' },
    { file: 'brand/texts/services', name: 'services', list: 'services' },
    { file: 'brand/services', name: 'services', list: 'services' },
  ],
  projects: [
    { file: 'brand/texts/projects', name: 'projectsContent' },
    { file: 'brand/texts/projects', name: 'caseStudyContent', prefix: 'study' },
  ],
  blog: [
    { file: 'brand/texts/blog', name: 'blogContent' },
    { file: 'src/content/newsletter', name: 'newsletterContent', prefix: 'letters' },
  ],
  contact: [{ file: 'brand/texts/contact', name: 'contactContent' }],
  people: [{ file: 'brand/people', name: 'team', list: 'people' }],
  offices: [
    { file: 'brand/texts/offices', name: 'offices', list: 'offices' },
    { file: 'brand/offices', name: 'offices', list: 'offices' },
  ],
  'not-found': [{ file: 'brand/texts/not-found', name: 'notFoundContent' }],
  privacy: [{ file: 'src/content/legal-privacy', name: 'privacyPolicy' }],
  terms: [{ file: 'src/content/legal-terms', name: 'termsOfService' }],
  cookie: [{ file: 'src/content/legal-cookie', name: 'cookiePolicy' }],
} as const satisfies Record<string, readonly TextSource[]>;

export type TextPage = keyof typeof textSources;

export function isTextPage(page: string): page is TextPage {
  return page in textSources;
}
