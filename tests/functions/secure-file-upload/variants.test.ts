import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { uploadReplySchema } from '../../../supabase/functions/_shared/contracts/upload.ts';
import {
  handleUpload,
  type UploadDeps,
} from '../../../supabase/functions/secure-file-upload/handler.ts';
import type { ImageRecord } from '../../../supabase/functions/secure-file-upload/store-picture.ts';
import { concat, containsText, withMetadata, noForeign } from './pictures.ts';

const ADDRESS = 'https://site.example/functions/v1/secure-file-upload';
const ID = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';

/** A bucket and its records; a test can make each step fail. */
function setUp(overrides: Partial<UploadDeps> = {}) {
  const bucket = new Map<string, Uint8Array>();
  const records = new Map<string, ImageRecord>();
  const deps: UploadDeps = {
    authenticate: async () => ({ userId: 'user-1' }),
    staffRole: async () => 'editor',
    foreign: noForeign,
    store: async (path, bytes, _, replaces) => {
      if (!replaces && bucket.has(path)) return false;
      bucket.set(path, bytes);
      return true;
    },
    remove: async (paths) => {
      for (const path of paths) bucket.delete(path);
    },
    findRecord: async (path) => records.get(path) ?? null,
    saveRecord: async (record) => {
      records.set(record.path, record);
    },
    removeRecord: async (path) => {
      records.delete(path);
    },
    publicUrl: (path) => `https://site.example/storage/v1/object/public/images/${path}`,
    newId: () => ID,
    afterwards: () => undefined,
    logEvent: async () => undefined,
    logError: vi.fn(),
    ...overrides,
  };
  return { deps, bucket, records, objects: () => [...bucket.keys()] };
}

function plain(width: number, height: number, background = '#2f6fde') {
  return sharp({ create: { width, height, channels: 3, background } });
}

async function photo(width = 1000, height = 500, name = 'Our Office.jpg'): Promise<File> {
  const bytes = await plain(width, height).jpeg().toBuffer();
  return new File([concat(bytes)], name, { type: 'image/jpeg' });
}

async function copy(width: number, height: number, name = `${width}.webp`): Promise<File> {
  const bytes = await plain(width, height).webp().toBuffer();
  return new File([concat(bytes)], name, { type: 'image/webp' });
}

async function send(
  deps: UploadDeps,
  file: File,
  variants: File[] = [],
  fields: Record<string, string> = {},
) {
  const body = new FormData();
  body.append('file', file);
  for (const variant of variants) body.append('variant', variant, variant.name);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const response = await handleUpload(new Request(ADDRESS, { method: 'POST', body }), deps);
  return { status: response.status, reply: uploadReplySchema.parse(await response.json()) };
}

const own = { naming: 'own' };

