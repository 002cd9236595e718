import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { drawPicture } from '../../quality/lib/picture.ts';
import type { Project } from '../../scripts/lib/backup/backup-project.ts';
import { checkArchive, exportProject, restoreProject } from '../../scripts/lib/backup/backup.ts';
import {
  anonymous,
  asService,
  backend,
  call,
  createStudy,
  rpc,
  type Caller,
} from '../support/backend';
import { fromSite, MARK, newMember, readPublic, testWith, walkLive } from '../support/live';
import { approveLink, askClient, openLink } from '../support/sign-off';

walkLive();

let editor: Caller;
beforeAll(async () => {
  editor = await newMember('editor');
});

const titlesOf = async (who: Caller, id: string) =>
  (await call(who, 'GET', `/rest/v1/case_studies?id=eq.${id}&select=title`)).data.map(
    ({ title }: { title: string }) => title,
  );
const save = (id: string, version: number, fields: object, goes_live = true) =>
  rpc(editor, 'save_case_study', {
    ...{ study_id: id, expected_version: version, fields, goes_live },
  });

test('publishing: visitors read a study once it is published, and its changes once they go live', async () => {
  const [draft, next] = [`${MARK} draft`, `${MARK} next`];
  const id = await createStudy(editor, { title: draft });
  expect([await titlesOf(anonymous, id), await titlesOf(editor, id)]).toEqual([[], [draft]]);
  await save(id, 1, { status: 'published' });
  await save(id, 2, { title: next }, false);
  expect(await titlesOf(anonymous, id)).toEqual([draft]);
  expect((await save(id, 1, { title: next })).status).toBe(409);
  await save(id, 3, { title: next });
  expect(await titlesOf(anonymous, id)).toEqual([next]);
  expect((await fromSite(anonymous, 'GET', `projects/${id}`)).data.data.title).toBe(next);
});

test('publishing: a post is rendered by its function, and visitors read it', async () => {
  const post = {
    ...{ id: randomUUID(), slug: MARK, title: `${MARK} post`, status: 'published' },
    ...{ excerpt: 'Short', markdown: 'A **bold** word <script>alert(1)</script>', author: MARK },
  };
  expect((await fromSite(anonymous, 'POST', 'blog/posts', post)).status).toBe(401);
  expect((await fromSite(editor, 'POST', 'blog/posts', post)).status).toBe(201);
  const { data } = await fromSite(anonymous, 'GET', `blog/posts/${MARK}`);
  expect(data.data.content).toContain('<strong>bold</strong>');
  expect(data.data.content).not.toContain('<script');
});

test('sign-off: a client approves by a link exactly what was asked', async () => {
  const id = await createStudy(editor, { title: `${MARK} asked`, client_quote: 'Leeks first.' });
  const asked = await askClient(editor, id);
  expect(await approveLink(anonymous, asked, { content_hash: 'x' })).toMatchObject({
    outcome: 'changed',
  });
  expect(await approveLink(anonymous, asked)).toMatchObject({ outcome: 'approved' });
  await rpc(editor, 'withdraw_sign_off', { request_id: asked.id });
  expect(await openLink(anonymous, asked.token)).toEqual({ outcome: 'withdrawn' });
});

testWith(
  'empty',
  'export and restore: every row and picture is back, and nothing from between',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'live-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const body = new FormData();
    const bytes = new Uint8Array(await drawPicture(8, 8));
    body.append('file', new File([bytes], `${MARK}.png`, { type: 'image/png' }));
    const { data: picture } = await fromSite(editor, 'POST', 'secure-file-upload', body);
    const id = await createStudy(editor, { title: `${MARK} kept`, status: 'published' });
    const { url, secretKey: key } = backend;
    const project: Project = { label: 'live', state: 'hosted', url, key, close: async () => {} };
    const zip = join(folder, 'backup.zip');
    await exportProject(project, zip, () => {});
    const states = async () =>
      (await asService('POST', '/rest/v1/rpc/backup_state')).data.tables.filter(
        ({ name }: { name: string }) => !['security_events', 'staff_requests'].includes(name),
      );
    const before = await states();

    await save(id, 1, { title: `${MARK} lost` });
    await asService('DELETE', '/storage/v1/object/images', { prefixes: [picture.path] });
    const restore = async () =>
      restoreProject(project, await checkArchive(zip), { replaces: true, log: () => {} });
    await expect(restore(), 'without leave of the database’s owner').rejects.toThrow();
    await backend.sql.query('select private.open_restore()');
    expect((await restore()).problems).toEqual([]);
    expect(await states()).toEqual(before);
    expect(await titlesOf(anonymous, id)).toEqual([`${MARK} kept`]);
    expect((await readPublic(picture.path)).status).toBe(200);
  },
);
