import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openCardStudio, type SocialCard } from '../../../scripts/lib/build/social-cards.ts';

const KB_MAX = 150;
const COVER = 'brand/art/fallback-default.svg';
const CYRILLIC = 'node_modules/@fontsource/vollkorn';

let folder: string;
let cache: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'social-cards-'));
  cache = path.join(folder, 'cache');
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => rm(folder, { recursive: true }));

const BUCKET = 'https://project.example/storage/v1/object/public/images/';
let leftOut: string[] = [];
afterEach(() => {
  leftOut = [];
});

let number = 0;
const card = (fields: Partial<SocialCard> = {}): SocialCard => ({
  path: `/social/post-${++number}.jpg`,
  eyebrow: 'Design',
  title: 'Naming colors so they survive',
  ...fields,
});
/** The paths of the cards that were drawn. */
async function writeFrom(bucket: string, ...items: SocialCard[]) {
  const leaveOut = (_: string, reason: string) => leftOut.push(reason);
  const write = await openCardStudio({ folder, bucket, leaveOut, cache });
  const written = await Promise.all(
    items.map(async (item) => ((await write(item)) ? [item.path] : [])),
  );
  return new Set(written.flat());
}
const write = (...items: SocialCard[]) => writeFrom(BUCKET, ...items);
const fileOf = (item: SocialCard) => path.join(folder, item.path);
const bytesOf = (item: SocialCard) => readFile(fileOf(item));

/** Difference of the average color in the right half of two cards, where the picture is. */
async function pictureDifference(one: SocialCard, other: SocialCard): Promise<number> {
  const [first = 0, second = 0] = await Promise.all(
    [one, other].map(async (item) => {
      const cut = sharp(fileOf(item)).extract({ left: 700, top: 220, width: 400, height: 240 });
      const { channels } = await sharp(await cut.toBuffer()).stats();
      return channels.reduce((sum, { mean }) => sum + mean, 0);
    }),
  );
  return Math.abs(first - second);
}

test.for([
  ['a short title', { title: 'Ok' }],
  ['a long title with a picture', { title: 'A shop for a valley '.repeat(6), picture: COVER }],
  ['a long title by night', { title: 'Forms that keep what you typed '.repeat(4), tone: 'night' }],
  ['one endless word', { title: 'x'.repeat(120), picture: COVER }],
  ['a title longer than any card', { title: 'many words '.repeat(60) }],
  ['a long eyebrow', { eyebrow: 'A client with a name '.repeat(8), picture: COVER }],
  ['letters of central Europe', { title: 'Žízeň, Łódź, Škofja Loka & “Ångström”…' }],
  ['signs of HTML', { title: '</svg><script>alert(1)</script> &amp; <b>' }],
  ['an emoji', { title: 'Launch 🚀 day 👩🏽‍💻' }],
] as const)(
  '%s is a JPEG of 1200×630 below the size limits of social networks',
  async ([, fields]) => {
    const picture = 'picture' in fields ? await readFile(fields.picture) : undefined;
    const item = card({ ...fields, picture });
    expect(await write(item)).toEqual(new Set([item.path]));
    expect(await sharp(fileOf(item)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    });
    expect((await stat(fileOf(item))).size).toBeLessThan(KB_MAX * 1024);
  },
);

test('a card is rendered once, and again for another title or picture', async () => {
  const cover = await readFile(COVER);
  const before = card({ picture: cover });
  await write(before);
  const drawn = await readdir(cache);
  const again = card({ picture: cover });
  await write(again);
  expect(await readdir(cache)).toEqual(drawn);
  expect(await bytesOf(again)).toEqual(await bytesOf(before));
  await write(card({ picture: cover, title: 'Another' }), card({ picture: Buffer.from('x') }));
  expect((await readdir(cache)).length).toBeGreaterThan(drawn.length);
});

test('two cards that look the same can be rendered at the same time', async () => {
  const twins = [card({ title: 'Twins' }), card({ title: 'Twins' }), card({ title: 'Twins' })];
  expect((await write(...twins)).size).toBe(3);
  expect((await readdir(cache)).every((file) => file.endsWith('.jpg'))).toBe(true);
});

