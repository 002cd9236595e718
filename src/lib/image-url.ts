import { parseImageVersion, variantPath, type ImageVersion } from '@contracts/file-name';
import { getEnv } from './env';

const OWN_BUCKET = '/storage/v1/object/public/images/';
const WIDEST_OFFERED = 1920;

/**
 * The database stores addresses of our bucket without an origin, so that the same rows work on
 * another port, a preview and a hosted project. Built-in drawings (`/images/…`) have none either.
 */
export function toPublicImageUrl(stored: string): string {
  return stored.startsWith(OWN_BUCKET) ? `${getEnv().supabaseUrl}${stored}` : stored;
}

/** The reverse, for saving: removes the origin from an address of our bucket. */
export function toStoredImageUrl(address: string): string {
  const { supabaseUrl } = getEnv();
  const own = `${supabaseUrl}${OWN_BUCKET}`;
  return address.startsWith(own) ? address.slice(supabaseUrl.length) : address;
}

/** Address of an object of the bucket, by its path; `version` as `formatImageVersion` writes it. */
export function imageUrlOfPath(path: string, version?: string): string {
  const query = version === undefined ? '' : `?v=${version}`;
  return toPublicImageUrl(OWN_BUCKET + encodeImagePath(path) + query);
}

/** Percent-encodes a path, including brackets and quotes, which would end the address in Markdown or HTML. */
export function encodeImagePath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}

const BUCKET_ADDRESS =
  /^((?:https?:\/\/[^/?#]+)?\/storage\/v1\/object\/public\/images\/)([^?#]+)(?:\?v=([^&#]*))?/;

/** The encoded path of an address of the bucket, without its version; null for any other address. */
export function imagePathOfUrl(url: string): string | null {
  return BUCKET_ADDRESS.exec(url)?.[2] ?? null;
}

export type ImageVariants = {
  width: number;
  height: number;
  widths: readonly number[];
  /** `srcset` of the variants at these widths, with the original last unless it is very wide. */
  srcSet: (widths: readonly number[]) => string;
};

/** The smallest variant that is still as large as this; the image itself where there is none. */
export function variantAtLeast(url: string, size: { width: number; height: number }): string {
  const image = variantsOfImage(url);
  const width = image?.widths.find(
    (one) => one >= size.width && (one / image.width) * image.height >= size.height,
  );
  return (width && image?.srcSet([width]).split(' ')[0]) || url;
}

/** The size of a stored image, which its address names; null when it names none. */
export function sizeOfImage(url: string): ImageVersion | null {
  const text = BUCKET_ADDRESS.exec(url)?.[3];
  return text === undefined ? null : parseImageVersion(text);
}

/** The smaller variants of a stored image, which its address lists; null when it lists none. */
export function variantsOfImage(url: string): ImageVariants | null {
  const [, bucket, path] = BUCKET_ADDRESS.exec(url) ?? [];
  const version = sizeOfImage(url);
  if (!version || path === undefined || version.widths.length === 0) return null;
  const { width, height, widths, revision } = version;
  return {
    width,
    height,
    widths,
    srcSet: (offered) => {
      const variants = offered.map(
        (variant) => `${bucket}${variantPath(path, revision, variant)} ${variant}w`,
      );
      const isWhole = offered.length === widths.length && width <= WIDEST_OFFERED;
      return [...variants, ...(isWhole ? [`${url} ${width}w`] : [])].join(', ');
    },
  };
}
