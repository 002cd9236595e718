import type { CatalogueImage } from './images';

/** A person of brand/people.ts. */
export type TeamMember = {
  id: string;
  name: string;
  role: string;
  bio: string;
  /** 1:1. */
  image: CatalogueImage;
  imageAlt: string;
};