test('a picture is fetched; without it the card has none until the next build', async () => {
  const cover = await sharp(COVER).webp().toBuffer();
  const picture = `${BUCKET}a.webp`;
  const [missing, there, plain] = [
    card({ title: 'A picture', picture }),
    card({ title: 'A picture', picture }),
    card({ title: 'A picture' }),
  ];
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 404 }));
  expect((await write(missing, plain)).size).toBe(2);
  expect(await bytesOf(missing)).toEqual(await bytesOf(plain));
  expect(leftOut).toEqual(['the card is rendered without its picture: the bucket answered 404']);
  const fetched = vi.fn(async () => new Response(new Uint8Array(cover)));
  vi.stubGlobal('fetch', fetched);
  await write(there);
  expect(await pictureDifference(there, plain)).toBeGreaterThan(5);
  // Its URL names its version, so it is not fetched again.
  await write(card({ title: 'A picture', picture }));
  expect(fetched).toHaveBeenCalledOnce();
});

test('where a variant is gone, the original is fetched', async () => {
  const cover = await sharp(COVER).webp().toBuffer();
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('variants')
      ? new Response('gone', { status: 404 })
      : new Response(new Uint8Array(cover)),
  );
  const title = 'A picture with variants';
  const [picture, original] = [`${BUCKET}variants/a.webp/1-640.webp`, `${BUCKET}a.webp`];
  const [shown, plain] = [card({ title, picture, original }), card({ title })];
  await write(shown, plain);
  expect(leftOut).toEqual([]);
  expect(await pictureDifference(shown, plain)).toBeGreaterThan(5);
});

test('a card shows nothing of the one before it', async () => {
  const [first, second] = [card({ title: 'Before it' }), card({ title: 'After it' })];
  await write(first);
  await write(card({ title: 'Something long in between '.repeat(4) }), second);
  const again = card({ title: 'After it' });
  await rm(cache, { recursive: true });
  await write(again);
  expect(await bytesOf(again)).toEqual(await bytesOf(second));
});

test('a file that is no picture is left out', async () => {
  const [broken, plain] = [card({ picture: Buffer.from('not a picture') }), card()];
  await write(broken, plain);
  expect(await bytesOf(broken)).toEqual(await bytesOf(plain));
});

test.for(['東京の店', 'مقهى في سكوبيه', '🚀'])(
  'a title without letters in our fonts gets no card: %s',
  async (title) => {
    const item = card({ title });
    expect(await write(item)).toEqual(new Set());
    expect(existsSync(fileOf(item))).toBe(false);
  },
);

test.skipIf(!existsSync(CYRILLIC))('a long Macedonian title gets a card', async () => {
  const item = card({
    eyebrow: 'Бренд и страница',
    title: 'Како малата пржилница од Скопје стана најпосакуваното кафе во градот и пошироко',
    picture: await readFile(COVER),
  });
  expect((await write(item)).size).toBe(1);
});

test('the crop of a picture keeps its focal point', async () => {
  const half = { width: 500, height: 292, channels: 3 } as const;
  const picture = await sharp({ create: { ...half, width: 1000, background: '#ff0000' } })
    .composite([{ input: { create: { ...half, background: '#0000ff' } }, left: 500, top: 0 }])
    .png()
    .toBuffer();
  const items = [0, 100].map((x) => card({ picture, focus: { x, y: 50 } }));
  await write(...items);
  const colours = await Promise.all(
    items.map(async (item) => {
      const cut = sharp(fileOf(item)).extract({ left: 720, top: 240, width: 360, height: 200 });
      const [red = 0, , blue = 0] = await cut.resize(1, 1).raw().toBuffer();
      return red > blue ? 'red' : 'blue';
    }),
  );
  expect(colours).toEqual(['red', 'blue']);
});

