import { Image, type ImageAspect } from '@/components/image';

export type CatalogueImage = {
  name: string;
  width: number;
  height: number;
  color: string;
  widths: readonly number[];
};

export type CataloguePictureProps = {
  image: CatalogueImage | null;
  /** Empty for decoration. */
  alt: string;
  aspect: ImageAspect;
  sizes: string;
  className?: string;
};

/** A picture of the catalogue, or its placeholder. */
export function CataloguePicture({ image, ...rest }: CataloguePictureProps) {
  return <Image src={null} {...rest} />;
}
