import { Image, type ImageLayoutProps } from '@/components/image';
import type { CatalogueImage } from '@/content/images';

export type CataloguePictureProps = ImageLayoutProps & { image: CatalogueImage };

/** A picture of the catalogue in the room the page gives it. */
export function CataloguePicture(props: CataloguePictureProps) {
  return <Image {...props} />;
}
