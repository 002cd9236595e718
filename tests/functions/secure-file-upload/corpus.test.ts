import { expect, test } from 'vitest';
import { sanitizeFileName } from '../../../supabase/functions/_shared/contracts/file-name.ts';
import {
  UPLOAD_MAX_BYTES,
  uploadReplySchema,
} from '../../../supabase/functions/_shared/contracts/upload.ts';
import {
  handleUpload,
  type UploadDeps,
} from '../../../supabase/functions/secure-file-upload/handler.ts';
import {
  bombs,
  honest,
  HOSTILE_NAMES,
  lookInside,
  mislabelled,
  multipart,
  noPictures,
  pngOfSize,
  polyglots,
  SECRET,
  truncated,
  type Sample,
} from './corpus.ts';
import { gradient, noForeign } from './pictures.ts';

async function upload(sample: Pick<Sample, 'bytes' | 'name' | 'type'>, fields = {}) {
  const stored: { path: string; bytes: Uint8Array; contentType: string }[] = [];
  const failures: unknown[] = [];
  const deps: UploadDeps = {
    authenticate: async () => ({ userId: 'user-1' }),
    staffRole: async () => 'editor',
    foreign: noForeign,
    store: async (path, bytes, contentType) => stored.push({ path, bytes, contentType }) > 0,
    remove: async () => undefined,
    findRecord: async () => null,
    saveRecord: async () => undefined,
    removeRecord: async () => undefined,
    publicUrl: (path) => `https://site.example/${encodeURIComponent(path)}`,
    newId: () => '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f',
    afterwards: () => undefined,
    logEvent: async () => undefined,
    logError: (error) => failures.push(error),
  };
  const { body, contentType } = multipart(sample, fields);
  const response = await handleUpload(
    new Request('https://site.example/', {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
    }),
    deps,
  );
  const reply = uploadReplySchema.parse(await response.json());
  return { status: response.status, reply, stored, failures };
}

test.for([
  ['mislabelled', mislabelled],
  ['truncated', truncated],
  ['asking for gigabytes', bombs],
  ['no pictures', noPictures],
] as const)('VFILE-19, R-14: files that are %s are refused with a message', async ([, build]) => {
  const samples = await build();
  for (const sample of samples) {
    const { status, reply, stored, failures } = await upload(sample);
    expect([sample.what, status >= 400 && status < 500, stored, failures]).toEqual([
      sample.what,
      true,
      [],
      [],
    ]);
    expect(reply.message).not.toBe('');
  }
});

test('R-14: of a polyglot file only the picture is stored', async () => {
  for (const sample of await polyglots()) {
    expect(Buffer.from(sample.bytes).includes(SECRET), sample.what).toBe(true);
    const { status, stored } = await upload(sample);
    expect([sample.what, status, stored[0]?.contentType]).toEqual([sample.what, 200, sample.type]);
    const inside = await lookInside(stored[0]?.bytes ?? new Uint8Array());
    expect(inside).toMatchObject({ hasSecret: false, metadata: 0 });
  }
});

test('R-14: ordinary pictures keep their pixels and lose the metadata of the camera', async () => {
  for (const sample of await honest()) {
    const { status, stored } = await upload(sample);
    expect([sample.what, status]).toEqual([sample.what, 200]);
    const before = await lookInside(sample.bytes);
    const after = await lookInside(stored[0]?.bytes ?? new Uint8Array());
    expect([sample.what, after]).toEqual([
      sample.what,
      { ...before, metadata: 0, hasSecret: false },
    ]);
  }
});

test('VFILE-6: a file of exactly 5 MB is accepted', async () => {
  const sample = { bytes: pngOfSize(UPLOAD_MAX_BYTES), name: 'a.png', type: 'image/png' };
  expect((await upload(sample)).status).toBe(200);
});

test('SAN-1, VFILE-7, STOR-4: any file name gives an object name of our alphabet', async () => {
  const bytes = new Uint8Array(await gradient().png().toBuffer());
  for (const name of HOSTILE_NAMES) {
    const { status, stored, failures } = await upload(
      { bytes, name, type: 'image/png' },
      { naming: 'own' },
    );
    expect([name, failures]).toEqual([name, []]);
    if (status === 400) {
      expect([name, stored]).toEqual([name, []]);
      continue;
    }
    const path = stored[0]?.path ?? '';
    expect([name, status, path]).toEqual([name, 200, sanitizeFileName(path)]);
    expect(path).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,203}$/);
    expect(path).toMatch(/\.png$/);
  }
});

test('STOR-3, SAN-4: a name longer than the column keeps its extension', async () => {
  const bytes = new Uint8Array(await gradient().png().toBuffer());
  const sample = { bytes, name: `${'a'.repeat(300)}.png`, type: 'image/png' };
  expect((await upload(sample)).stored[0]?.path).toMatch(/^[0-9a-f-]{36}\.png$/);
  expect((await upload(sample, { naming: 'own' })).stored[0]?.path).toBe(`${'a'.repeat(200)}.png`);
});
