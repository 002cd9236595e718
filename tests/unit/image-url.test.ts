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

test('other URLs, also of another project’s bucket, stay unchanged', async () => {
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

const stored = 'https://abc.supabase.co/storage/v1/object/public/images/';

test('IMG-8: the URL of a stored picture names its variants', async () => {
  const { variantsOfImage } = await import('@/lib/image-url');
  const url = `${stored}a.jpg?v=1600x900_320-640.2`;
  const copies = variantsOfImage(url);
  expect(copies).toMatchObject({ width: 1600, height: 900, widths: [320, 640] });
  expect(copies?.srcSet([320, 640])).toBe(
    `${stored}variants/a.jpg/2-320.webp 320w, ${stored}variants/a.jpg/2-640.webp 640w, ${url} 1600w`,
  );
});

test('a slow connection gets the small variants only, and no connection a picture wider than 1920', async () => {
  const { variantsOfImage } = await import('@/lib/image-url');
  const copy = `${stored}variants/a.jpg/1-320.webp 320w`;
  expect(variantsOfImage(`${stored}a.jpg?v=1600x900_320-640.1`)?.srcSet([320])).toBe(copy);
  expect(variantsOfImage(`${stored}a.jpg?v=4000x900_320.1`)?.srcSet([320])).toBe(copy);
});

test.for([
  [{ width: 468, height: 292 }, `${stored}variants/a.jpg/2-640.webp`],
  [{ width: 300, height: 100 }, `${stored}variants/a.jpg/2-320.webp`],
  [{ width: 300, height: 300 }, `${stored}variants/a.jpg/2-640.webp`],
  [{ width: 1000, height: 100 }, `${stored}a.jpg?v=1600x900_320-640.2`],
] as const)('the smallest variant of at least %j', async ([size, expected]) => {
  const { variantAtLeast } = await import('@/lib/image-url');
  expect(variantAtLeast(`${stored}a.jpg?v=1600x900_320-640.2`, size)).toBe(expected);
  expect(variantAtLeast('/images/a.jpg', size)).toBe('/images/a.jpg');
});

test.each([
  `${stored}a.jpg`,
  `${stored}a.jpg?v=1600x900.1`,
  `${stored}a.jpg?v=soon`,
  'https://pictures.example/a.jpg?v=1600x900_320.1',
])('%s has no variants', async (url) => {
  const { variantsOfImage } = await import('@/lib/image-url');
  expect(variantsOfImage(url)).toBeNull();
});

test('a picture without variants has a size', async () => {
  const { sizeOfImage } = await import('@/lib/image-url');
  expect(sizeOfImage(`${stored}logo.webp?v=480x192.1`)).toMatchObject({ width: 480, height: 192 });
  expect(sizeOfImage(`${stored}logo.webp`)).toBeNull();
});

test('a picture is recognised in every version of its address', async () => {
  const { imagePathOfUrl } = await import('@/lib/image-url');
  for (const address of [
    `${stored}seed/a%20b.jpg`,
    `${stored}seed/a%20b.jpg?v=8x8.3`,
    '/storage/v1/object/public/images/seed/a%20b.jpg#x',
  ]) {
    expect(imagePathOfUrl(address)).toBe('seed/a%20b.jpg');
  }
  expect(imagePathOfUrl('https://pictures.example/seed/a.jpg')).toBeNull();
});

test('characters that end a URL in a text are encoded', async () => {
  const { imageUrlOfPath } = await import('@/lib/image-url');
  expect(imageUrlOfPath("a (1)'!*.webp", '8x8.1')).toBe(
    `${stored}a%20%281%29%27%21%2A.webp?v=8x8.1`,
  );
});

test('a URL of the bucket is recognised by its prefix, with http and https', async () => {
  const { imagePathOfUrl } = await import('@/lib/image-url');
  const own = '/storage/v1/object/public/images/a.webp';
  expect(imagePathOfUrl(own)).toBe('a.webp');
  expect(imagePathOfUrl(`http://127.0.0.1:54321${own}`)).toBe('a.webp');
  expect(imagePathOfUrl(`https://pictures.example/?of=${own}`)).toBeNull();
});
