import type { DocumentMeta } from '@/lib/head-tags';
import { site } from './site';
import { socialCards } from './social-cards';

type PageMeta = Omit<DocumentMeta, 'image' | 'siteName' | 'noindex'> & {
  /** The social card, unless `card` gives another one. */
  social: keyof typeof socialCards;
};

/** The metadata of a public page; adds the name of the site to the title. */
export function pageMeta({ title, social, ...meta }: PageMeta): DocumentMeta {
  return {
    ...meta,
    title: `${title} | ${site.name}`,
    siteName: site.name,
    image: socialCards[social],
  };
}
