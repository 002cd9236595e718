import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  cleanImage,
  type ImageResult,
} from '../../../supabase/functions/_shared/images/clean-image.ts';
import { detectImageType } from '../../../supabase/functions/_shared/contracts/image-kind.ts';
import {
  concat,
  containsText,
  frames,
  gradient,
  insert,
  pixelsOf,
  pngChunk,
  pngHeader,
  u32le,
  withMetadata,
} from './pictures.ts';

type Cleaned = Extract<ImageResult, { ok: true }>;

function clean(bytes: Uint8Array): Cleaned {
  const result = cleanImage(bytes);
  if (!result.ok) throw new Error(`refused: ${result.problem}`);
  return result;
}

function problemOf(bytes: Uint8Array): string {
  const result = cleanImage(bytes);
  return result.ok ? 'accepted' : result.problem;
}

const SAMPLES = {
  'image/jpeg': () => withMetadata(gradient()).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  'image/png': () => withMetadata(gradient()).png().toBuffer(),
  'image/webp': () => withMetadata(gradient()).webp().toBuffer(),
  'image/gif': () => gradient().gif().toBuffer(),
};

test('a JPEG with zeros between its segments is taken, as browsers show it', async () => {
  const original = new Uint8Array(await SAMPLES['image/jpeg']());
  const afterFirst = 2 + 2 + ((original[4] ?? 0) << 8) + (original[5] ?? 0);
  const padded = insert(original, afterFirst, new Uint8Array(3));
  expect(await pixelsOf(clean(padded).bytes)).toEqual(await pixelsOf(original));
});

const everyType = Object.entries(SAMPLES);

const VARIANTS = {
  'baseline JPEG': () => withMetadata(gradient()).jpeg().toBuffer(),
  'progressive JPEG': () => withMetadata(gradient()).jpeg({ progressive: true }).toBuffer(),
  'grey JPEG': () => withMetadata(gradient().toColourspace('b-w')).jpeg().toBuffer(),
  'CMYK JPEG': () => gradient().toColourspace('cmyk').jpeg().toBuffer(),
  'indexed PNG with transparency': () =>
    gradient().ensureAlpha(0.5).png({ palette: true }).toBuffer(),
  'interlaced 16-bit PNG': () =>
    gradient().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'lossy WebP with transparency': () => withMetadata(gradient().ensureAlpha(0.5)).webp().toBuffer(),
  'lossless WebP': () => withMetadata(gradient()).webp({ lossless: true }).toBuffer(),
  'plain WebP': () => gradient().webp().toBuffer(),
  'plain lossless WebP': () => gradient().webp({ lossless: true }).toBuffer(),
  'interlaced GIF': () => gradient().gif({ progressive: true }).toBuffer(),
};

test.each(Object.entries(VARIANTS))(
  'R-14: %s keeps its pixels and loses its metadata',
  async (_, build) => {
    const original = await build();
    const { width, height, animated, bytes } = clean(original);
    const before = await sharp(original).metadata();
    const after = await sharp(bytes).metadata();

    expect({ width, height, animated }).toEqual({ width: 48, height: 32, animated: false });
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(original));
    expect(after).not.toHaveProperty('exif');
    expect(after).not.toHaveProperty('xmp');
    expect(after.icc).toEqual(before.icc);
    expect(after.hasAlpha).toBe(before.hasAlpha);
    expect(containsText(bytes, 'secret-')).toBe(false);
  },
);

test('R-14: the samples contain the metadata that is asserted to be removed', async () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp'] as const) {
    const metadata = await sharp(await SAMPLES[type]()).metadata();
    expect(metadata.exif).toBeDefined();
    expect(metadata.xmp).toBeDefined();
    expect(metadata.icc).toBeDefined();
  }
});

test.each(
  ([2, 3, 4, 5, 6, 7, 8] as const).flatMap(
    (orientation) =>
      [
        ['jpeg', orientation],
        ['png', orientation],
      ] as const,
  ),
)('R-14: a %s keeps orientation %i and nothing else of its EXIF', async (format, orientation) => {
  const original = await withMetadata(gradient(), orientation).toFormat(format).toBuffer();
  const { bytes, width } = clean(original);
  const after = await sharp(bytes).metadata();
  expect(after.orientation).toBe(orientation);
  expect(after.exif).toHaveLength(format === 'png' ? 26 : 32);
  expect(width).toBe(orientation >= 5 ? 32 : 48);
  expect(containsText(bytes, 'secret-')).toBe(false);
  expect(await sharp(bytes).autoOrient().raw().toBuffer()).toEqual(
    await sharp(original).autoOrient().raw().toBuffer(),
  );
});

