import { newPasswordRequestSchema } from '@contracts/credentials';

const PREFIX = '#join=';

/**
 * The address that an owner added, from the link in the mail about it (staff-mails.ts). The link grants nothing: the
 * account still has to confirm the address.
 *
 * @param hash of the location
 */
export function invitedAddress(hash: string): string | null {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const email = decodeURIComponent(hash.slice(PREFIX.length));
    return newPasswordRequestSchema.safeParse({ email }).data?.email ?? null;
  } catch {
    return null;
  }
}
