import { heroAlts } from '@brand/hero-alts';
import type { SocialImage } from '@/lib/head-tags';
import { site } from './site';

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

type OwnCardKind = 'case-study' | 'post' | 'service';

/** The social card that the build renders for a study, a post or the studies of a service. */
export const ownCardPath = (kind: OwnCardKind, id: string) => `/social/${kind}-${id}.jpg`;

/** @param alt what the picture on it shows; its title stands beside the card */
export function ownCard(kind: OwnCardKind, id: string, alt: string | null): SocialImage {
  return { url: ownCardPath(kind, id), alt: alt ?? `A card of ${site.name}`, ...size };
}
