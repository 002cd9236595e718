import { beforeAll, expect, test, vi } from 'vitest';
import { DEPLOY_PAUSE_SECONDS } from '@contracts/deploys';
import { call, createAudiences, createStudy, rpc } from '../support/backend';
import { askDeployCalls } from '../support/deploy-questions';
import { createPost as newPost } from '../support/document-kinds';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const state = async () => (await rpc(people.editor, 'deploy_state')).data;
/** How many pending changes `work` adds. */
async function changesOf(work: () => Promise<unknown>): Promise<number> {
  const before = (await state()).pending;
  await work();
  return (await state()).pending - before;
}

const saveStudy = (id: string, version: number, fields: Record<string, unknown>) =>
  rpc(people.editor, 'save_case_study', {
    study_id: id,
    expected_version: version,
    fields,
    metrics: [{ metric_value: '1', metric_label: 'week' }],
    gallery: [],
  });

const createPost = (fields: Record<string, unknown>) =>
  newPost(
    people.editor,
    { content_html: '<p>x</p>', ...fields },
    { tags: ['Craft'], author: 'Ada' },
  );

const savePost = (id: string, version: number, fields: Record<string, unknown>) =>
  rpc(people.editor, 'save_blog_post', { post_id: id, expected_version: version, fields });

test('a study is recorded when published, and once until a build call covers it', async () => {
  let id = '';
  expect(await changesOf(async () => (id = await createStudy(people.editor)))).toBe(0);
  expect(await changesOf(() => saveStudy(id, 1, { title: 'Draft still' }))).toBe(0);
  expect(await changesOf(() => saveStudy(id, 2, { status: 'published' }))).toBe(1);
  expect(await changesOf(() => saveStudy(id, 3, { title: 'Better' }))).toBe(0);
});

test('deleting or copying a draft is not recorded', async () => {
  const id = await createStudy(people.editor);
  const row = `/rest/v1/case_studies?id=eq.${id}`;
  expect(await changesOf(() => call(people.editor, 'DELETE', row))).toBe(0);
  const restore = () => rpc(people.editor, 'restore_deleted_document', { document_id: id });
  expect(await changesOf(restore)).toBe(0);
});

test('a scheduled post waits for its time, and is dropped when unpublished', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const create = () => createPost({ status: 'published', published_at: later });
  let id = '';
  expect(await changesOf(async () => (id = await create()))).toBe(0);
  expect(await changesOf(() => savePost(id, 1, { status: 'draft' }))).toBe(0);
  id = await create();
  const soon = new Date(Date.now() + 1500).toISOString();
  const before = (await state()).pending;
  await savePost(id, 1, { published_at: soon });
  await vi.waitFor(async () => expect((await state()).pending).toBe(before + 1), {
    timeout: 10_000,
  });
});

test('a post is recorded when it can be read', async () => {
  let id = '';
  expect(await changesOf(async () => (id = await createPost({})))).toBe(0);
  expect(await changesOf(() => savePost(id, 1, { title: 'Draft still' }))).toBe(0);
  expect(await changesOf(() => savePost(id, 2, { status: 'published' }))).toBe(1);
});

// Instead of waiting a minute, the clock of a separate database is moved.
let answers: Awaited<ReturnType<typeof askDeployCalls>>;
beforeAll(async () => {
  answers = await askDeployCalls();
});

test('changes are recorded by their kind, drafts are not', () => {
  expect(answers.noted).toEqual({
    'a draft': [],
    'a draft, published': ['case-study published'],
    'a published study, saved': ['case-study changed'],
    'a caption of it': ['case-study changed'],
    'a figure of it': ['case-study changed'],
    'the text of its picture': ['case-study changed'],
    'the focal point of its picture': ['case-study changed'],
    'another fact of its picture': [],
    'the text of a picture of a draft': [],
    'the text of an unused picture': [],
    'the record of its picture, deleted': ['case-study changed'],
    'a caption of a draft': [],
    'changes of it that wait': [],
    'the changes at their time': ['case-study changed'],
    'a published study, taken back': ['case-study removed'],
    'a published study, deleted': ['case-study removed'],
    'a published post': ['post published'],
    'a published post, saved': ['post changed'],
    'a tag of it': ['post changed'],
    'the name of its author': ['post changed'],
    'the same name again': [],
    'a published post, put off': ['post published later', 'post removed'],
    'a post put off, taken back': [],
    'a redirect': ['redirect published'],
    'the note of a redirect': [],
    'the target of a redirect': ['redirect changed'],
    'a redirect, deleted': ['redirect removed'],
  });
});

test('many changes start one call, and later ones wait for the end of the pause', () => {
  expect(answers.calls).toEqual({
    'nothing changed': 'nothing',
    'two changes, four callers at once': ['call', 'nothing', 'nothing', 'nothing'],
    'a change within the pause': 'wait',
    'how long': { isPositive: true, isAtMostThePause: true },
    'after the pause': 'call',
    'after that': 'nothing',
  });
  expect(answers.pause).toBe(DEPLOY_PAUSE_SECONDS);
});

test('a failed call keeps its reason, and its changes wait for the next', () => {
  expect(answers.failures).toEqual({
    'the call': { outcome: 'failed', reason: 'The host refused the call (500)' },
    'waiting again': 1,
    'the same changed once more': 1,
    'at once': 'wait',
    'after the pause': 'call',
    'an unfinished call': { outcome: 'failed', reason: 'The call was not finished' },
    'is made again': 'call',
  });
});
