import type { SocialImage } from '@/lib/head-tags';

const size = { width: 1200, height: 630 };

/** Previews of shared links, made from the hero images by node scripts/run.mjs scripts/images.ts. */
export const socialCards = {
  home: {
    url: '/social/home.png',
    alt: 'Someone hangs clouds on a line to dry, beside a small house with a red roof.',
    ...size,
  },
  about: {
    url: '/social/about.png',
    alt: 'Three people and a cat on a bench in front of a big setting sun.',
    ...size,
  },
  services: {
    url: '/social/services.png',
    alt: 'A woman flies five kites at once, one for each service.',
    ...size,
  },
  projects: {
    url: '/social/projects.png',
    alt: 'Two people look at four framed pieces of work that hang on a line.',
    ...size,
  },
  blog: {
    url: '/social/blog.png',
    alt: 'A reader in an armchair on a cloud at night; pages fly away as birds.',
    ...size,
  },
  contact: {
    url: '/social/contact.png',
    alt: 'A woman puts a letter into a big red mailbox; a bird brings another one.',
    ...size,
  },
} as const satisfies Record<string, SocialImage>;

/** The social card that the build renders for a study or post. */
export function ownCard(kind: 'case-study' | 'post', id: string, title: string): SocialImage {
  return { url: `/social/${kind}-${id}.jpg`, alt: title, ...size };
}