test('a photo that is stored on its side hangs upright, by its focal point', async () => {
  const half = { width: 584, height: 500, channels: 3 } as const;
  // Red above blue as displayed: orientation 6 turns the stored left half to the top.
  const picture = await sharp({ create: { ...half, width: 1168, background: '#ff0000' } })
    .composite([{ input: { create: { ...half, background: '#0000ff' } }, left: 584, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const items = [0, 100].map((y) => card({ picture, focus: { x: 50, y } }));
  await write(...items);
  const colours = await Promise.all(
    items.map(async (item) => {
      const cut = sharp(fileOf(item)).extract({ left: 720, top: 240, width: 360, height: 200 });
      const [red = 0, , blue = 0] = await cut.resize(1, 1).raw().toBuffer();
      return red > 4 * blue ? 'red' : blue > 4 * red ? 'blue' : 'both';
    }),
  );
  expect(colours).toEqual(['red', 'blue']);
});

test('without items no file is written', async () => {
  expect(await write()).toEqual(new Set());
});

/** A picture server whose responses the test sets. */
async function serve(answer: RequestListener): Promise<{ bucket: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { bucket: `http://127.0.0.1:${port}/storage/v1/object/public/images/`, requests };
}

test('pictures are fetched from our own bucket only', async () => {
  const { bucket, requests } = await serve((_, response) => response.end('a picture'));
  const elsewhere = new URL(bucket).origin;
  const addresses = [
    `${elsewhere}/internal`,
    `${bucket}../../../../../internal`,
    `${bucket}%2e%2e/internal`,
    `${elsewhere}.attacker.example/storage/v1/object/public/images/a.png`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'https://',
  ];
  const items = addresses.map((picture) => card({ picture }));
  expect((await writeFrom(bucket, ...items)).size).toBe(items.length);
  expect(requests).toEqual([]);
  expect(new Set(leftOut)).toEqual(
    new Set(['the card is rendered without its picture: it is not in our own bucket']),
  );
});

test('a redirect is not followed', async () => {
  const { bucket, requests } = await serve((request, response) => {
    if (request.url === '/elsewhere') response.end('a picture');
    else response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const [moved, plain] = [card({ picture: `${bucket}a.png` }), card()];
  await writeFrom(bucket, moved, plain);
  expect(requests).toEqual(['/storage/v1/object/public/images/a.png']);
  expect(await bytesOf(moved)).toEqual(await bytesOf(plain));
});

test('an endless response is aborted after a few megabytes', async () => {
  let sent = 0;
  const { bucket } = await serve((_, response) => {
    const chunk = Buffer.alloc(256 * 1024);
    const push = () => {
      while (!response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', push);
      }
    };
    push();
  });
  const before = process.memoryUsage.rss();
  await writeFrom(bucket, card({ picture: `${bucket}huge.png` }));
  expect(leftOut).toEqual(['the card is rendered without its picture: it is larger than 6 MB']);
  expect(sent).toBeLessThan(40 * 1024 * 1024);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
});

test('a response that never ends times out', async () => {
  const { bucket } = await serve((_, response) => void response.write('\x89PNG'));
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.min(ms, 200)));
  const item = card({ picture: `${bucket}slow.png` });
  expect(await writeFrom(bucket, item)).toEqual(new Set([item.path]));
  expect(leftOut).toEqual([expect.stringMatching(/without its picture: .*timeout/)]);
});

test('a small file with huge dimensions, or an SVG, is not decoded', async () => {
  const bomb = await sharp({
    create: { width: 8000, height: 8000, channels: 3, background: '#fff' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const { bucket } = await serve((request, response) => {
    response.end(
      request.url?.endsWith('.svg') ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : bomb,
    );
  });
  await writeFrom(bucket, card({ picture: `${bucket}a.png` }), card({ picture: `${bucket}a.svg` }));
  expect(leftOut).toHaveLength(2);
  expect(leftOut).toContainEqual(expect.stringContaining('pixel limit'));
  expect(leftOut).toContainEqual(expect.stringContaining('it is no JPEG, PNG, WebP or GIF'));
});
