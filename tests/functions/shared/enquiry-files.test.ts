import { expect, test } from 'vitest';
import { checkFile, fileIdOf } from '../../../supabase/functions/_shared/enquiry-files.ts';
import { gradient, withMetadata } from '../secure-file-upload/pictures.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const pdf = { name: 'plan.pdf', type: 'application/pdf', bytes: bytes('%PDF-1.4') };

test('R-58: a file is kept as it was sent', async () => {
  expect(await checkFile(pdf)).toEqual(pdf);
  const text = { name: 'notes.txt', type: 'text/plain', bytes: bytes('Здраво') };
  expect(await checkFile(text)).toEqual(text);
});

test('R-58: a picture is kept without its metadata', async () => {
  const picture = new Uint8Array(await withMetadata(gradient()).jpeg().toBuffer());
  const kept = await checkFile({ name: 'a.jpg', type: 'image/jpeg', bytes: picture });
  if (typeof kept === 'string') throw new Error(kept);
  expect(Buffer.from(picture).includes('secret')).toBe(true);
  expect(Buffer.from(kept.bytes).includes('secret')).toBe(false);
});

test.for([
  ['a page', { bytes: bytes('<script>alert(1)</script>') }],
  ['another type', { bytes: bytes('GIF89a\u0001\u0000\u0001\u0000') }],
  ['an extension of another type', { name: 'plan.txt' }],
] as const)('%s is refused by its content', async ([, changes]) => {
  expect(await checkFile({ ...pdf, ...changes })).toBe(
    'The content of the file does not match its type',
  );
});

test('a damaged picture is refused', async () => {
  const picture = new Uint8Array(await gradient().png().toBuffer());
  const damaged = { name: 'a.png', type: 'image/png', bytes: picture.slice(0, 60) };
  expect(await checkFile(damaged)).toBe('The image is damaged or incomplete');
});

test.for([
  ['etc/plan.pdf', 'etc plan.pdf'],
  ['a\r\nb\u202efdp.pdf', 'a b fdp.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(100)}.pdf`],
])('the name %j is kept as %j', async ([name, kept]) => {
  expect(await checkFile({ ...pdf, name: name ?? '' })).toMatchObject({ name: kept });
});

test('the id of a file is a UUID, the same for the same file only', async () => {
  const owner = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';
  const file = { ...pdf, type: 'application/pdf' } as const;
  const id = await fileIdOf(owner, file);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await fileIdOf(owner, { ...file, bytes: file.bytes.slice() })).toBe(id);
  for (const other of [
    { name: 'plan2.pdf' },
    { type: 'text/plain' as const },
    { bytes: bytes('%PDF-1.5') },
  ]) {
    expect(await fileIdOf(owner, { ...file, ...other })).not.toBe(id);
  }
  expect(await fileIdOf(id, file)).not.toBe(id);
});
