import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import {
  FOREIGN_MAX_BYTES,
  nameOfForeignPicture,
  readForeignPicture,
  type ForeignDeps,
} from '../../../supabase/functions/secure-file-upload/foreign-picture.ts';
import {
  handleUpload,
  type UploadDeps,
  type UploadEvent,
} from '../../../supabase/functions/secure-file-upload/handler.ts';
import { gradient, noForeign } from './pictures.ts';

const png = await gradient(40, 30).png().toBuffer();
const HOSTS: Record<string, string[]> = {
  'public.example': ['93.184.215.14', '2606:2800:21f::1'],
  'half.example': ['93.184.215.14', '10.0.0.5'],
  'private.example': ['192.168.1.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'translated.example': ['64:ff9b::7f00:1'],
  'local.example': ['fd12::1'],
  'meta.example': ['169.254.169.254'],
  'shared.example': ['100.64.0.1'],
};

function website(pages: Record<string, () => Response | Promise<Response>>) {
  const asked: string[] = [];
  const deps: ForeignDeps = {
    resolve: async (host) => HOSTS[host] ?? [],
    fetch: async (address, { redirect }) => {
      asked.push(address.href);
      expect(redirect, 'every redirect is checked').toBe('manual');
      const page = pages[address.href];
      if (!page) throw new TypeError('refused');
      return page();
    },
  };
  return { deps, asked };
}

const picture = () => new Response(png);
const redirectTo = (location: string) => () =>
  new Response(null, { status: 302, headers: { location } });

test('a picture of a public website is read, without its metadata', async () => {
  const withPlace = await sharp(png)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '42/1' } })
    .toBuffer();
  const { deps } = website({ 'https://public.example/a.jpg': () => new Response(withPlace) });
  const found = await readForeignPicture('https://public.example/a.jpg', deps);
  if (typeof found === 'string') throw new Error(found);
  expect(found.type).toBe('image/jpeg');
  expect(found.bytes.byteLength).toBeLessThan(withPlace.byteLength);
});

test.for([
  'http://public.example/a.png',
  'https://public.example:8443/a.png',
  'https://me:secret@public.example/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,AA',
  'public.example/a.png',
  '',
  'https://unknown.example/a.png',
  ...Object.keys(HOSTS)
    .filter((host) => host !== 'public.example')
    .map((host) => `https://${host}/a.png`),
  'https://127.0.0.1/a.png',
  'https://0x7f.1/a.png',
  'https://2130706433/a.png',
  'https://[::1]/a.png',
  'https://[::ffff:10.0.0.1]/a.png',
  'https://0.0.0.0/a.png',
])('%s is never asked, also as a redirect', async (address) => {
  const { deps, asked } = website({
    [address]: picture,
    'https://public.example/to': redirectTo(address),
  });
  expect(await readForeignPicture(address, deps)).toBe('address_unfit');
  expect(asked).toEqual([]);
  if (/^[a-z]+:/.test(address)) {
    expect(await readForeignPicture('https://public.example/to', deps)).toBe('address_unfit');
    expect(asked).toEqual(['https://public.example/to']);
  }
});

test('an import may name a private host, and no other one is asked then', async () => {
  const { deps, asked } = website({
    'http://127.0.0.1:4000/a.png': picture,
    'http://127.0.0.1:4000/to': redirectTo('http://127.0.0.1:4001/a.png'),
  });
  const trusting = { ...deps, trusts: ({ host }: URL) => host === '127.0.0.1:4000' };
  expect(await readForeignPicture('http://127.0.0.1:4000/a.png', trusting)).toMatchObject({
    type: 'image/png',
  });
  for (const address of ['http://127.0.0.1:4000/to', 'http://127.0.0.1:4001/a.png']) {
    expect(await readForeignPicture(address, trusting)).toBe('address_unfit');
  }
  expect(asked).toEqual(['http://127.0.0.1:4000/a.png', 'http://127.0.0.1:4000/to']);
});

