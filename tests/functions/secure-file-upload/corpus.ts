// Hostile and broken uploads, generated so that the repository has no binaries.
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { UPLOAD_MAX_BYTES } from '../../../supabase/functions/_shared/contracts/upload.ts';
import {
  concat,
  frames,
  gradient,
  insert,
  pngChunk,
  pngHeader,
  u32,
  u32le,
  withMetadata,
} from './pictures.ts';

/** A marker that must not be in stored files. */
export const SECRET = 'secret-';

export type Sample = {
  what: string;
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
  type: string;
};

const FORMATS = {
  jpg: { type: 'image/jpeg', build: () => withMetadata(gradient()).jpeg().toBuffer() },
  png: { type: 'image/png', build: () => withMetadata(gradient()).png().toBuffer() },
  webp: { type: 'image/webp', build: () => withMetadata(gradient()).webp().toBuffer() },
  gif: { type: 'image/gif', build: () => gradient().gif().toBuffer() },
};

const formats = Object.entries(FORMATS);

async function everyFormat() {
  return Promise.all(
    formats.map(async ([extension, { type, build }]) => ({
      extension,
      type,
      bytes: concat(await build()),
    })),
  );
}

/** Pictures with the name and type of another kind. */
export async function mislabelled(): Promise<Sample[]> {
  const pictures = await everyFormat();
  return pictures.flatMap(({ extension, bytes }) =>
    pictures
      .filter((other) => other.extension !== extension)
      .flatMap((other) => [
        {
          what: `${extension} that says it is ${other.extension}`,
          bytes,
          name: `a.${other.extension}`,
          type: other.type,
        },
        {
          what: `${extension} named .${other.extension}`,
          bytes,
          name: `a.${other.extension}`,
          type: FORMATS[extension as keyof typeof FORMATS].type,
        },
      ]),
  );
}

/** Pictures cut at several places. */
export async function truncated(): Promise<Sample[]> {
  return (await everyFormat()).flatMap(({ extension, type, bytes }) =>
    [0.1, 0.5, 0.9, 0.99].map((part) => ({
      what: `${extension} cut at ${part * 100} %`,
      bytes: bytes.slice(0, Math.floor(bytes.length * part)),
      name: `a.${extension}`,
      type,
    })),
  );
}

