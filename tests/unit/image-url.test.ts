import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('VITE_SUPABASE_URL', 'https://abc.supabase.co');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_x');
  return () => vi.unstubAllEnvs();
});

test('STOR-5: an object of the bucket is stored without an origin and shown with ours', async () => {
  const { toPublicImageUrl, toStoredImageUrl } = await import('@/lib/image-url');
  const stored = '/storage/v1/object/public/images/a%20b.webp';
  expect(toPublicImageUrl(stored)).toBe(`https://abc.supabase.co${stored}`);
  expect(toStoredImageUrl(`https://abc.supabase.co${stored}`)).toBe(stored);
});

test('addresses elsewhere, also another project’s bucket, stay as they are', async () => {
  const { toPublicImageUrl, toStoredImageUrl } = await import('@/lib/image-url');
  for (const address of [
    'https://pictures.example/a.webp',
    'https://other.supabase.co/storage/v1/object/public/images/a.webp',
    'https://abc.supabase.co.evil.example/storage/v1/object/public/images/a.webp',
  ]) {
    expect(toPublicImageUrl(address)).toBe(address);
    expect(toStoredImageUrl(address)).toBe(address);
  }
});

test('the parts of an object’s path are encoded one by one', async () => {
  const { imageUrlOfPath } = await import('@/lib/image-url');
  expect(imageUrlOfPath('seed/é #1.webp')).toBe(
    'https://abc.supabase.co/storage/v1/object/public/images/seed/%C3%A9%20%231.webp',
  );
});