test('three redirects are followed, relative ones too, a fourth is not', async () => {
  const { deps } = website({
    'https://public.example/4': redirectTo('/3'),
    'https://public.example/3': redirectTo('https://public.example/2'),
    'https://public.example/2': redirectTo('1'),
    'https://public.example/1': redirectTo('/a.png'),
    'https://public.example/a.png': picture,
  });
  expect(await readForeignPicture('https://public.example/3', deps)).toMatchObject({
    type: 'image/png',
  });
  expect(await readForeignPicture('https://public.example/4', deps)).toBe('address_unreachable');
});

test.for<[string, () => Response, string]>([
  ['answers 403', () => new Response('No', { status: 403 }), 'address_refuses'],
  ['answers with a page', () => new Response('<html>secret</html>'), 'address_no_picture'],
  ['answers with an SVG', () => new Response('<svg onload="x"/>'), 'address_no_picture'],
  [
    'never ends',
    () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(FOREIGN_MAX_BYTES / 4)),
        }),
      ),
    'address_too_large',
  ],
])('a website that %s', async ([, answer, problem]) => {
  const { deps } = website({ 'https://public.example/a.png': answer });
  expect(await readForeignPicture('https://public.example/a.png', deps)).toBe(problem);
});

test('a website that does not answer', async () => {
  const { deps } = website({});
  expect(await readForeignPicture('https://public.example/a.png', deps)).toBe(
    'address_unreachable',
  );
});

test.for([
  ['https://a.example/photos/Ferry%20at%20dawn.JPG?w=1', 'Ferry at dawn.jpeg'],
  ['https://a.example/', 'picture.jpeg'],
  ['https://a.example/shell.php.jpg', 'shell-php.jpeg'],
  ['https://a.example/%E0%A4%A', '%E0%A4%A.jpeg'],
] as const)('%s is named %s', ([address, name]) => {
  expect(nameOfForeignPicture(address, 'image/jpeg')).toBe(name);
});

function ask(body: unknown, given: Partial<UploadDeps> = {}) {
  const events: UploadEvent[] = [];
  const deps = {
    authenticate: async () => ({ userId: 'user-1' }),
    staffRole: async () => 'editor',
    foreign: website({ 'https://public.example/a.png': picture }).deps,
    afterwards: (run: () => unknown) => void run(),
    logEvent: async (event: UploadEvent) => void events.push(event),
    logError: vi.fn(),
    ...given,
  };
  const request = new Request('https://site.example/functions/v1/secure-file-upload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // What storing needs is missing: nothing may be stored.
  return { reply: handleUpload(request, deps as unknown as UploadDeps), events };
}

test('a member gets the picture as a form, and the log says where it came from', async () => {
  const { reply, events } = ask({ address: 'https://public.example/a.png' });
  const file = (await (await reply).formData()).get('file');
  expect(file).toMatchObject({ name: 'a.png', type: 'image/png' });
  expect(events[0]?.metadata).toEqual({
    outcome: 'fetched',
    address: 'https://public.example/a.png',
  });
});

test('what was refused is said', async () => {
  const { reply } = ask({ address: 'https://public.example/b.png' });
  const { status } = await reply;
  expect(status).toBe(422);
  expect(await (await reply).json()).toMatchObject({ error: { code: 'address_unreachable' } });
});

test.for<[string, unknown, Partial<UploadDeps>, number]>([
  [
    'a visitor',
    { address: 'https://public.example/a.png' },
    { authenticate: async () => null },
    401,
  ],
  [
    'an account without a role',
    { address: 'https://public.example/a.png' },
    { staffRole: async () => null },
    403,
  ],
  [
    'a second factor that is missing',
    { address: 'https://public.example/a.png' },
    { staffRole: async () => 'code' },
    403,
  ],
  ['a body without an address', { url: 'https://public.example/a.png' }, {}, 415],
  ['an address that is a list', { address: ['https://public.example/a.png'] }, {}, 415],
])('%s: no website is asked', async ([, body, given, status]) => {
  const foreign = { ...noForeign, resolve: vi.fn(noForeign.resolve) };
  const { reply } = ask(body, { ...given, foreign });
  expect((await reply).status).toBe(status);
  expect(foreign.resolve).not.toHaveBeenCalled();
});
