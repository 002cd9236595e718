import { agency } from '@brand/agency';
import { offices as officeFacts } from '@brand/offices';
import { team } from '@brand/people';
import { services as serviceNames } from '@brand/services';
import { aboutContent } from '@brand/texts/about';
import { blogContent } from '@brand/texts/blog';
import { contactContent } from '@brand/texts/contact';
import { homeContent } from '@brand/texts/home';
import { notFoundContent } from '@brand/texts/not-found';
import { offices } from '@brand/texts/offices';
import { caseStudyContent, projectsContent } from '@brand/texts/projects';
import { services, servicesContent } from '@brand/texts/services';
import { cookiePolicy } from '@/content/legal-cookie';
import { privacyPolicy } from '@/content/legal-privacy';
import { termsOfService } from '@/content/legal-terms';
import { newsletterContent } from '@/content/newsletter';
import { site } from '@/content/site';
import { applyTexts, type Texts } from '@/content/apply-texts';
import { textSources, type TextPage, type TextSource } from '@/content/text-sources';

/** The exports that textSources names, in the same order. */
const contents: Readonly<Record<TextPage, readonly object[]>> = {
  site: [agency, site],
  home: [homeContent],
  about: [aboutContent],
  services: [servicesContent, services, serviceNames],
  projects: [projectsContent, caseStudyContent],
  blog: [blogContent, newsletterContent],
  contact: [contactContent],
  people: [team],
  offices: [offices, officeFacts],
  'not-found': [notFoundContent],
  privacy: [privacyPolicy],
  terms: [termsOfService],
  cookie: [cookiePolicy],
};

export type PageContent = { source: TextSource; content: object };

/** The content objects of a page, with where each of them stands. */
export function contentsOf(page: TextPage): PageContent[] {
  const sources: readonly TextSource[] = textSources[page];
  return sources.flatMap((source, place) => {
    const content = contents[page][place];
    return content ? [{ source, content }] : [];
  });
}

/** Writes texts into the content of a page, so that its components show them when they render next. */
export function showTexts(page: TextPage, texts: Texts) {
  for (const { source, content } of contentsOf(page)) {
    const start = source.prefix === undefined ? '' : `${source.prefix}_`;
    const own = Object.fromEntries(
      Object.entries(texts)
        .filter(([name]) => name.startsWith(start))
        .map(([name, value]) => [name.slice(start.length), value]),
    );
    applyTexts(source.list === undefined ? content : { [source.list]: content }, own);
  }
}

/** @returns a function that gives the content of a page its present texts again */
export function holdContent(page: TextPage): () => void {
  const held = contentsOf(page).map(({ content }) => [content, structuredClone(content)] as const);
  return () => {
    for (const [content, before] of held) putBack(content, before);
  };
}

function putBack(content: object, before: object) {
  if (Array.isArray(content)) {
    content.splice(0, Infinity, ...Object.values(before));
    return;
  }
  for (const [key, value] of Object.entries(before)) {
    const present: unknown = Reflect.get(content, key);
    const isNested = typeof present === 'object' && present !== null && typeof value === 'object';
    if (isNested && value !== null) putBack(present, value);
    else Reflect.set(content, key, value);
  }
}
