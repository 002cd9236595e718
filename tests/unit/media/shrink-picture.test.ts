import { afterEach, expect, test, vi } from 'vitest';
import type { EncodePicture } from '@/features/media/encode-picture';
import { isShrinkable, shrinkPicture } from '@/features/media/shrink-picture';

afterEach(() => {
  vi.unstubAllGlobals();
});

const MB = 1024 * 1024;

/** A picture of this size, encoded to these numbers of bytes, one after another. */
function setUp(width: number, height: number, ...bytes: number[]) {
  const close = vi.fn();
  const decode = vi.fn(async () => ({ width, height, close }));
  vi.stubGlobal('createImageBitmap', decode);
  const encode = vi.fn<EncodePicture>(
    async (_, __, type) => new Blob([new Uint8Array(bytes.shift() ?? 1)], { type }),
  );
  return { close, decode, encode };
}

const photo = (type = 'image/jpeg', name = 'IMG.0042.JPG') => new File(['x'], name, { type });

test('the long side becomes 2560 pixels, in the orientation of the photo', async () => {
  const { decode, encode, close } = setUp(3000, 4000);
  const shrunk = await shrinkPicture(photo(), encode);
  expect(encode.mock.calls.map(([, ...call]) => call)).toEqual([
    [{ width: 1920, height: 2560 }, 'image/jpeg', 0.9],
  ]);
  expect(decode).toHaveBeenCalledWith(expect.anything(), { imageOrientation: 'from-image' });
  expect(shrunk?.name).toBe('IMG.0042.jpg');
  expect(close).toHaveBeenCalledOnce();
});

test('quality and size fall until the result is at most 5 MB', async () => {
  const { encode } = setUp(2000, 1000, 8 * MB, 7 * MB, 6 * MB, 5 * MB);
  expect((await shrinkPicture(photo(), encode))?.size).toBe(5 * MB);
  expect(encode.mock.calls.map(([, { width }, , quality]) => [width, quality])).toEqual([
    [2000, 0.9],
    [2000, 0.8],
    [2000, 0.7],
    [1920, 0.7],
  ]);
});

test('a PNG becomes WebP, which keeps its transparency', async () => {
  const { encode } = setUp(4000, 4000);
  const shrunk = await shrinkPicture(photo('image/png', 'logo.png'), encode);
  expect([shrunk?.name, shrunk?.type]).toEqual(['logo.webp', 'image/webp']);
});

test('in a browser without WebP it stays a PNG', async () => {
  const { encode } = setUp(4000, 4000);
  encode.mockResolvedValue(new Blob(['x'], { type: 'image/png' }));
  const shrunk = await shrinkPicture(photo('image/png', 'logo.png'), encode);
  expect([shrunk?.name, shrunk?.type]).toEqual(['logo.png', 'image/png']);
});

test('null if every attempt is too large, or nothing can be encoded', async () => {
  const { encode, close } = setUp(4000, 4000);
  encode.mockResolvedValue(new Blob([new Uint8Array(6 * MB)], { type: 'image/png' }));
  expect(await shrinkPicture(photo(), encode)).toBeNull();
  encode.mockResolvedValue(null);
  expect(await shrinkPicture(photo(), encode)).toBeNull();
  expect(close).toHaveBeenCalledTimes(2);
});

test.each([
  ['image/jpeg', 5 * MB + 1, true],
  ['image/webp', 100 * MB, true],
  ['image/jpeg', 5 * MB, false],
  ['image/png', 100 * MB + 1, false],
  ['image/gif', 6 * MB, false],
  ['image/svg+xml', 6 * MB, false],
])('%s of %i bytes can be shrunk: %s', (type, size, expected) => {
  expect(isShrinkable({ type, size })).toBe(expected);
});
