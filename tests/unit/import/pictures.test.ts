import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparePicture, readPicture } from '../../../scripts/lib/import/pictures.ts';
import { UPLOAD_MAX_BYTES } from '../../../supabase/functions/_shared/contracts/upload.ts';
import { gradient } from '../../functions/secure-file-upload/pictures';

let folder: string;
const inFolder = (name: string) => ({ folder: `${folder}/${name}`, pictures: null, hosts: [] });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'import-'));
  const png = await gradient(1, 40, 30).png().toBuffer();
  for (const file of ['site/posts/a.png', 'site/static/b.png', 'copy/2019/c.png', 'secret.png']) {
    await mkdir(path.dirname(`${folder}/${file}`), { recursive: true });
    await writeFile(`${folder}/${file}`, png);
  }
  await writeFile(`${folder}/site/page.png`, '<html>');
});
afterAll(() => rm(folder, { recursive: true }));

test('a picture beside the text, and one of the folder that a generator copies', async () => {
  for (const address of ['file:///posts/a.png', 'file:///b.png']) {
    expect(await readPicture([address], inFolder('site'))).toMatchObject({ type: 'image/png' });
  }
});

test.for([
  ['file:///posts/missing.png', 'there is no such file'],
  ['file:///../secret.png', 'there is no such file'],
  ['file:///..%2fsecret.png', 'there is no such file'],
  ['file:///posts', 'there is no such file'],
  ['file:///page.png', 'no JPEG, PNG, WebP or GIF'],
  ['http://127.0.0.1:9/a.png', 'the address is not public, or not https'],
  ['https://localhost/a.png', 'the address is not public, or not https'],
] as const)('%s: %s', async ([address, problem]) => {
  expect(await readPicture([address], inFolder('site'))).toEqual({ problem });
});

test('files of the old site are asked before the site is', async () => {
  const address = 'https://127.0.0.1/wp-content/uploads/2019/c.png';
  const places = { folder: null, pictures: `${folder}/copy`, hosts: [] };
  expect(await readPicture([address], places)).toMatchObject({ type: 'image/png' });
  expect(await readPicture([address.replace('c.png', 'd.png')], places)).toHaveProperty('problem');
});

test('a photo gets the smaller copies of an upload, turned as it is shown', async () => {
  const bytes = await gradient(1, 1000, 700)
    .jpeg({ quality: 100 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const prepared = await preparePicture({ type: 'image/jpeg', bytes: new Uint8Array(bytes) });
  if ('problem' in prepared) throw new Error(prepared.problem);
  expect(Buffer.from(prepared.bytes).equals(bytes)).toBe(true);
  expect(prepared.variants.map(({ width }) => width)).toEqual([320, 640]);
  const { width, height } = await sharp(prepared.variants[0]?.bytes).metadata();
  expect([width, height]).toEqual([320, 457]);
});

test('a picture beyond the limit is made smaller, and a damaged one is refused', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = sharp({
    create: { width: 1500, height: 1500, channels: 3, background: '#888', noise },
  });
  const bytes = new Uint8Array(await image.png({ compressionLevel: 0 }).toBuffer());
  expect(bytes.byteLength).toBeGreaterThan(UPLOAD_MAX_BYTES);
  const prepared = await preparePicture({ type: 'image/png', bytes });
  if ('problem' in prepared) throw new Error(prepared.problem);
  expect(prepared.type).toBe('image/webp');
  expect(prepared.bytes.byteLength).toBeLessThan(UPLOAD_MAX_BYTES);
  const half = { type: 'image/png' as const, bytes: bytes.slice(0, 200) };
  expect(await preparePicture(half)).toEqual({ problem: 'damaged' });
});
