// Keyed hashes, with a key per purpose derived from one secret.
const encoder = new TextEncoder();

/** Derives the key of a purpose. */
export async function deriveKey(secret: string, purpose: string): Promise<CryptoKey> {
  const derived = await crypto.subtle.sign(
    'HMAC',
    await importKey(encoder.encode(secret)),
    encoder.encode(purpose),
  );
  return importKey(derived);
}

export async function keyedHash(key: CryptoKey, text: string): Promise<string> {
  return toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}

/** Compares in constant time. */
export async function isKeyedHash(key: CryptoKey, hash: string, text: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return false;
  const bytes = Uint8Array.from(hash.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', key, bytes, encoder.encode(text));
}

/** Compares texts with a secret in constant time. */
export async function createSecretCheck(
  secret: string,
): Promise<(given: string) => Promise<boolean>> {
  const key = await importKey(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await keyedHash(key, secret);
  return (given) => isKeyedHash(key, hash, given);
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
