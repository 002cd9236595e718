import sharp from 'sharp';
import { expect, test } from 'vitest';
import { asItIs, isAnimatedFile } from '@/features/media/file-content';
import { shrink } from '@/features/media/prepare-upload';
import { findUploadProblem } from '@/features/media/upload-task';
import { honest } from '../../functions/secure-file-upload/corpus.ts';

const fileOf = (bytes: Uint8Array | string, name: string, type: string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type });

const still = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: '#2f6fde' } })
    .toFormat(format)
    .toBuffer();

test.for([
  ['a JPEG called PNG', 'jpeg', 'photo.png', 'image/png', 'photo.jpg', 'image/jpeg'],
  ['a PNG called JPEG', 'png', 'Our.Logo.JPG', 'image/jpeg', 'Our.Logo.png', 'image/png'],
  ['a WebP without an extension', 'webp', 'picture', 'image/jpeg', 'picture.webp', 'image/webp'],
] as const)('%s is sent as what it is', async ([, format, name, type, sent, sentType]) => {
  const file = await asItIs(fileOf(await still(format), name, type));
  expect([file.name, file.type]).toEqual([sent, sentType]);
});

test('what is no picture stays as it is', async () => {
  const page = fileOf('<html>', 'a.png', 'image/png');
  expect(await asItIs(page)).toBe(page);
});

test('moving pictures of every format are recognised, still ones are none', async () => {
  const samples = await honest();
  expect(samples.some(({ what }) => what === 'png that moves')).toBe(true);
  for (const { what, bytes, name, type } of samples) {
    const isMoving = / that moves$/.test(what) || type === 'image/gif';
    expect(await isAnimatedFile(fileOf(bytes, name, type)), what).toBe(isMoving);
  }
});

test('a moving picture over the limit is refused with the reason, not made a still one', async () => {
  const moving = (await honest()).find(({ what }) => what === 'webp that moves');
  if (!moving) throw new Error('no sample');
  const file = fileOf(moving.bytes, 'party.webp', 'image/webp');
  await expect(shrink(file, new AbortController().signal)).rejects.toThrow(
    'File size too large. Maximum size: 5.0MB. It is animated: please save it smaller, or as a video.',
  );
});

test.for([
  ['IMG_0042.HEIC', 'image/heic', /Invalid file type.*format HEIC\. Export it as JPEG/],
  ['IMG_0042.heif', '', /Only image files.*format HEIC\. Export it as JPEG/],
  ['scan.tif', 'image/tiff', /format TIFF\. Save it as JPEG or PNG/],
  ['new.avif', 'image/avif', /format AVIF/],
  ['old.bmp', 'image/x-bmp', /format BMP/],
  ['raw.CR3', '', /format RAW/],
] as const)(
  'the message about %s (%s) names its format and what to do',
  ([name, type, message]) => {
    expect(findUploadProblem(fileOf('x', name, type))).toMatch(message);
  },
);