test('R-14: an upright JPEG keeps no EXIF at all', async () => {
  const { bytes } = clean(await withMetadata(gradient(), 1).jpeg().toBuffer());
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
});

test('R-14: a JPEG with broken EXIF offsets is accepted without EXIF', async () => {
  const jpeg = await gradient().jpeg().toBuffer();
  const exif = (tiff: number[]) => concat([0xff, 0xe1, 0, 8 + tiff.length], 'Exif\0\0', tiff);
  const hostile = [
    [0x49, 0x49, 0x2a, 0, 0xff, 0xff, 0xff, 0xff],
    [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8],
    [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0xff, 0xff, 1, 0x12, 0, 3],
    [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 9, 0, 0],
    [0x58, 0x58, 0, 0, 0, 0, 0, 0],
  ];
  for (const tiff of hostile) {
    const { bytes } = clean(insert(jpeg, 2, exif(tiff)));
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  }
});

test('R-14: a JPEG loses comments, thumbnails and unknown application data', async () => {
  const jpeg = await gradient().jpeg().toBuffer();
  const thumbnail = concat('JFIF\0', [1, 1, 0, 0, 1, 0, 1, 1, 1], 'RGB');
  const segments = concat(
    [0xff, 0xe0, 0, thumbnail.length + 2],
    thumbnail,
    [0xff, 0xfe, 0, 11],
    'secret-12',
    [0xff, 0xed, 0, 11],
    'secret-13',
    [0xff, 0xe2, 0, 13],
    'MPF\0secret-',
  );
  const { bytes } = clean(insert(jpeg, 2, segments));
  expect(containsText(bytes, 'secret-')).toBe(false);
  expect(containsText(bytes, 'RGB')).toBe(false);
  expect(await pixelsOf(bytes)).toEqual(await pixelsOf(jpeg));
});

test('R-14: a PNG loses texts, time and unknown chunks and keeps its density', async () => {
  const png = await gradient().withMetadata({ density: 144 }).png().toBuffer();
  const extra = concat(
    pngChunk('tEXt', 'Comment\0secret-1'),
    pngChunk('zTXt', 'Comment\0\0secret-2'),
    pngChunk('iTXt', 'Comment\0\0\0\0\0secret-3'),
    pngChunk('tIME', [7, 232, 1, 1, 1, 1, 1]),
    pngChunk('prVt', 'secret-4'),
  );
  const { bytes } = clean(insert(png, 33, extra));
  const after = await sharp(bytes).metadata();
  expect(after.comments).toBeUndefined();
  expect(after.density).toBe(144);
  expect(containsText(bytes, 'secret-')).toBe(false);
  expect(containsText(bytes, 'tIME')).toBe(false);
});

const MIB = 1024 * 1024;
const PNG_BOUNDS = { tRNS: 256, gAMA: 4, cHRM: 32, sRGB: 1, iCCP: MIB, cICP: 4, sBIT: 4, pHYs: 9 };

test.each(Object.entries(PNG_BOUNDS))(
  'R-14: a PNG keeps one %s chunk of at most %i bytes, in front of the pixels',
  async (type, bound) => {
    const png = Buffer.from(await gradient().png({ adaptiveFiltering: false }).toBuffer());
    const plain = clean(insert(png, 33, pngChunk('prVt', 'secret'))).bytes;
    const count = (bytes: Uint8Array) =>
      Buffer.from(bytes).toString('latin1').split(type).length - 1;
    const before = count(plain);
    const chunk = (size: number) => pngChunk(type, new Uint8Array(size));
    const sizeOf = (bytes: Uint8Array) => clean(bytes).bytes.length;
    // The encoder's own pHYs comes later; the first chunk of a kind is kept.
    expect(count(clean(insert(png, 33, chunk(bound))).bytes)).toBe(1);
    expect(count(clean(insert(png, 33, chunk(bound + 1))).bytes)).toBe(before);
    expect(sizeOf(insert(png, 33, concat(chunk(bound), chunk(bound))))).toBe(
      sizeOf(insert(png, 33, chunk(bound))),
    );
    expect(sizeOf(insert(png, png.length - 12, chunk(bound)))).toBe(plain.length);
  },
);

test('R-14: a PNG loses its background color chunk', async () => {
  const png = await gradient().png().toBuffer();
  const { bytes } = clean(insert(png, 33, pngChunk('bKGD', [0, 1, 0, 2, 0, 3])));
  expect(containsText(bytes, 'bKGD')).toBe(false);
});

