import { afterEach, expect, test, vi } from 'vitest';
import type { EncodePicture } from '@/features/media/encode-picture';
import { encodeVariants, qualityFor } from '@/features/media/encode-variants';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A picture of this size, whose variants have one byte per pixel of width. */
function setUp(width: number, height: number) {
  const close = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close }));
  const encode = vi.fn<EncodePicture>(
    async (_, size) => new Blob(['x'.repeat(size.width)], { type: 'image/webp' }),
  );
  return { close, encode };
}

const file = (bytes: number) => new Blob(['x'.repeat(bytes)], { type: 'image/jpeg' });
const widths = async (bytes: number, encode: EncodePicture) =>
  (await encodeVariants(file(bytes), encode)).map(({ width }) => width);

test('IMG-8: variants have every width below that of the picture, none above', async () => {
  const { encode, close } = setUp(1280, 720);
  expect(await widths(9999, encode)).toEqual([320, 640, 960]);
  expect(encode.mock.calls.map(([, size]) => [size.width, size.height])).toEqual([
    [320, 180],
    [640, 360],
    [960, 540],
  ]);
  expect(close).toHaveBeenCalledOnce();
});

test('a picture of 320 pixels has no variants', async () => {
  const { encode } = setUp(320, 200);
  expect(await widths(9999, encode)).toEqual([]);
});

test('a variant as large as the picture is dropped', async () => {
  const { encode } = setUp(2000, 2000);
  expect(await widths(700, encode)).toEqual([320, 640]);
});

test('a browser that cannot encode makes no variants', async () => {
  const { encode } = setUp(2000, 2000);
  encode.mockResolvedValue(null);
  expect(await widths(9999, encode)).toEqual([]);
  expect(encode).toHaveBeenCalledOnce();
});

test.each([
  ['image/jpeg', 'image/jpeg'],
  // May be transparent.
  ['image/png', 'image/png'],
])(
  'a browser that answers PNG when asked for WebP makes of %s copies in %s',
  async (type, made) => {
    const { encode } = setUp(800, 600);
    encode.mockImplementation(
      async (_, size, asked) =>
        new Blob(['x'.repeat(size.width)], {
          type: asked === 'image/webp' ? 'image/png' : asked,
        }),
    );
    const variants = await encodeVariants(new Blob(['x'.repeat(999)], { type }), encode);
    expect(variants.map(({ width, blob }) => [width, blob.type])).toEqual([
      [320, made],
      [640, made],
    ]);
  },
);

test('a variant of a very flat picture is at least one pixel high', async () => {
  const { encode } = setUp(10_000, 3);
  await encodeVariants(file(9999), encode);
  expect(encode.mock.calls[0]?.[1].height).toBe(1);
});

test('IMG-9..11: the quality is that of the preset for the width', () => {
  expect([320, 640, 960, 1280, 1920].map(qualityFor)).toEqual([0.7, 0.8, 0.9, 0.9, 0.9]);
});
