import { createHash, randomUUID } from 'node:crypto';
import { approvalSchema, commentSchema, SIGN_OFF_LIMITS } from '@contracts/sign-off';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  backend,
  call,
  createAudiences,
  createStudy,
  makeStaff,
  passMinutes,
  rpc,
  signUp,
  type Caller,
} from '../support/backend';
import { savePost } from '../support/document-kinds';
import { claimMails, makeDue, settleMail } from '../support/outbox';
import { askSignOffClock } from '../support/sign-off-questions';

let anonymous: Caller;
let nonMember: Caller;
let editor: Caller;
let owner: Caller;

beforeAll(async () => {
  ({ anonymous, nonMember, editor, owner } = await createAudiences());
});

const FIGURES = [
  { metric_value: '38 %', metric_label: 'more orders' },
  { metric_value: '3 min', metric_label: 'to order' },
];

type Asked = { id: string; token: string; study: string };

async function ask(study: string, version = 1, more: Record<string, unknown> = {}): Promise<Asked> {
  const { status, data } = await rpc(editor, 'ask_sign_off', {
    ...{ document_id: study, expected_version: version, client_name: 'Dana Whitlock' },
    ...more,
  });
  if (status !== 200) throw new Error(JSON.stringify(data));
  return { ...data, study };
}

const askAbout = async (fields: Record<string, unknown> = {}) =>
  ask(await createStudy(editor, { client_quote: 'Leeks first.', ...fields }, FIGURES));

const open = async (token: string, passphrase: string | null = null) =>
  (await rpc(anonymous, 'open_sign_off', { token, passphrase })).data;

async function approve({ token }: { token: string }, more: Record<string, unknown> = {}) {
  const approval = {
    ...{ id: randomUUID(), name: 'Dana Whitlock', email: null },
    content_hash: (await open(token)).request?.content_hash,
    ...more,
  };
  return (await rpc(anonymous, 'approve_sign_off', { token, passphrase: null, approval })).data;
}

const comment = async (token: string, more: Record<string, unknown> = {}) =>
  (
    await rpc(anonymous, 'comment_sign_off', {
      ...{ token, passphrase: null },
      comment: { id: randomUUID(), author_name: 'Dana', anchor: [], text: 'Fine', ...more },
    })
  ).data;

const save = (id: string, version: number, fields: object, more: object = {}) =>
  rpc(editor, 'save_case_study', { study_id: id, expected_version: version, fields, ...more });

const demand = (id: string) =>
  call(editor, 'POST', '/rest/v1/sign_off_demands', { document_id: id });

const stateOf = async (id: string) =>
  (await rpc(editor, 'list_sign_offs', { of_document: id })).data[0];

const confirmationsOf = async (id: string) =>
  (await call(anonymous, 'GET', `/rest/v1/case_studies?id=eq.${id}&select=confirmations`)).data[0]
    .confirmations;

