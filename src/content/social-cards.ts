import { heroAlts } from '@brand/hero-alts';
import type { SocialImage } from '@/lib/head-tags';

const size = { width: 1200, height: 630 };

const card = (page: keyof typeof heroAlts): SocialImage => ({
  url: `/social/${page}.png`,
  alt: heroAlts[page],
  ...size,
});

/** Previews of shared links, made from the hero images by `npm run brand`. */
export const socialCards = {
  home: card('home'),
  about: card('about'),
  services: card('services'),
  projects: card('projects'),
  blog: card('blog'),
  contact: card('contact'),
};

/** The social card that the build renders for a study or post. */
export function ownCard(kind: 'case-study' | 'post', id: string, title: string): SocialImage {
  return { url: `/social/${kind}-${id}.jpg`, alt: title, ...size };
}
