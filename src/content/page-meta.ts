import type { DocumentMeta } from '@/lib/head-tags';
import { site } from './site';
import { socialCards } from './social-cards';

type PageMeta = Omit<DocumentMeta, 'image' | 'siteName' | 'noindex'> & {
  /** Which of the drawn cards a shared link shows. */
  social: keyof typeof socialCards;
};

/** What a public page says about itself; the name of the site is added to the title. */
export function pageMeta({ title, social, ...meta }: PageMeta): DocumentMeta {
  return {
    ...meta,
    title: `${title} | ${site.name}`,
    siteName: site.name,
    image: socialCards[social],
  };
}