describe('a link', () => {
  test('shows exactly what was saved when it was made, without an account', async () => {
    const { token, study } = await askAbout({ title: 'As asked' });
    expect(token).toMatch(/^[\w-]{22}$/);
    await save(study, 1, { title: 'Changed since' });
    const shown = await open(token);
    expect(shown).toMatchObject({ outcome: 'ready', is_current: false, approval: null });
    expect(shown.request.content.study.title).toBe('As asked');
    expect(shown.request).not.toHaveProperty('asked_by_email');
    expect((await stateOf(study)).is_current).toBe(false);
  });

  test('shows the working copy of a published study, not what visitors read', async () => {
    const id = await createStudy(editor, { title: 'Public', status: 'published' });
    await save(id, 1, { title: 'Not public yet' }, { goes_live: false });
    const { token } = await ask(id, 2);
    expect((await open(token)).request.title).toBe('Not public yet');
  });

  test('opens with its token only, and nothing else of the site with it', async () => {
    const { token, id } = await askAbout();
    for (const wrong of ['', 'x', token.slice(1), `${token}A`, token.toUpperCase(), id]) {
      expect(await open(wrong)).toEqual({ outcome: 'unknown' });
    }
    for (const table of ['requests', 'comments', 'approvals', 'demands']) {
      for (const who of [anonymous, nonMember]) {
        const { status, data } = await call(who, 'GET', `/rest/v1/sign_off_${table}?select=*`);
        expect(status === 200 ? data : []).toEqual([]);
      }
    }
  });

  test('keeps its token from everybody: only the hash is stored, and no role reads it', async () => {
    const { token, study } = await askAbout();
    const hash = createHash('sha256').update(token).digest('hex');
    const rows = await call(owner, 'GET', `/rest/v1/sign_off_requests?document_id=eq.${study}`);
    const listed = await rpc(owner, 'list_sign_offs', { of_document: study });
    for (const text of [rows, listed].map(({ data }) => JSON.stringify(data))) {
      expect(text).toContain('Dana Whitlock');
      expect(text).not.toContain(token);
      expect(text).not.toContain(hash);
    }
    expect((await call(owner, 'GET', '/rest/v1/sign_off_keys?select=*')).status).toBe(404);
  });

  test('asks for its passphrase, and is locked after ten wrong ones', async () => {
    const { token } = await askAbout().then(({ study }) =>
      ask(study, 1, { passphrase: 'correct horse' }),
    );
    expect(await open(token)).toEqual({ outcome: 'passphrase' });
    expect(await open(token, 'correct horse')).toMatchObject({ outcome: 'ready' });
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await open(token, `guess ${guess}`)).toEqual({ outcome: 'wrong-passphrase' });
    }
    expect(await open(token, 'correct horse')).toEqual({ outcome: 'locked' });
    expect(await comment(token)).toEqual({ outcome: 'locked' });
    expect(await approve({ token }, { content_hash: 'x' })).toEqual({ outcome: 'locked' });
  });

  test('withdrawn, it shows, takes and approves nothing', async () => {
    const asked = await askAbout();
    const hash = (await open(asked.token)).request.content_hash;
    await rpc(editor, 'withdraw_sign_off', { request_id: asked.id });
    expect(await open(asked.token)).toEqual({ outcome: 'withdrawn' });
    expect(await comment(asked.token)).toEqual({ outcome: 'withdrawn' });
    expect(await approve(asked, { content_hash: hash })).toEqual({ outcome: 'withdrawn' });
    const again = { request_id: asked.id, expected_version: 1 };
    expect((await rpc(editor, 'ask_sign_off_again', again)).status).toBe(404);
  });

  test('is withdrawn when its maker leaves the staff, also after another member asked again', async () => {
    const email = `maker-${randomUUID()}@agency.test`;
    const maker = await signUp(email);
    await rpc(owner, 'add_staff_member', { member_email: email, member_role: 'editor' });
    const study = await createStudy(editor);
    const { data } = await rpc(maker, 'ask_sign_off', {
      ...{ document_id: study, expected_version: 1, client_name: 'Dana' },
    });
    await save(study, 1, { headline: 'New' });
    await rpc(editor, 'ask_sign_off_again', { request_id: data.id, expected_version: 2 });
    expect(await open(data.token)).toMatchObject({ outcome: 'ready', is_current: true });
    await rpc(owner, 'remove_staff_member', { member_email: email });
    expect(await open(data.token)).toEqual({ outcome: 'withdrawn' });
    const again = { document_id: study, expected_version: 2, client_name: 'Dana' };
    expect((await rpc(maker, 'ask_sign_off', again)).status).toBe(403);
  });

  test('says that the text was deleted, and works again after a restore', async () => {
    const { token, study } = await askAbout();
    await call(editor, 'DELETE', `/rest/v1/case_studies?id=eq.${study}`);
    expect(await open(token)).toEqual({ outcome: 'deleted' });
    await rpc(editor, 'restore_deleted_document', { document_id: study });
    expect(await open(token)).toMatchObject({ outcome: 'ready' });
    await call(editor, 'DELETE', `/rest/v1/case_studies?id=eq.${study}`);
    await rpc(editor, 'purge_deleted_document', { document_id: study });
    expect(await open(token)).toEqual({ outcome: 'unknown' });
  });

  test('is made from what is saved, within limits', async () => {
    const study = await createStudy(editor);
    const asked = (more: object) =>
      rpc(editor, 'ask_sign_off', {
        ...{ document_id: study, expected_version: 1, client_name: 'Dana', ...more },
      });
    expect((await asked({ expected_version: 2 })).status).toBe(409);
    expect((await asked({ document_id: randomUUID() })).status).toBe(404);
    expect((await asked({ client_name: ' ' })).status).toBe(422);
    expect((await asked({ valid_days: 91 })).status).toBe(422);
    expect((await asked({ passphrase: 'short' })).status).toBe(422);
    for (let link = 0; link < 20; link += 1) expect((await asked({})).status).toBe(200);
    expect((await asked({})).status).toBe(429);
  });
});