test('R-14: repeated segments of a JPEG are dropped', async () => {
  const jpeg = await gradient().jpeg().toBuffer();
  const jfif = concat([0xff, 0xe0, 0, 16], 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0]);
  const otherJfif = concat([0xff, 0xe0, 0, 16], 'JFIF\0', 'secret-', [0, 0]);
  const adobe = concat([0xff, 0xee, 0, 14], 'Adobe', [0, 100, 0, 0, 0, 0, 1]);
  const otherAdobe = concat([0xff, 0xee, 0, 14], 'Adobe', 'secret-');
  const { bytes } = clean(insert(jpeg, 2, concat(jfif, otherJfif, adobe, otherAdobe)));
  expect(containsText(bytes, 'secret-')).toBe(false);
  expect([containsText(bytes, 'JFIF'), containsText(bytes, 'Adobe')]).toEqual([true, true]);
});

test('R-14: a JPEG with too many tables is refused', async () => {
  const jpeg = await gradient().jpeg().toBuffer();
  const table = concat([0xff, 0xdb, 0x40, 2], new Uint8Array(0x4000));
  const withTables = (count: number) => insert(jpeg, 2, concat(...Array(count).fill(table)));
  expect(problemOf(withTables(3))).toBe('accepted');
  expect(problemOf(withTables(4))).toBe('unsupported');
});

test('R-14: a JPEG or a WebP with a color profile above 1 MB is refused', async () => {
  const jpeg = await gradient().jpeg().toBuffer();
  const part = concat([0xff, 0xe2, 0xff, 0xff], 'ICC_PROFILE\0', new Uint8Array(65_521));
  const withParts = (count: number) => insert(jpeg, 2, concat(...Array(count).fill(part)));
  expect(problemOf(withParts(16))).toBe('accepted');
  expect(problemOf(withParts(17))).toBe('unsupported');

  const webp = Buffer.from(await SAMPLES['image/webp']());
  const at = webp.indexOf('ICCP');
  const after = at + 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2);
  const withProfile = (size: number) => {
    const chunk = concat('ICCP', u32le(size), new Uint8Array(size + (size % 2)));
    const file = Buffer.from(concat(webp.subarray(0, at), chunk, webp.subarray(after)));
    file.writeUInt32LE(file.length - 8, 4);
    return file;
  };
  expect(problemOf(withProfile(MIB))).toBe('accepted');
  expect(problemOf(withProfile(MIB + 1))).toBe('unsupported');
});

test('R-14: an animated PNG keeps its frames', async () => {
  const png = await gradient().png().toBuffer();
  const still = Buffer.from(png);
  const idat = still.indexOf('IDAT') - 4;
  const data = still.subarray(idat + 8, idat + 8 + still.readUInt32BE(idat));
  const control = (sequence: number, width = 48) =>
    pngChunk(
      'fcTL',
      concat(
        [0, 0, 0, sequence, 0, 0, 0, width, 0, 0, 0, 32],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0],
      ),
    );
  const build = (secondWidth: number) =>
    concat(
      still.subarray(0, idat),
      pngChunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]),
      control(0),
      pngChunk('IDAT', data),
      control(1, secondWidth),
      pngChunk('fdAT', concat([0, 0, 0, 2], data)),
      pngChunk('IEND'),
    );
  const original = build(48);
  const result = clean(original);
  expect(result.animated).toBe(true);
  for (const chunk of ['acTL', 'fcTL', 'fdAT'])
    expect(containsText(result.bytes, chunk)).toBe(true);
  expect(problemOf(build(49))).toBe('malformed');
});

test.each([
  [
    'WebP',
    async () =>
      (await frames(3))
        .webp({ loop: 2, delay: 80 })
        .withXmp('<x/>')
        .withExif({ IFD0: { Copyright: 'secret-exif' } })
        .toBuffer(),
  ],
  [
    'lossless WebP',
    async () => (await frames(3)).webp({ lossless: true, loop: 2, delay: 80 }).toBuffer(),
  ],
  ['GIF', async () => (await frames(3)).gif({ loop: 2, delay: 80 }).toBuffer()],
] as const)('R-14: an animated %s keeps frames, timing and loop', async (_, build) => {
  const original = await build();
  const { animated, width, height, bytes } = clean(original);
  const before = await sharp(original, { animated: true }).metadata();
  const after = await sharp(bytes, { animated: true }).metadata();
  expect({ animated, width, height }).toEqual({ animated: true, width: 48, height: 32 });
  expect(before.pages).toBe(3);
  expect([after.pages, after.delay, after.loop]).toEqual([before.pages, before.delay, before.loop]);
  expect(await pixelsOf(bytes)).toEqual(await pixelsOf(original));
  expect(after).not.toHaveProperty('exif');
  expect(after).not.toHaveProperty('xmp');
});