test('IMG-8: variants are stored beside the picture, and its URL names them', async () => {
  const { deps, objects, records } = setUp();
  const { status, reply } = await send(deps, await photo(), [
    await copy(640, 320),
    await copy(320, 160),
  ]);
  expect(status).toBe(200);
  expect(reply).toMatchObject({
    path: `${ID}.jpg`,
    url: `https://site.example/storage/v1/object/public/images/${ID}.jpg?v=1000x500_320-640.1`,
  });
  expect(objects()).toEqual([
    `${ID}.jpg`,
    `variants/${ID}.jpg/1-320.webp`,
    `variants/${ID}.jpg/1-640.webp`,
  ]);
  expect(records.get(`${ID}.jpg`)).toMatchObject({
    width: 1000,
    height: 500,
    mime: 'image/jpeg',
    variants: [320, 640],
    revision: 1,
    original_name: 'Our Office.jpg',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('the record has the hash of the uploaded file', async () => {
  const { deps, records } = setUp();
  const file = new File([concat(await withMetadata(plain(20, 20)).jpeg().toBuffer())], 'a.jpg', {
    type: 'image/jpeg',
  });
  await send(deps, file);
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  expect(records.get(`${ID}.jpg`)?.sha256).toBe(Buffer.from(hash).toString('hex'));
});

test('VFILE-19: a variant loses its metadata like the picture', async () => {
  const { deps, bucket } = setUp();
  const bytes = await withMetadata(plain(320, 160)).webp().toBuffer();
  expect(containsText(bytes, 'secret-')).toBe(true);
  const variant = new File([concat(bytes)], '320.webp', { type: 'image/webp' });
  expect((await send(deps, await photo(), [variant])).status).toBe(200);
  expect(containsText(bucket.get(`variants/${ID}.jpg/1-320.webp`) ?? concat(), 'secret-')).toBe(
    false,
  );
});

test.each<[string, () => Promise<File[]>]>([
  ['as wide as the picture', async () => [await copy(1280, 640)]],
  ['of an unknown width', async () => [await copy(500, 250)]],
  ['of another shape', async () => [await copy(320, 320)]],
  ['named by another width', async () => [await copy(320, 160, '640.webp')]],
  ['twice', async () => [await copy(320, 160), await copy(320, 160)]],
  [
    'that is no WebP',
    async () => [
      new File([concat(await plain(320, 160).png().toBuffer())], '320.webp', {
        type: 'image/webp',
      }),
    ],
  ],
  ['that is damaged', async () => [new File(['RIFF'], '320.webp', { type: 'image/webp' })]],
  ['too many', async () => Promise.all(Array.from({ length: 6 }, () => copy(320, 160)))],
])('VFILE-19: a variant %s is refused and nothing is stored', async (_, build) => {
  const { deps, objects, records } = setUp();
  const { status, reply } = await send(deps, await photo(), await build());
  expect([status, reply]).toMatchObject([422, { error: { code: 'unfit_variant' } }]);
  expect([objects(), records.size]).toEqual([[], 0]);
});

test.for(['jpeg', 'png'] as const)(
  'a browser without an encoder for WebP sends copies in %s, which are stored as such',
  async (format) => {
    const types: string[] = [];
    const { deps, objects } = setUp();
    const store: UploadDeps['store'] = (path, bytes, type, replaces) => {
      types.push(type);
      return deps.store(path, bytes, type, replaces);
    };
    const extension = format === 'jpeg' ? 'jpg' : 'png';
    const bytes = await plain(320, 160).toFormat(format).toBuffer();
    const small = new File([concat(bytes)], `320.${extension}`, { type: `image/${format}` });
    expect((await send({ ...deps, store }, await photo(), [small])).status).toBe(200);
    expect(objects()).toContain(`variants/${ID}.jpg/1-320.webp`);
    expect(types).toEqual(['image/jpeg', `image/${format}`]);
  },
);

test('VFILE-19: an animated picture has no variants', async () => {
  const { deps } = setUp();
  const frames = await Promise.all(
    ['#000000', '#ffffff'].map((color) => plain(640, 320, color).png().toBuffer()),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const gif = new File([concat(moving)], 'a.gif', { type: 'image/gif' });
  expect((await send(deps, gif, [await copy(320, 160)])).status).toBe(422);
});

test('STOR-4, SAN-1: keeping the file name gives the object the sanitised name', async () => {
  const { deps, objects } = setUp();
  await send(deps, await photo(), [], own);
  expect(objects()).toEqual(['Our_Office.jpg']);
});

test('R-15: a name in use is refused until the editor has decided', async () => {
  const { deps, objects } = setUp();
  await send(deps, await photo(), [], own);
  const { status, reply } = await send(deps, await photo(400, 200), [], own);
  expect([status, reply]).toMatchObject([
    409,
    { message: 'A picture with this name exists', error: { code: 'name_taken' } },
  ]);
  expect(objects()).toEqual(['Our_Office.jpg']);
});

test('R-15: Keep both numbers the new file', async () => {
  const { deps, objects } = setUp();
  for (let turn = 0; turn < 3; turn += 1) {
    await send(deps, await photo(), [], { ...own, name_taken: 'keep-both' });
  }
  expect(objects()).toEqual(['Our_Office.jpg', 'Our_Office-2.jpg', 'Our_Office-3.jpg']);
});

test('STOR-4, R-15: Replace overwrites, and the URL has a new version', async () => {
  const { deps, objects, records } = setUp();
  await send(deps, await photo(), [await copy(320, 160)], own);
  const { reply } = await send(deps, await photo(800, 800), [await copy(640, 640)], {
    ...own,
    name_taken: 'replace',
  });
  expect(reply).toMatchObject({
    url: expect.stringMatching(/Our_Office\.jpg\?v=800x800_640\.2$/),
  });
  expect(objects()).toEqual(['Our_Office.jpg', 'variants/Our_Office.jpg/2-640.webp']);
  expect(records.get('Our_Office.jpg')).toMatchObject({ width: 800, variants: [640], revision: 2 });
});

test('a picture without a record counts as the first revision', async () => {
  const { deps, bucket } = setUp();
  bucket.set('Our_Office.jpg', concat());
  const { reply } = await send(deps, await photo(), [], { ...own, name_taken: 'replace' });
  expect(reply).toMatchObject({ url: expect.stringMatching(/\?v=1000x500\.2$/) });
});

test.each(['variant', 'record'])(
  'when the %s of a new picture fails nothing is left',
  async (step) => {
    const { deps, objects, records } = setUp();
    const failure = new Error('storage down');
    const failing: UploadDeps = {
      ...deps,
      store: (path, ...rest) =>
        step === 'variant' && path.startsWith('variants/')
          ? Promise.reject(failure)
          : deps.store(path, ...rest),
      saveRecord: (record) =>
        step === 'record' ? Promise.reject(failure) : deps.saveRecord(record),
    };
    const { status } = await send(failing, await photo(), [await copy(320, 160)]);
    expect(status).toBe(500);
    expect([objects(), records.size]).toEqual([[], 0]);
  },
);

test('when replacing fails the old picture, its variants and its record stay', async () => {
  const { deps, bucket, objects, records } = setUp();
  await send(deps, await photo(), [await copy(320, 160)], own);
  const before = [objects(), records.get('Our_Office.jpg'), bucket.get('Our_Office.jpg')];
  const failing: UploadDeps = {
    ...deps,
    store: (path, ...rest) =>
      path === 'Our_Office.jpg'
        ? Promise.reject(new Error('storage down'))
        : deps.store(path, ...rest),
  };
  const { status } = await send(failing, await photo(800, 800), [await copy(640, 640)], {
    ...own,
    name_taken: 'replace',
  });
  expect(status).toBe(500);
  expect([objects(), records.get('Our_Office.jpg'), bucket.get('Our_Office.jpg')]).toEqual(before);
});

/** A process that is killed after this many steps: later steps have no effect. */
function killedAfter(steps: number, deps: UploadDeps): UploadDeps {
  let left = steps;
  const mortal =
    <Args extends unknown[], Result>(step: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return step(...args);
    };
  return {
    ...deps,
    store: mortal(deps.store),
    remove: mortal(deps.remove),
    findRecord: mortal(deps.findRecord),
    saveRecord: mortal(deps.saveRecord),
    removeRecord: mortal(deps.removeRecord),
  };
}

/** Every file named by the record exists. */
function expectServed({ bucket, records }: ReturnType<typeof setUp>, path: string) {
  const { revision, variants = [] } = records.get(path) ?? {};
  const copies = variants.map((width) => `variants/${path}/${revision}-${width}.webp`);
  expect([...bucket.keys()]).toEqual(expect.arrayContaining([path, ...copies]));
}

// Four steps: reading the record, the picture, its variant, the record.
test.each([0, 1, 2, 3, 4])(
  'after a kill at step %i of an upload, sending it again stores it completely',
  async (steps) => {
    const site = setUp();
    const [picture, small] = [await photo(), await copy(320, 160)];
    await send(killedAfter(steps, site.deps), picture, [small], own);
    if (site.records.size > 0) expectServed(site, 'Our_Office.jpg');

    const again = await send(site.deps, picture, [small], own);
    // The killed upload may have taken the name: the editor is asked and chooses Replace.
    if (again.status === 409) {
      const { status } = await send(site.deps, picture, [small], { ...own, name_taken: 'replace' });
      expect(status).toBe(200);
    }
    expectServed(site, 'Our_Office.jpg');
    expect(site.records.get('Our_Office.jpg')).toMatchObject({ width: 1000, variants: [320] });
  },
);

// Five steps: reading the record, the variant, the record, the picture, removal of the old variant.
test.each([0, 1, 2, 3, 4, 5])(
  'R-15: after a kill at step %i of a replacement, the old or the new picture is complete, and sending again completes it',
  async (steps) => {
    const site = setUp();
    await send(site.deps, await photo(), [await copy(320, 160)], own);
    const old = site.bucket.get('Our_Office.jpg');
    const [picture, small] = [await photo(800, 800), await copy(640, 640)];
    const replacing = { ...own, name_taken: 'replace' };
    await send(killedAfter(steps, site.deps), picture, [small], replacing);
    expectServed(site, 'Our_Office.jpg');
    const isReplaced = steps >= 4;
    expect(site.bucket.get('Our_Office.jpg') === old).toBe(!isReplaced);
    // Earlier prerendered pages name these variants until the next build.
    if (!isReplaced) expect(site.objects()).toContain('variants/Our_Office.jpg/1-320.webp');

    expect((await send(site.deps, picture, [small], replacing)).status).toBe(200);
    expectServed(site, 'Our_Office.jpg');
    expect(site.records.get('Our_Office.jpg')).toMatchObject({ width: 800, variants: [640] });
    expect(site.bucket.get('Our_Office.jpg')).not.toBe(old);
  },
);

test.each([
  ['naming', 'mine'],
  ['name_taken', 'overwrite'],
])('a %s of %j is refused', async (field, value) => {
  const { deps, objects } = setUp();
  const { status } = await send(deps, await photo(), [], { [field]: value });
  expect([status, objects()]).toEqual([400, []]);
});
