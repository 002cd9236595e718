// Keyed hashes, with a key per purpose derived from the secrets of the setting SIGNING_SECRETS.
const encoder = new TextEncoder();

/** The keys of one purpose: the first makes hashes, all of them verify. */
export type HashKeys = readonly [CryptoKey, ...CryptoKey[]];

/** An older one behind the newest keeps links in mails valid that were signed with it. */
export type SigningSecrets = readonly [string, ...string[]];

/**
 * Reads SIGNING_SECRETS: comma separated, the newest first.
 *
 * @throws when it is missing or a secret is short enough to be guessed
 */
export function readSigningSecrets(get: (name: string) => string | undefined): SigningSecrets {
  const [first, ...others] = (get('SIGNING_SECRETS') ?? '').split(',').map((text) => text.trim());
  if (!first || [first, ...others].some((secret) => secret.length < 32)) {
    throw new Error(
      'SIGNING_SECRETS must be secrets of 32 characters or more (openssl rand -hex 32)',
    );
  }
  return [first, ...others];
}

/** Derives the keys of a purpose. */
export async function deriveKeys(
  [newest, ...older]: SigningSecrets,
  purpose: string,
): Promise<HashKeys> {
  const derive = (secret: string) => deriveKey(secret, purpose);
  return [await derive(newest), ...(await Promise.all(older.map(derive)))];
}

async function deriveKey(secret: string, purpose: string): Promise<CryptoKey> {
  const derived = await crypto.subtle.sign(
    'HMAC',
    await importKey(encoder.encode(secret)),
    encoder.encode(purpose),
  );
  return importKey(derived);
}

export async function keyedHash(
  [key]: readonly [CryptoKey, ...unknown[]],
  text: string,
): Promise<string> {
  return toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}

/** Compares in constant time. */
export async function isKeyedHash(keys: HashKeys, hash: string, text: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return false;
  const bytes = Uint8Array.from(hash.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const verify = (key: CryptoKey) => crypto.subtle.verify('HMAC', key, bytes, encoder.encode(text));
  return (await Promise.all(keys.map(verify))).includes(true);
}

/** Compares texts with secrets in constant time. */
export async function createSecretCheck(
  ...secrets: readonly string[]
): Promise<(given: string) => Promise<boolean>> {
  const key: HashKeys = [await importKey(crypto.getRandomValues(new Uint8Array(32)))];
  const hashes = await Promise.all(secrets.map((secret) => keyedHash(key, secret)));
  return async (given) =>
    (await Promise.all(hashes.map((hash) => isKeyedHash(key, hash, given)))).includes(true);
}

function importKey(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

function toHex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