test('R-14: the header of a WebP announces only the chunks it still has', async () => {
  const original = await SAMPLES['image/webp']();
  const { bytes } = clean(original);
  const flags = (webp: Uint8Array) => Buffer.from(webp).readUInt8(20);
  expect(flags(original) & 0x0c).toBe(0x0c);
  expect(flags(bytes) & 0x0c).toBe(0);
  expect(flags(bytes) & 0x20).toBe(0x20);
  expect(Buffer.from(bytes).readUInt32LE(4)).toBe(bytes.length - 8);
});

test('R-14: a WebP without its profile does not announce one', async () => {
  const original = Buffer.from(await SAMPLES['image/webp']());
  original.write('XXXX', original.indexOf('ICCP'), 'latin1');
  const { bytes } = clean(original);
  expect(Buffer.from(bytes).readUInt8(20) & 0x20).toBe(0);
});

test('R-14: a GIF loses comments, plain text and foreign application data', async () => {
  const gif = await (await frames(2)).gif({ loop: 0 }).toBuffer();
  const end = gif.length - 1;
  const extras = concat(
    [0x21, 0xfe, 8],
    'secret-1',
    [0, 0x21, 0xff, 11],
    'XMP DataXMP',
    [8],
    'secret-2',
    [0, 0x21, 0xf9, 4, 0, 9, 0, 0, 0, 0x21, 0x01, 12],
    'secret-3gggg',
    [0],
  );
  const { bytes, animated } = clean(insert(gif, end, extras));
  expect(animated).toBe(true);
  expect(containsText(bytes, 'secret-')).toBe(false);
  expect(bytes).toEqual(clean(gif).bytes);
});

test('R-14: data after the loop count of a GIF is dropped', async () => {
  const gif = await (await frames(2)).gif({ loop: 0 }).toBuffer();
  const loopEnd = gif.indexOf('NETSCAPE2.0') + 11 + 4;
  const { bytes } = clean(insert(gif, loopEnd, concat([8], 'secret-4')));
  expect(bytes).toEqual(clean(gif).bytes);
});

test.each(everyType)('R-14: %s: data after the image is cut off', async (_, build) => {
  const image = await build();
  const zip = concat('PK\x03\x04', 'secret-zip', 'PK\x05\x06', new Uint8Array(18));
  const html = concat('<html><script>alert("secret-html")</script></html>');
  for (const tail of [zip, html, image]) {
    const { bytes } = clean(concat(image, tail));
    expect(bytes).toEqual(clean(image).bytes);
    expect(containsText(bytes, 'secret-')).toBe(false);
  }
});

test.each(everyType)('%s: cleaning twice changes nothing more', async (_, build) => {
  const { bytes } = clean(await build());
  expect(clean(bytes).bytes).toEqual(bytes);
});

test.each(everyType)(
  '%s is recognised by its first bytes, not by its name',
  async (type, build) => {
    expect(detectImageType(await build())).toBe(type);
  },
);