describe('a comment', () => {
  test('is stored once, beside its words, and is outdated when they change', async () => {
    const { token, study } = await askAbout({ challenge: 'Few orders.' });
    const id = randomUUID();
    const written = { id, anchor: ['study', 'challenge'], quote: 'Few orders.', text: 'How many?' };
    expect(await comment(token, written)).toEqual({ outcome: 'stored' });
    expect(await comment(token, written)).toEqual({ outcome: 'stored' });
    await comment(token, { anchor: ['metrics', '0'], text: 'Since when?' });
    const list = async () =>
      (await rpc(editor, 'list_sign_off_comments', { document_id: study })).data;
    expect(await list()).toMatchObject([
      { id, quote: 'Few orders.', text: 'How many?', is_outdated: false, is_done: false },
      { text: 'Since when?', is_outdated: false },
    ]);
    // The figure moves, and the challenge changes.
    const rows = { metrics: FIGURES.toReversed() };
    expect(await save(study, 1, { challenge: 'Twelve orders.' }, rows)).toMatchObject({
      status: 200,
    });
    expect(await list()).toMatchObject([{ is_outdated: true }, { is_outdated: false }]);
    const [row] = (await open(token)).comments;
    expect(row).toMatchObject({ text: 'How many?', is_outdated: false });
    await rpc(editor, 'ask_sign_off_again', {
      request_id: (await stateOf(study)).id,
      expected_version: 2,
    });
    expect((await open(token)).comments).toMatchObject([
      { text: 'How many?', is_outdated: true },
      { text: 'Since when?', is_outdated: false },
    ]);
  });

  test('has limits: length, control characters, and 60 within an hour', async () => {
    const { token, study } = await askAbout();
    const invalid = { outcome: 'invalid' };
    expect(await comment(token, { text: 'x'.repeat(100_000) })).toEqual(invalid);
    expect(await comment(token, { text: ' \n' })).toEqual(invalid);
    expect(await comment(token, { text: 'a\u0007b' })).toEqual(invalid);
    expect(await comment(token, { author_name: '' })).toEqual(invalid);
    expect(await comment(token, { id: 'no id' })).toEqual(invalid);
    expect(await comment(token, { anchor: 'study' })).toEqual(invalid);
    expect(await comment(token, { text: '<script>alert(1)</script>' })).toEqual({
      outcome: 'stored',
    });
    for (let one = 0; one < 59; one += 1) await comment(token);
    expect(await comment(token)).toEqual({ outcome: 'full' });
    expect((await stateOf(study)).open_comments).toBe(60);
  });

  test('is marked as done by staff only', async () => {
    const { token, study } = await askAbout();
    await comment(token);
    const [{ id }] = (await rpc(editor, 'list_sign_off_comments', { document_id: study })).data;
    for (const who of [anonymous, nonMember]) {
      await call(who, 'PATCH', `/rest/v1/sign_off_comments?id=eq.${id}`, { is_done: true });
    }
    expect((await stateOf(study)).open_comments).toBe(1);
    await call(editor, 'PATCH', `/rest/v1/sign_off_comments?id=eq.${id}`, { is_done: true });
    expect((await stateOf(study)).open_comments).toBe(0);
  });
});

