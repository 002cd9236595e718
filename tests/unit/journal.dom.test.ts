// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { clear, createStore, entries, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createJournal,
  discardUnsavedTexts,
  JOURNAL_BYTES_MAX,
  JOURNAL_DAYS,
  JOURNAL_ENTRIES_MAX,
  JOURNAL_RETRY_MS,
  JOURNAL_WRITE_MS,
  countUnsavedTexts,
  type JournalWriterOptions,
} from '@/lib/journal';

const DAY_MS = 24 * 60 * 60 * 1000;
const store = createStore('journal', 'entries');
const journal = createJournal({
  kind: 'post',
  parse: (value) => (typeof value === 'string' ? value : null),
});

/** Web Locks of one browser: the locks of closed tabs are released. */
let held: Set<string>;

beforeEach(async () => {
  // IndexedDB does not follow fake timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await clear(store);
  held = new Set();
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, task: () => Promise<void>) => {
        held.add(name);
        await task();
        held.delete(name);
      },
      query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A form about study 'a' of Ada's, whose text can be changed as if typed. */
function openForm(more: Partial<JournalWriterOptions<string>> = {}) {
  const form = { subject: 'a', text: '' };
  const onAvailability = vi.fn();
  const writer = journal.open({
    owner: 'ada',
    take: () => (form.text === '' ? null : { ...form }),
    onAvailability,
    ...more,
  });
  const type = (text: string) => {
    form.text = text;
    writer.touch();
  };
  return { ...writer, form, type, onAvailability };
}

const texts = async (subject = 'a', owner = 'ada') =>
  (await journal.read(subject, owner)).map(({ text }) => text);
const stored = async () =>
  (await entries<string, { json: string }>(store)).map(([, { json }]) => json);

test('typed text is stored on the device within the interval, without a write per key', async () => {
  const { type, close } = openForm();
  type('o');
  vi.advanceTimersByTime(JOURNAL_WRITE_MS - 1);
  type('on');
  expect(await stored()).toEqual([]);
  vi.advanceTimersByTime(1);
  await vi.waitFor(async () => expect(await stored()).toEqual(['"on"']));
  await close();
});

test('text survives a killed tab, and no other person is offered it', async () => {
  const { type, flush } = openForm();
  type('half a thought');
  await flush();
  held.clear();
  expect(await journal.read('a', 'ada')).toMatchObject([
    { text: 'half a thought', writtenAt: Date.now() },
  ]);
  expect(await texts('a', 'bea')).toEqual([]);
  expect(await texts('b', 'ada')).toEqual([]);
});

test.for(['pagehide', 'visibilitychange'])('%s writes pending text at once', async (type) => {
  const form = openForm();
  form.type('last words');
  (type === 'pagehide' ? window : document).dispatchEvent(new Event(type));
  await vi.waitFor(async () => expect(await stored()).toEqual(['"last words"']));
  await form.close();
});

test('two tabs never overwrite each other; after both are closed, the newest text is offered first', async () => {
  const [one, other] = [openForm(), openForm()];
  one.type('one');
  await one.flush();
  vi.advanceTimersByTime(1000);
  other.type('other');
  await other.flush();
  expect(await texts()).toEqual([]);
  await one.close();
  expect(await texts()).toEqual(['one']);
  await other.close();
  expect(await texts()).toEqual(['other', 'one']);
});

test('closing writes the last typed text', async () => {
  const { type, close } = openForm();
  type('just now');
  await close();
  expect(await texts()).toEqual(['just now']);
});

test('text that was saved, or typed back to the stored version, is removed', async () => {
  const { type, flush, close } = openForm();
  type('once');
  await flush();
  type('');
  await flush();
  expect(await stored()).toEqual([]);
  await close();
  expect(await stored()).toEqual([]);
});

test('an entry moves with its text to another subject: a new document gets its id', async () => {
  const { form, type, flush, close } = openForm();
  type('new');
  await flush();
  form.subject = 'created';
  await close();
  expect(await texts('a')).toEqual([]);
  expect(await texts('created')).toEqual(['new']);
});

test('a form left on purpose removes its text, and nothing is written after that', async () => {
  const { type, flush, touch, abandon } = openForm();
  type('never mind');
  await flush();
  await abandon();
  touch();
  vi.advanceTimersByTime(JOURNAL_WRITE_MS);
  window.dispatchEvent(new Event('pagehide'));
  await flush();
  expect(await stored()).toEqual([]);
});

test('an entry can be discarded by itself', async () => {
  for (const text of ['one', 'two']) {
    const { type, close } = openForm();
    type(text);
    await close();
    vi.advanceTimersByTime(1000);
  }
  const [newest] = await journal.read('a', 'ada');
  await journal.discard(newest?.id ?? '');
  expect(await texts()).toEqual(['one']);
});

test(`at most ${JOURNAL_ENTRIES_MAX} entries are kept, the oldest go first`, async () => {
  for (let number = 1; number <= JOURNAL_ENTRIES_MAX + 2; number += 1) {
    const { type, close } = openForm();
    type(String(number));
    await close();
    vi.advanceTimersByTime(1000);
  }
  const left = await texts();
  expect(left).toHaveLength(JOURNAL_ENTRIES_MAX);
  expect(left[0]).toBe(String(JOURNAL_ENTRIES_MAX + 2));
  expect(left.at(-1)).toBe('3');
  expect(await stored()).toHaveLength(JOURNAL_ENTRIES_MAX);
});

test(`an entry is removed after ${JOURNAL_DAYS} days`, async () => {
  const { type, close } = openForm();
  type('long ago');
  await close();
  vi.advanceTimersByTime(JOURNAL_DAYS * DAY_MS - 1);
  expect(await texts()).toEqual(['long ago']);
  vi.advanceTimersByTime(1);
  expect(await texts()).toEqual([]);
  expect(await stored()).toEqual([]);
});

test('an entry has at most 1 MB as UTF-8; a larger one is reported once and the earlier text is kept', async () => {
  const { type, flush, close, onAvailability } = openForm();
  const fits = 'ж'.repeat(JOURNAL_BYTES_MAX / 2 - 1);
  type(fits);
  await flush();
  expect(onAvailability).not.toHaveBeenCalled();
  type(`${fits}ж`);
  await flush();
  type(`${fits}жж`);
  await flush();
  expect(onAvailability.mock.calls).toEqual([[false]]);
  await close();
  expect(await texts()).toEqual([fits]);
});

/** The device refuses to write until `end` is called. */
function refuseWrites() {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  return { end: () => put.mockRestore() };
}

test('after a failed write the unchanged text is written by itself, and the form hears of both', async () => {
  const { type, flush, close, onAvailability } = openForm();
  type('first');
  await flush();
  const refusal = refuseWrites();
  type('second');
  await flush();
  expect(onAvailability.mock.calls).toEqual([[false]]);
  refusal.end();
  expect(await stored()).toEqual(['"first"']);
  vi.advanceTimersByTime(JOURNAL_RETRY_MS);
  await vi.waitFor(async () => expect(await stored()).toEqual(['"second"']));
  await vi.waitFor(() => expect(onAvailability.mock.calls).toEqual([[false], [true]]));
  await close();
});

test('closing writes the unchanged text that could not be written, and leaves no timer', async () => {
  const { type, flush, close } = openForm();
  const refusal = refuseWrites();
  type('kept');
  await flush();
  refusal.end();
  await close();
  expect(await texts()).toEqual(['kept']);
  expect(vi.getTimerCount()).toBe(0);
});

test('where IndexedDB is denied no error is thrown, and it is reported once', async () => {
  vi.resetModules();
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  const fresh = await import('@/lib/journal');
  const denied = fresh.createJournal({ kind: 'post', parse: String });
  const onAvailability = vi.fn();
  const writer = denied.open({
    owner: 'ada',
    take: () => ({ subject: 'a', text: 'lost' }),
    onAvailability,
  });
  await writer.flush();
  await writer.flush();
  expect(onAvailability.mock.calls).toEqual([[false]]);
  expect(await denied.read('a', 'ada')).toEqual([]);
  await denied.discard('anything');
  await writer.abandon();
});

test('an unreadable entry is not offered', async () => {
  const entry = { kind: 'post', subject: 'a', owner: 'ada', writtenAt: Date.now() };
  await set('1', { ...entry, id: '1', json: '{"an":"older shape"}' }, store);
  await set('2', { ...entry, id: '2', json: '{broken' }, store);
  expect(await texts()).toEqual([]);
});

test('without Web Locks everything else works', async () => {
  vi.stubGlobal('navigator', {});
  const { type, close } = openForm();
  type('plain');
  await close();
  expect(await texts()).toEqual(['plain']);
});

test('text of another kind about the same subject is not offered', async () => {
  const { type, close } = openForm();
  type('a post');
  await close();
  const studies = createJournal({ kind: 'case-study', parse: String });
  expect(await studies.read('a', 'ada')).toEqual([]);
});

test('opening a text again does not change its time, moving it to another subject does', async () => {
  const { form, type, flush, close } = openForm();
  const startedAt = Date.now();
  type('one');
  await flush();
  vi.advanceTimersByTime(1000);
  await flush();
  form.subject = 'b';
  await flush();
  await close();
  expect(await journal.read('b', 'ada')).toMatchObject([{ writtenAt: startedAt + 1000 }]);
});

test('a text that is opened again keeps the time it was typed at', async () => {
  const { type, flush, close } = openForm();
  const startedAt = Date.now();
  type('one');
  await flush();
  vi.advanceTimersByTime(1000);
  await close();
  expect(await journal.read('a', 'ada')).toMatchObject([{ writtenAt: startedAt }]);
});

test('a new entry removes expired ones, before a read', async () => {
  const longAgo = Date.now() - JOURNAL_DAYS * DAY_MS;
  const entry = { kind: 'post', subject: 'z', owner: 'bea', writtenAt: longAgo };
  await set('1', { ...entry, id: '1', json: '"old"' }, store);
  const { type, flush, close } = openForm();
  type('new');
  await flush();
  expect(await stored()).toEqual(['"new"']);
  await set('1', { ...entry, id: '1', json: '"old"' }, store);
  type('newer');
  await flush();
  expect(await stored()).toHaveLength(2);
  await close();
});

test('a closed form has no listener and writes nothing', async () => {
  const taken = vi.fn(() => ({ subject: 'a', text: 'late' }));
  const { touch, flush, close } = openForm({ take: taken });
  touch();
  await close();
  taken.mockClear();
  touch();
  expect(vi.getTimerCount()).toBe(0);
  window.dispatchEvent(new Event('pagehide'));
  document.dispatchEvent(new Event('visibilitychange'));
  await flush();
  expect(taken).not.toHaveBeenCalled();
});

test('leaving a form with a pending write leaves no timer', async () => {
  const { type, abandon } = openForm();
  type('never mind');
  await abandon();
  expect(vi.getTimerCount()).toBe(0);
});

test('leaving a page without new text writes nothing', async () => {
  const taken = vi.fn(() => ({ subject: 'a', text: 'same' }));
  const { flush, close } = openForm({ take: taken });
  await flush();
  taken.mockClear();
  window.dispatchEvent(new Event('pagehide'));
  expect(taken).not.toHaveBeenCalled();
  await close();
});

test.for(['pagehide', 'visibilitychange'])(
  '%s writes without waiting for the interval',
  async (type) => {
    const taken = vi.fn(() => ({ subject: 'a', text: 'last words' }));
    const { touch, close } = openForm({ take: taken });
    touch();
    (type === 'pagehide' ? window : document).dispatchEvent(new Event(type));
    expect(taken).toHaveBeenCalledOnce();
    await close();
  },
);

test('locks of other code, also without a name, hide no entry', async () => {
  vi.stubGlobal('navigator', {
    locks: {
      request: () => Promise.resolve(),
      query: () => Promise.resolve({ held: [{ name: 'offline-queue' }, {}] }),
    },
  });
  const { type, close } = openForm();
  type('mine');
  await close();
  expect(await texts()).toEqual(['mine']);
});

test('text typed while the entry is being removed is kept, and removed later', async () => {
  const { type, flush, close } = openForm();
  type('once');
  await flush();
  type('');
  const forgotten = flush();
  type('once');
  await Promise.all([forgotten, flush()]);
  expect(await stored()).toEqual(['"once"']);
  type('');
  await flush();
  expect(await stored()).toEqual([]);
  await close();
});

test('the texts of one person are counted, including the last typed one', async () => {
  const open = openForm();
  open.type('still open');
  const closed = openForm({ take: () => ({ subject: 'b', text: 'closed' }) });
  await closed.close();
  const other = openForm({ owner: 'bea' });
  other.type('hers');
  expect(await countUnsavedTexts('ada')).toBe(2);
  expect(await countUnsavedTexts('nobody')).toBe(0);
  await open.close();
  await other.close();
});

test('discarding removes the texts of one person, and open forms do not write them again', async () => {
  const open = openForm();
  open.type('mine');
  await open.flush();
  const other = openForm({ owner: 'bea' });
  other.type('hers');
  await other.flush();
  await discardUnsavedTexts('ada');
  expect(await stored()).toEqual(['"hers"']);
  open.type('typed on');
  await open.flush();
  await open.close();
  expect(await stored()).toEqual(['"hers"']);
  await other.close();
});

test('a form open in another tab does not write its text again either', async () => {
  const open = openForm();
  open.type('mine');
  await open.flush();
  const anotherTab = new BroadcastChannel('journal');
  anotherTab.postMessage('ada');
  await vi.waitFor(async () => expect(await stored()).toEqual([]));
  open.type('typed on');
  await open.close();
  expect(await stored()).toEqual([]);
  anotherTab.close();
});

test('a device without storage has no unsaved texts', async () => {
  vi.stubGlobal('indexedDB', undefined);
  expect(await countUnsavedTexts('ada')).toBe(0);
});
