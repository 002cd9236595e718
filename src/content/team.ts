import type { ContentImage } from './images';

/** A person of brand/people.ts. */
export type TeamMember = {
  id: string;
  name: string;
  role: string;
  bio: string;
  /** 1:1. */
  image: ContentImage;
  imageAlt: string;
};
