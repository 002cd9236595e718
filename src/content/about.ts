import type { CatalogueImage } from './images';

export type Value = {
  id: string;
  title: string;
  text: string;
  /** 4:3. */
  image: CatalogueImage;
  imageAlt: string;
};
