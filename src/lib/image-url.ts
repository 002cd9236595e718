import { getEnv } from './env';

const OWN_BUCKET = '/storage/v1/object/public/images/';

/**
 * The database stores pictures of our own bucket without an origin, so that the same rows work on
 * another port, a preview and a hosted project. Everything else is an absolute http(s) address.
 */
export function toPublicImageUrl(stored: string): string {
  return stored.startsWith(OWN_BUCKET) ? `${getEnv().supabaseUrl}${stored}` : stored;
}

/** The reverse, for saving: an address of our own bucket loses its origin. */
export function toStoredImageUrl(address: string): string {
  const { supabaseUrl } = getEnv();
  const own = `${supabaseUrl}${OWN_BUCKET}`;
  return address.startsWith(own) ? address.slice(supabaseUrl.length) : address;
}

/** Address of an object of the bucket, by its path. */
export function imageUrlOfPath(path: string): string {
  return toPublicImageUrl(OWN_BUCKET + path.split('/').map(encodeURIComponent).join('/'));
}