describe('a note between members', () => {
  const write = (who: Caller, study: string, more: Record<string, unknown> = {}) =>
    rpc(who, 'write_note', {
      note: { id: randomUUID(), document_id: study, anchor: [], text: 'Is this right?', ...more },
    });
  const listOf = async (study: string) =>
    (await rpc(owner, 'list_sign_off_comments', { document_id: study })).data;
  const forMe = async (who: Caller) => (await rpc(who, 'list_notes_for_me')).data;

  test('stands on a field, waits for whom it names, and is answered and done', async () => {
    const study = await createStudy(editor, { title: 'With a note', challenge: 'Few orders.' });
    const id = randomUUID();
    const note = { id, anchor: ['study', 'challenge'], for: owner.email };
    expect((await write(editor, study, note)).status).toBe(204);
    expect((await write(editor, study, note)).status).toBe(204);
    expect(await forMe(editor)).toEqual([]);
    expect(await forMe(owner)).toMatchObject([
      { id, title: 'With a note', document_id: study, author_email: editor.email },
    ]);
    expect(await listOf(study)).toMatchObject([
      {
        ...{ id, is_note: true, quote: 'Few orders.', is_outdated: false, is_done: false },
        ...{ author_email: editor.email, for_email: owner.email },
      },
    ]);
    await save(study, 1, { challenge: 'No orders.' });
    expect(await listOf(study)).toMatchObject([{ is_outdated: true }]);
    await rpc(owner, 'answer_sign_off', { comment_id: id, answer: 'Mended.' });
    expect(await listOf(study)).toMatchObject([{ answer: 'Mended.', is_done: true }]);
    expect(await forMe(owner)).toEqual([]);
  });

  test('is shown to no client, counts as no comment, and changes nothing that is approved', async () => {
    const asked = await askAbout();
    const before = (await open(asked.token)).request.content_hash;
    await write(editor, asked.study, { for: owner.email, text: 'Too many leeks' });
    const shown = await open(asked.token);
    expect(JSON.stringify(shown)).not.toContain('leeks"');
    expect(JSON.stringify(shown)).not.toContain('Too many');
    expect(shown.request.content_hash).toBe(before);
    expect(await stateOf(asked.study)).toMatchObject({ open_comments: 0, is_current: true });
    expect((await approve(asked)).outcome).toBe('approved');
    expect(await listOf(asked.study)).toHaveLength(1);
  });

  test('is read and written by staff only, within its limits', async () => {
    const study = await createStudy(editor);
    for (const who of [anonymous, nonMember]) {
      expect((await write(who, study)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await write(editor, randomUUID())).status).toBe(404);
    for (const wrong of [{ text: ' ' }, { text: 'x'.repeat(4001) }, { anchor: ['a', 'b', 'c'] }]) {
      expect((await write(editor, study, wrong)).status).toBe(422);
    }
    expect(await listOf(study)).toEqual([]);
    for (const who of [anonymous, nonMember]) {
      const { status, data } = await call(who, 'GET', '/rest/v1/sign_off_comments?select=text');
      expect(status === 200 ? data : []).toEqual([]);
    }
  });

  test('stays without its names when a member has left, and goes with the document', async () => {
    const leaving = await signUp(`leaving-${randomUUID().slice(0, 8)}@agency.test`);
    await makeStaff(String(leaving.email), 'editor');
    const study = await createStudy(editor);
    await write(leaving, study, { for: leaving.email });
    await rpc(owner, 'remove_staff_member', { member_email: leaving.email });
    expect(await listOf(study)).toMatchObject([{ author_email: null, for_email: null }]);
    await call(editor, 'DELETE', `/rest/v1/case_studies?id=eq.${study}`);
    expect((await listOf(study)).length).toBe(1);
    await rpc(editor, 'purge_deleted_document', { document_id: study });
    expect(await listOf(study)).toEqual([]);
  });
});

describe('an approval', () => {
  test('holds the text, its hash, the name and the time; opening approves nothing', async () => {
    const asked = await askAbout();
    expect((await open(asked.token)).approval).toBeNull();
    expect(await approve(asked)).toMatchObject({ outcome: 'approved', name: 'Dana Whitlock' });
    expect((await open(asked.token)).approval).toMatchObject({ is_mailed: false });
    const { data } = await call(
      editor,
      'GET',
      `/rest/v1/sign_off_approvals?document_id=eq.${asked.study}`,
    );
    const [{ content, content_hash }] = data;
    expect(createHash('sha256').update(content).digest('hex')).toBe(content_hash);
    expect(JSON.parse(content)).toMatchObject({ metrics: FIGURES });
    expect(JSON.parse(content).study).not.toHaveProperty('status');
    expect(await comment(asked.token)).toEqual({ outcome: 'approved' });
  });

  test('is one: of two people who approve, the first is named', async () => {
    const asked = await askAbout();
    const replies = await Promise.all([
      approve(asked, { name: 'Dana Whitlock' }),
      approve(asked, { name: 'Mira Petrova' }),
    ]);
    expect(new Set(replies.map(({ name }) => name)).size).toBe(1);
    expect(replies.map(({ outcome }) => outcome)).toEqual(['approved', 'approved']);
  });

  test('is refused for words that staff have changed, or that the client has not read', async () => {
    const asked = await askAbout();
    const { content_hash } = (await open(asked.token)).request;
    await save(asked.study, 1, { headline: 'A letter more' });
    expect(await approve(asked)).toEqual({ outcome: 'changed' });
    await rpc(editor, 'ask_sign_off_again', { request_id: asked.id, expected_version: 2 });
    expect(await approve(asked, { content_hash })).toEqual({ outcome: 'changed' });
    expect(await approve(asked)).toMatchObject({ outcome: 'approved' });
  });

  test('takes a name and an email only', async () => {
    const asked = await askAbout();
    for (const name of [
      '',
      ' ',
      'visit spam.example/x',
      'a@b.test',
      '<b>Dana</b>',
      'x'.repeat(81),
    ]) {
      expect(await approve(asked, { name })).toEqual({ outcome: 'invalid' });
    }
    expect(await approve(asked, { email: 'no address here' })).toEqual({ outcome: 'invalid' });
    expect(await approve(asked, { name: "Жана О'Нил-Бауер" })).toMatchObject({
      outcome: 'approved',
    });
  });

  test('is removed by owners only, and the audit log says so', async () => {
    const asked = await askAbout();
    await approve(asked, { name: 'Not Dana' });
    const path = `/rest/v1/sign_off_approvals?request_id=eq.${asked.id}`;
    await call(editor, 'DELETE', path);
    expect((await call(owner, 'GET', path)).data).toHaveLength(1);
    await call(owner, 'DELETE', path);
    expect((await call(owner, 'GET', path)).data).toEqual([]);
    const { data } = await call(
      owner,
      'GET',
      '/rest/v1/audit_events?action=eq.approval of a client deleted&subject=eq.Not Dana',
    );
    expect(data).toHaveLength(1);
  });
});

describe('a demand', () => {
  const PUBLISH = { status: 'published' };
  const refusal = { message: 'The client has not approved these words' };

  test('refuses to publish until these very words are approved', async () => {
    const asked = await askAbout();
    await demand(asked.study);
    const refused = await save(asked.study, 1, PUBLISH);
    expect([refused.status, refused.data.message]).toEqual([409, refusal.message]);
    await approve(asked);
    // One letter more than was approved.
    expect((await save(asked.study, 1, { ...PUBLISH, outcome: 'x' })).status).toBe(409);
    expect((await save(asked.study, 1, PUBLISH)).status).toBe(200);
  });

  test('refuses every way past it: rows, restored versions, working copies, other functions', async () => {
    const asked = await askAbout();
    await demand(asked.study);
    await approve(asked);
    await save(asked.study, 1, PUBLISH);
    const url = `case_study_id=eq.${asked.study}&metric_value=eq.38%25`.replace('38%25', '38 %25');
    const row = await call(editor, 'PATCH', `/rest/v1/case_study_metrics?${url}`, {
      metric_value: '39 %',
    });
    expect(row.status).toBe(409);
    const study = `/rest/v1/case_studies?id=eq.${asked.study}`;
    expect((await call(editor, 'PATCH', study, { headline: 'New' })).status).toBe(409);
    // Saving changes that visitors do not see is allowed, publishing them is not.
    expect((await save(asked.study, 2, { headline: 'New' }, { goes_live: false })).status).toBe(
      200,
    );
    expect((await save(asked.study, 3, {})).status).toBe(409);
    const shown = await call(anonymous, 'GET', `${study}&select=headline,case_study_metrics(*)`);
    expect(shown.data[0].headline).toBeNull();
    expect(JSON.stringify(shown.data)).toContain('38 %');
    // Arranging and going back to draft change no words.
    const { status } = await save(asked.study, 3, { status: 'draft' });
    expect(status).toBe(200);
  });

  test('refuses changes whose time has come, and says so', async () => {
    const asked = await askAbout();
    await approve(asked);
    await save(asked.study, 1, PUBLISH);
    await demand(asked.study);
    await save(asked.study, 2, { headline: 'Not approved' }, { goes_live: false });
    const soon = new Date(Date.now() + 60_000).toISOString();
    await rpc(editor, 'schedule_working_copy', {
      ...{ document_id: asked.study, expected_version: 3, publish_at: soon },
    });
    const copy = async () =>
      (await call(editor, 'GET', `/rest/v1/working_copies?document_id=eq.${asked.study}`)).data[0];
    await passMinutes(2);
    await rpc(anonymous, 'publish_due_changes');
    expect(await copy()).toMatchObject({
      ...{ publish_failure: refusal.message, content: { study: { headline: 'Not approved' } } },
    });
  });

  test('of a post refuses as well, and ends by staff only', async () => {
    const id = randomUUID();
    const post = (version: number | null, fields: object) =>
      savePost(editor, {
        ...{
          post_id: id,
          expected_version: version,
          tags: ['One'],
          category: 'Work',
          author: 'Ada',
        },
        fields: {
          ...{ title: 'A post', slug: `s-${id.slice(0, 18)}`, content_markdown: 'Old' },
          ...{ status: 'draft', ...fields },
        },
      });
    await post(null, {});
    const asked = await ask(id);
    await demand(id);
    expect((await post(1, { status: 'published' })).data).toMatchObject(refusal);
    await approve(asked);
    expect((await post(1, { status: 'published' })).status).toBe(200);
    const tag = await call(editor, 'DELETE', `/rest/v1/blog_post_tags?post_id=eq.${id}`);
    expect(tag.data).toMatchObject(refusal);
    const path = `/rest/v1/sign_off_demands?document_id=eq.${id}`;
    await call(nonMember, 'DELETE', path);
    expect((await post(2, { status: 'published', content_markdown: 'New' })).status).toBe(409);
    await call(editor, 'DELETE', path);
    expect((await post(2, { status: 'published', content_markdown: 'New' })).status).toBe(200);
  });
});

test('figures are confirmed while the very same value and label are approved', async () => {
  const asked = await askAbout();
  await approve(asked);
  await save(asked.study, 1, { status: 'published' });
  // The moment: which day it was there is decided by the zone of the site.
  const dana = { by: 'Dana Whitlock', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+[+Z]/) };
  expect(await confirmationsOf(asked.study)).toEqual({ metrics: [dana, dana], quote: dana });
  const changed = [{ metric_value: '39 %', metric_label: 'more orders' }, FIGURES[1]];
  await save(asked.study, 2, { client_quote: 'Leeks last.' }, { metrics: changed });
  expect(await confirmationsOf(asked.study)).toEqual({ metrics: [null, dana], quote: null });
  // A draft shows visitors nothing.
  await save(asked.study, 3, { status: 'draft' });
  const { data } = await call(anonymous, 'POST', '/rest/v1/rpc/confirmations', {
    study: { id: asked.study },
  });
  expect(data ?? null).not.toMatchObject({ quote: dana });
});

