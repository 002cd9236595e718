import { Image, type ImageAspect } from '@/components/image';
import { imageSources, type CatalogueImage } from '@/content/images';

export type CataloguePictureProps = {
  image: CatalogueImage;
  /** Empty for decoration. */
  alt: string;
  aspect: ImageAspect;
  sizes: string;
  className?: string;
};

/** A picture of the catalogue in the room the page gives it. */
export function CataloguePicture({ image, ...rest }: CataloguePictureProps) {
  return (
    <Image src={imageSources(image).src} width={image.width} height={image.height} {...rest} />
  );
}