test.each([
  ['nothing', concat()],
  ['one byte', concat([0xff])],
  ['zeros', new Uint8Array(64)],
  ['HTML', concat('<!doctype html><p>hello')],
  ['SVG', concat('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a ZIP', concat('PK\x03\x04')],
  ['a PDF', concat('%PDF-1.7')],
  ['a bitmap', concat('BM', new Uint8Array(60))],
  ['a sound in RIFF', concat('RIFF', u32le(4), 'WAVE')],
])('R-14: %s is not recognised', (_, bytes) => {
  expect(problemOf(bytes)).toBe('unrecognised');
});

test.each(everyType)('R-14: %s cut short anywhere is refused', async (_, build) => {
  const { bytes } = clean(await build());
  for (let length = 0; length < bytes.length; length += 1) {
    expect(problemOf(bytes.subarray(0, length))).not.toBe('accepted');
  }
});

test.each(everyType)(
  'R-14: %s with any byte changed neither throws nor hangs',
  async (_, build) => {
    const { bytes } = clean(await build());
    for (let at = 0; at < bytes.length; at += 1) {
      for (const value of [0, 0x7f, 0xff]) {
        const hostile = bytes.slice();
        hostile[at] = value;
        expect(() => cleanImage(hostile)).not.toThrow();
      }
    }
  },
);

test('R-14: random bytes after every signature are refused or cleaned, without an exception', () => {
  let state = 1;
  const random = () => (state = (state * 48271) % 0x7fffffff) % 256;
  const heads = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\xff\x00\x00\x00WEBP', 'GIF89a'];
  for (const head of heads) {
    for (let round = 0; round < 500; round += 1) {
      const noise = Uint8Array.from({ length: 200 }, random);
      expect(() => cleanImage(concat(head, noise))).not.toThrow();
    }
  }
});

test('R-14: a PNG announcing more pixels than allowed is refused by its header', () => {
  const rest = concat(pngChunk('IDAT', [1]), pngChunk('IEND'));
  expect(problemOf(concat(pngHeader(12_000, 4_166), rest))).toBe('accepted');
  expect(problemOf(concat(pngHeader(12_001, 1), rest))).toBe('too-large');
  expect(problemOf(concat(pngHeader(1, 12_001), rest))).toBe('too-large');
  expect(problemOf(concat(pngHeader(12_000, 4_167), rest))).toBe('too-large');
  expect(problemOf(concat(pngHeader(0xffffffff, 0xffffffff), rest))).toBe('too-large');
  expect(problemOf(concat(pngHeader(0, 10), rest))).toBe('malformed');
});

test('R-14: a JPEG, a WebP or a GIF announcing too many pixels is refused', async () => {
  const jpeg = await gradient().jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(12_001, frame + 5);
  expect(problemOf(jpeg)).toBe('too-large');
  jpeg.writeUInt16BE(0, frame + 5);
  expect(problemOf(jpeg)).toBe('malformed');

  const lossy = await gradient().webp().toBuffer();
  lossy.writeUInt16LE(16_383, 26);
  expect(problemOf(lossy)).toBe('too-large');
  lossy.writeUInt16LE(0, 26);
  expect(problemOf(lossy)).toBe('malformed');

  const extended = await SAMPLES['image/webp']();
  extended.writeUIntLE(0xfffffe, 24, 3);
  expect(problemOf(extended)).toBe('too-large');

  const gif = await gradient().gif().toBuffer();
  gif.writeUInt16LE(65_535, 6);
  expect(problemOf(gif)).toBe('too-large');
  gif.writeUInt16LE(0, 6);
  expect(problemOf(gif)).toBe('malformed');
});

test('R-14: a frame must fit into the size of the header', async () => {
  const gif = await gradient().gif().toBuffer();
  gif.writeUInt16LE(60_000, gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 5);
  expect(problemOf(gif)).toBe('too-large');

  const webp = await (await frames(2)).webp().toBuffer();
  webp.writeUIntLE(100, webp.indexOf('ANMF') + 8, 3);
  expect(problemOf(webp)).toBe('malformed');

  const still = await SAMPLES['image/webp']();
  still.writeUIntLE(11, 24, 3);
  expect(problemOf(still)).toBe('malformed');
});

test('R-14: a JPEG with too many scans is refused', async () => {
  const jpeg = Buffer.from(await gradient().jpeg({ progressive: true }).toBuffer());
  const end = jpeg.length - 2;
  const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), end);
  const bomb = insert(jpeg, end, concat(...Array.from({ length: 100 }, () => lastScan)));
  expect(problemOf(bomb)).toBe('unsupported');
});

test('R-14: a JPEG or PNG without picture data is refused', async () => {
  const jpeg = Buffer.from(await gradient().jpeg().toBuffer());
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  expect(problemOf(concat(jpeg.subarray(0, scan), [0xff, 0xd9]))).toBe('malformed');
  expect(problemOf(concat(pngHeader(1, 1), pngChunk('IEND')))).toBe('malformed');
  expect(problemOf(concat(pngHeader(1, 1), pngChunk('IDAT'), pngChunk('IEND')))).toBe('malformed');
});

test('R-14: a PNG with a wrong checksum or an unknown critical chunk is refused', async () => {
  const png = await gradient().png().toBuffer();
  expect(problemOf(insert(png, 33, pngChunk('CgBI', [0])))).toBe('unsupported');
  const damaged = Uint8Array.from(png);
  damaged[29] = (damaged[29] ?? 0) ^ 1;
  expect(problemOf(damaged)).toBe('malformed');
});

test('R-14: kinds of JPEG that no browser shows are refused', async () => {
  const jpeg = Buffer.from(await gradient().jpeg().toBuffer());
  jpeg[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc3;
  expect(problemOf(jpeg)).toBe('unsupported');
});