test('the contract has the same limits', async () => {
  const { name, comment: text } = SIGN_OFF_LIMITS;
  const asked = await askAbout();
  for (const [length, isStored] of [
    [text, true],
    [text + 1, false],
  ] as const) {
    const written = { name: 'Dana', text: '\u{1f642}'.repeat(length) };
    const { outcome } = await comment(asked.token, written);
    expect([outcome === 'stored', commentSchema.safeParse(written).success]).toEqual([
      isStored,
      isStored,
    ]);
  }
  for (const given of ['Ж'.repeat(name + 1), 'a1', '<b>', 'Жана О’Нил', 'Ж'.repeat(name)]) {
    const isFit = approvalSchema.safeParse({ name: given, email: '' }).success;
    const again = await askAbout();
    const { outcome } = await approve(again, { name: given });
    expect([given, outcome]).toEqual([given, isFit ? 'approved' : 'invalid']);
  }
});

describe('a client whose address is known', () => {
  const EMAIL = 'dana@client.example';
  const askByMail = async (more: Record<string, unknown> = {}) =>
    ask(await createStudy(editor, {}), 1, { client_email: EMAIL, ...more });
  const mailsOf = async (id: string) =>
    (await claimMails()).filter(({ about }) => about.id === id && about.token);

  test('gets a mail with a link of its own, which is stored nowhere and closes with the others', async () => {
    const { id, token } = await askByMail({ passphrase: 'correct horse' });
    const mails = await mailsOf(id);
    expect(mails).toMatchObject([
      {
        ...{ kind: 'sign-off-asked', recipient: EMAIL },
        about: { asked_by_email: editor.email, has_passphrase: true, is_again: false },
      },
    ]);
    const mailed = mails[0]?.about.token;
    expect(mailed).toMatch(/^[\w-]{22}$/);
    expect(mailed).not.toBe(token);
    const { rows } = await backend.sql.query(
      `select (select string_agg(mail::text, '') from private.mails as mail)
         || (select string_agg(link::text, '') from private.sign_off_tokens as link) as text`,
    );
    expect(rows[0]?.text).not.toContain(mailed);
    expect(rows[0]?.text).not.toContain(EMAIL);
    expect(await open(mailed)).toEqual({ outcome: 'passphrase' });
    const shown = await open(mailed, 'correct horse');
    expect(shown).toMatchObject({ outcome: 'ready', request: { id } });
    expect(JSON.stringify(shown)).not.toContain(EMAIL);
    await rpc(editor, 'withdraw_sign_off', { request_id: id });
    for (const link of [token, mailed]) expect(await open(link)).toEqual({ outcome: 'withdrawn' });
  });

  test('guesses of the passphrase count for all links of a request', async () => {
    const { id, token } = await askByMail({ passphrase: 'correct horse' });
    const mailed = (await mailsOf(id))[0]?.about.token;
    for (let guess = 0; guess < 10; guess += 1)
      await open(guess % 2 ? token : mailed, `no ${guess}`);
    for (const link of [token, mailed]) {
      expect(await open(link, 'correct horse')).toEqual({ outcome: 'locked' });
    }
  });

  test('is written to again when asked again, and no more once the link is withdrawn', async () => {
    const { id, study, token } = await askByMail();
    const before = (await open(token)).request.title;
    const [first] = await mailsOf(id);
    if (first) await settleMail(first);
    await save(study, 1, { title: 'Better' });
    await rpc(editor, 'ask_sign_off_again', { request_id: id, expected_version: 2 });
    await makeDue(id);
    const again = (title: string) => ({
      about: {
        ...{ is_again: true, title, earlier: { study: { title: before } } },
        current: { study: { title } },
      },
    });
    const [second] = await mailsOf(id);
    expect(second).toMatchObject(again('Better'));
    expect((await open(second?.about.token)).request).not.toHaveProperty('earlier_content');
    // It was not sent: the next one compares with what the client was mailed.
    await save(study, 2, { title: 'Best' });
    await backend.sql.query('update private.mails set claimed_at = null where request_id = $1', [
      id,
    ]);
    await rpc(editor, 'ask_sign_off_again', { request_id: id, expected_version: 3 });
    await makeDue(id);
    expect(await mailsOf(id)).toMatchObject([again('Best')]);
    await rpc(editor, 'withdraw_sign_off', { request_id: id });
    expect((await stateOf(study)).client_email).toBeNull();
    await makeDue(id);
    expect(await mailsOf(id)).toEqual([]);
  });

  test('reads no words in a mail that a passphrase protects on the page', async () => {
    const { id, study } = await askByMail({ passphrase: 'correct horse' });
    const [first] = await mailsOf(id);
    if (first) await settleMail(first);
    await save(study, 1, { title: 'Better' });
    await rpc(editor, 'ask_sign_off_again', { request_id: id, expected_version: 2 });
    await makeDue(id);
    expect(await mailsOf(id)).toMatchObject([
      { about: { is_again: true, has_passphrase: true, earlier: null, current: null } },
    ]);
  });

  test('is forgotten 30 days after the link has expired', async () => {
    const { id, study } = await askByMail();
    const expire = (days: number) =>
      backend.sql.query(
        `update public.sign_off_requests set asked_at = now() - interval '99 days',
           expires_at = now() - interval '1 day' * $2 where id = $1`,
        [id, days],
      );
    await expire(29);
    await claimMails();
    expect((await stateOf(study)).client_email).toBe(EMAIL);
    await expire(31);
    await claimMails();
    expect((await stateOf(study)).client_email).toBeNull();
  });

  test('reads answers on the page, and gets those of five minutes in one mail', async () => {
    const { id, token, study } = await askByMail();
    const [asked] = await mailsOf(id);
    if (asked) await settleMail(asked);
    await comment(token, { text: 'Since when?' });
    await comment(token, { text: 'The second figure is wrong.', asks_change: true });
    expect(await stateOf(study)).toMatchObject({ asks_change: true, open_comments: 2 });
    const { comments } = await open(token);
    for (const { id: comment_id } of comments) {
      expect(await rpc(editor, 'answer_sign_off', { comment_id, answer: 'Mended.' })).toMatchObject(
        {
          status: 204,
        },
      );
    }
    expect(await mailsOf(id), 'five minutes later').toEqual([]);
    expect((await open(token)).comments).toMatchObject([
      { text: 'Since when?', answer: 'Mended.', is_done: true, asks_change: false },
      { answer: 'Mended.', is_done: true, asks_change: true },
    ]);
    expect(JSON.stringify((await open(token)).comments)).not.toContain(editor.email);
    expect(await stateOf(study)).toMatchObject({ asks_change: false, open_comments: 0 });
    await makeDue(id);
    expect((await mailsOf(id)).filter(({ kind }) => kind === 'sign-off-answered')).toMatchObject([
      {
        recipient: EMAIL,
        about: { answers: [{ text: 'Since when?', answer: 'Mended.' }, { answer: 'Mended.' }] },
      },
    ]);
  });

  test('has a valid address; an answer has a text and a comment', async () => {
    const study = await createStudy(editor, {});
    const refused = await rpc(editor, 'ask_sign_off', {
      ...{ document_id: study, expected_version: 1, client_name: 'Dana', client_email: 'dana@' },
    });
    expect([refused.status, refused.data.message]).toEqual([
      ...[422, 'Please check the address of the client'],
    ]);
    const { token } = await askByMail();
    await comment(token);
    const [{ id: comment_id }] = (await open(token)).comments;
    for (const answer of ['', ' \n', 'x'.repeat(4001)]) {
      expect((await rpc(editor, 'answer_sign_off', { comment_id, answer })).status).toBe(422);
    }
    const missing = { comment_id: randomUUID(), answer: 'x' };
    expect((await rpc(editor, 'answer_sign_off', missing)).status).toBe(404);
  });

  test('a member asks at most 30 clients by mail within an hour', async () => {
    const member = await signUp(`asker-${randomUUID()}@agency.test`);
    await rpc(owner, 'add_staff_member', { member_email: member.email, member_role: 'editor' });
    const study = await createStudy(member, {});
    const other = await createStudy(member, {});
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      const { status } = await rpc(member, 'ask_sign_off', {
        ...{ document_id: count < 20 ? study : other, expected_version: 1, client_name: 'Dana' },
        client_email: `client-${count}@client.example`,
      });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('with the clock of a separate database moved', () => {
  let answers: Awaited<ReturnType<typeof askSignOffClock>>;
  beforeAll(async () => {
    answers = await askSignOffClock();
  }, 60_000);

  test('a link expires, and a lock ends after an hour', () => {
    expect(answers.expired).toBe('expired');
    expect(answers.locked).toEqual(['locked', 'wrong-passphrase', 'ready']);
  });

  test('several comments are one mail, and the next one comes after a pause', () => {
    // Two comments; one while that mail was being sent and one after it, ten minutes later.
    const mail = [['sign-off-commented', 2]];
    expect(answers.mails).toEqual([mail, [], [], mail]);
  });

  test('a restore brings back comments and approvals, and withdraws the links', () => {
    expect(answers.restored).toMatchObject({
      ...{ comments: 4, isApproved: true, isWithdrawn: true },
      link: 'unknown',
    });
  });

  test('a restore empties the outbox, but for what owners are to know; also those it brings back', () => {
    const owners = ['one@agency.test', 'two@agency.test'];
    expect(answers.restored.notices).toEqual({ mails: 0, removal: owners, restore: owners });
  });
});
