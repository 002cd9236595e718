import type { ContentImage } from './images';

export type Value = {
  id: string;
  title: string;
  text: string;
  /** 4:3. */
  image: ContentImage;
  imageAlt: string;
};