/** Small files that decode to gigabytes. */
export async function bombs(): Promise<Sample[]> {
  const jpeg = Buffer.from(await gradient().jpeg().toBuffer());
  jpeg.fill(
    0xff,
    jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5,
    jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 9,
  );
  const gif = Buffer.from(await gradient().gif().toBuffer());
  gif.writeUInt32LE(0xffffffff, 6);
  const frame = Buffer.from(await gradient().gif().toBuffer());
  frame.writeUInt32LE(
    0xffffffff,
    frame.indexOf(0x2c, 13 + 3 * 2 ** ((frame.readUInt8(10) & 7) + 1)) + 5,
  );
  const extended = concat('VP8X', u32le(10), [0, 0, 0, 0], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
  const png = (width: number, height: number) =>
    concat(
      pngHeader(width, height),
      pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
      pngChunk('IEND'),
    );
  const sample = (what: string, extension: keyof typeof FORMATS, bytes: Uint8Array): Sample => ({
    what,
    bytes: concat(bytes),
    name: `a.${extension}`,
    type: FORMATS[extension].type,
  });
  return [
    sample('PNG of 60000 × 60000', 'png', png(60_000, 60_000)),
    sample('PNG of 12000 × 12000', 'png', png(12_000, 12_000)),
    sample('PNG as wide as a number allows', 'png', png(0xffffffff, 1)),
    sample('PNG of no width', 'png', png(0, 100)),
    sample('JPEG of 65535 × 65535', 'jpg', jpeg),
    sample('GIF of 65535 × 65535', 'gif', gif),
    sample('GIF whose frame is far larger than itself', 'gif', frame),
    sample(
      'WebP of 16777216 × 16777216',
      'webp',
      concat('RIFF', u32le(4 + extended.length), 'WEBP', extended),
    ),
  ];
}

/** Polyglots: pictures that are also script, page or archive. The picture may be kept. */
export async function polyglots(): Promise<Sample[]> {
  const jpeg = concat(await gradient().jpeg().toBuffer());
  const png = concat(await gradient().png().toBuffer());
  const webp = concat(await withMetadata(gradient()).webp().toBuffer());
  const gif = Buffer.from(await gradient().gif().toBuffer());
  const script = `*/=1;alert("${SECRET}script")//`;
  const page = `<html><script>alert("${SECRET}page")</script></html>`;
  const zip = concat('PK\x03\x04', `${SECRET}zip`, 'PK\x05\x06', new Uint8Array(18));
  const comment = (text: string) => concat([0xff, 0xfe, 0, text.length + 2], text);

  // Its width bytes open a JavaScript comment, its own comment closes it.
  const gifScript = Buffer.from(
    insert(gif, gif.length - 1, concat([0x21, 0xfe, script.length], script, [0])),
  );
  gifScript.write('/*', 6, 'latin1');
  const chunk = concat(
    'HTML',
    u32le(page.length + (page.length % 2)),
    page.padEnd(page.length + (page.length % 2)),
  );
  const webpPage = Buffer.from(concat(webp, chunk));
  webpPage.writeUInt32LE(webpPage.length - 8, 4);
  return [
    { what: 'GIF and JavaScript', bytes: concat(gifScript), name: 'a.gif', type: 'image/gif' },
    {
      what: 'JPEG and HTML in a comment',
      bytes: insert(jpeg, 2, comment(page)),
      name: 'a.jpg',
      type: 'image/jpeg',
    },
    {
      what: 'JPEG and HTML behind it',
      bytes: concat(jpeg, page),
      name: 'a.jpg',
      type: 'image/jpeg',
    },
    {
      what: 'JPEG and PHP',
      bytes: insert(jpeg, 2, comment(`<?php system("${SECRET}php"); ?>`)),
      name: 'a.jpg',
      type: 'image/jpeg',
    },
    {
      what: 'JPEG and PDF',
      bytes: insert(jpeg, 2, comment(`%PDF-1.7 ${SECRET}pdf`)),
      name: 'a.jpg',
      type: 'image/jpeg',
    },
    { what: 'PNG and ZIP behind it', bytes: concat(png, zip), name: 'a.png', type: 'image/png' },
    {
      what: 'PNG and ZIP inside it',
      bytes: insert(png, 33, pngChunk('ziPa', zip)),
      name: 'a.png',
      type: 'image/png',
    },
    {
      what: 'PNG and HTML in a text',
      bytes: insert(png, 33, pngChunk('tEXt', `Title\0${page}`)),
      name: 'a.png',
      type: 'image/png',
    },
    { what: 'WebP and HTML', bytes: concat(webpPage), name: 'a.webp', type: 'image/webp' },
  ];
}

/** Ordinary pictures with the metadata of a camera or an editor. */
export async function honest(): Promise<Sample[]> {
  const animation = await frames(3);
  const moving = [
    { extension: 'gif', bytes: await animation.gif({ loop: 0, delay: 80 }).toBuffer() },
    {
      extension: 'webp',
      bytes: await withMetadata(animation).webp({ loop: 0, delay: 80 }).toBuffer(),
    },
    { extension: 'png', bytes: await animatedPng() },
  ] as const;
  return [
    ...(await everyFormat()).map(({ extension, type, bytes }) => ({
      what: `${extension} of a phone`,
      bytes,
      name: `a.${extension}`,
      type,
    })),
    ...moving.map(({ extension, bytes }) => ({
      what: `${extension} that moves`,
      bytes: concat(bytes),
      name: `a.${extension}`,
      type: FORMATS[extension].type,
    })),
  ];
}

async function animatedPng() {
  const still = Buffer.from(await gradient().png().toBuffer());
  const idat = still.indexOf('IDAT') - 4;
  const data = still.subarray(idat + 8, idat + 8 + still.readUInt32BE(idat));
  const control = (sequence: number) =>
    pngChunk('fcTL', concat(u32(sequence), u32(48), u32(32), u32(0), u32(0), [0, 1, 0, 10, 0, 0]));
  return concat(
    still.subarray(0, idat),
    pngChunk('acTL', concat(u32(2), u32(0))),
    pngChunk('tEXt', `Author\0${SECRET}author`),
    control(0),
    pngChunk('IDAT', data),
    control(1),
    pngChunk('fdAT', concat(u32(2), data)),
    pngChunk('IEND'),
  );
}

/** Files that are no picture, under picture names. */
export function noPictures(): Sample[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert("${SECRET}svg")</script></svg>`;
  const sample = (what: string, content: Uint8Array | string, name: string, type: string) => ({
    what,
    bytes: concat(content),
    name,
    type,
  });
  return [
    sample('SVG with a script', svg, 'a.svg', 'image/svg+xml'),
    sample('SVG with a script, called PNG', svg, 'a.svg.png', 'image/png'),
    sample('SVG with a script, named SVG and sent as PNG', svg, 'a.svg', 'image/png'),
    sample('HTML sent as a picture', '<!doctype html><script>1</script>', 'a.gif', 'image/gif'),
    sample('nothing', '', 'a.png', 'image/png'),
    sample('zeros', new Uint8Array(5000), 'a.webp', 'image/webp'),
    sample('signature and nothing else', '\x89PNG\r\n\x1a\n', 'a.png', 'image/png'),
    sample('GIF of a header only', 'GIF89a', 'a.gif', 'image/gif'),
    sample('5 MB and one byte', pngOfSize(UPLOAD_MAX_BYTES + 1), 'a.png', 'image/png'),
  ];
}

/** A PNG of exactly this many bytes. */
export function pngOfSize(total: number): Uint8Array<ArrayBuffer> {
  const head = pngHeader(100, 100);
  const frame = pngChunk('IEND').length + 12;
  const data = new Uint8Array(total - head.length - frame);
  return concat(head, pngChunk('IDAT', data), pngChunk('IEND'));
}

/** Raw values of `filename="…"`, with quotes and line ends that a browser would encode. */
export const HOSTILE_NAMES = [
  '../../etc/passwd.png',
  '..\\..\\boot.png',
  '/etc/cron.d/job.png',
  'C:\\Windows\\a.png',
  '%2e%2e%2f%2e%2e%2fa.png',
  'seed/garden.png',
  'variants/x/1-320.png',
  'a\u0000.png',
  'photo\u202Egnp.exe.png',
  'photo\u202Ecod.png',
  `${'a'.repeat(300)}.png`,
  `${'😀'.repeat(100)}.png`,
  'CON.png',
  'NUL.png',
  '.htaccess.png',
  '-rf.png',
  '$(reboot).png',
  "'; drop table image_records; --.png",
  '<img src=x onerror=alert(1)>.png',
  ' .png',
  '...png',
  '\u200B\uFEFF.png',
  'a;b=c.png',
  'Ünïcödé ﷽.png',
] as const;

/** One part named `file`, built by hand because FormData encodes such names. */
export function multipart(
  { bytes, name, type }: Pick<Sample, 'bytes' | 'name' | 'type'>,
  fields: Record<string, string> = {},
): { body: Uint8Array<ArrayBuffer>; contentType: string } {
  const boundary = 'between-the-parts';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const others = Object.entries(fields).map(
    ([field, value]) =>
      `\r\n--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}`,
  );
  return {
    body: concat(
      Buffer.from(head),
      bytes,
      Buffer.from(`${others.join('')}\r\n--${boundary}--\r\n`),
    ),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** The format that a decoder detects, and whether metadata is left. */
export async function lookInside(bytes: Uint8Array) {
  const {
    format,
    exif,
    xmp,
    iptc,
    comments,
    pages = 1,
  } = await sharp(bytes, { animated: true }).metadata();
  const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return {
    format,
    frames: pages,
    width: info.width,
    height: info.height,
    metadata: [exif, xmp, iptc, comments].filter((part) => part !== undefined).length,
    hasSecret: Buffer.from(bytes).includes(SECRET),
  };
}
