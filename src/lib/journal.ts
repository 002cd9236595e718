import { createStore, del, delMany, entries, set } from 'idb-keyval';

/** Longest time between typing and writing to the device. */
export const JOURNAL_WRITE_MS = 400;
/** From a failed write to the next attempt. */
export const JOURNAL_RETRY_MS = 10_000;
export const JOURNAL_ENTRIES_MAX = 50;
export const JOURNAL_BYTES_MAX = 1_000_000;
export const JOURNAL_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;
const LOCK_PREFIX = 'journal ';

type StoredEntry = {
  id: string;
  kind: string;
  subject: string;
  owner: string;
  writtenAt: number;
  json: string;
};

export type JournalEntry<Text> = { id: string; writtenAt: number; text: Text };

export type JournalWriterOptions<Text> = {
  /** The user id: the text is offered to this user only. */
  owner: string;
  /** The unsaved text and its subject; null when there is none. Must be JSON-serialisable. */
  take: () => { subject: string; text: Text } | null;
  /** Called with false when the storage of the browser fails or the text is too long, with true when a text is written again. */
  onAvailability: (isAvailable: boolean) => void;
};

/** Writes the text of one form to one entry of the journal. */
export type JournalWriter = {
  /** Call when the text may have changed: writes within `JOURNAL_WRITE_MS`. */
  touch: () => void;
  flush: () => Promise<void>;
  /** Stops writing and keeps the entry, to be offered later. */
  close: () => Promise<void>;
  /** Stops writing and deletes the entry: the user discarded the text. */
  abandon: () => Promise<void>;
};

export type Journal<Text> = {
  /** Entries about this subject, newest first; without those a form in another tab has open. */
  read: (subject: string, owner: string) => Promise<JournalEntry<Text>[]>;
  /** Like `read`, for entries that `parse` refuses because another version of the site wrote them. */
  readUnfit: (subject: string, owner: string) => Promise<{ id: string; json: string }[]>;
  /** Never throws. */
  discard: (id: string) => Promise<void>;
  open: (options: JournalWriterOptions<Text>) => JournalWriter;
};

const store = createStore('journal', 'entries');
/** The open forms of this tab. */
const writers = new Set<{ owner: string; writer: JournalWriter }>();
let tabs: BroadcastChannel | undefined;

/** The number of this user's unsaved texts on this device. Writes open forms first. */
export async function countUnsavedTexts(owner: string): Promise<number> {
  await Promise.all(writersOf(owner).map((writer) => writer.flush()));
  const kept = await readKept().catch(() => []);
  return kept.filter((entry) => entry.owner === owner).length;
}

/** Deletes every text of this user on this device. Open forms stop writing, in other tabs too. */
export async function discardUnsavedTexts(owner: string): Promise<void> {
  await Promise.all(writersOf(owner).map((writer) => writer.abandon()));
  tabs?.postMessage(owner);
  const all = await entries<string, StoredEntry>(store);
  await delMany(
    all.filter(([, entry]) => entry.owner === owner).map(([id]) => id),
    store,
  );
}

function writersOf(owner: string): JournalWriter[] {
  return [...writers].filter((open) => open.owner === owner).map(({ writer }) => writer);
}

function listenToOtherTabs() {
  if (tabs || typeof BroadcastChannel === 'undefined') return;
  tabs = new BroadcastChannel('journal');
  tabs.onmessage = ({ data }: MessageEvent<string>) => {
    writersOf(data).forEach((writer) => void writer.abandon());
  };
}

/**
 * Stores unsaved text of one kind on this device, so that it survives a closed tab, a crash and an
 * expired session. Each open form writes an entry of its own: two tabs never overwrite each other.
 *
 * @param parse returns the stored text, or null when it does not (or no longer) fit the form
 */
export function createJournal<Text>({
  kind,
  parse,
}: {
  kind: string;
  parse: (value: unknown) => Text | null;
}): Journal<Text> {
  const find = async (subject: string, owner: string) => {
    const kept = await readKept().catch(() => []);
    const open = await openIds();
    return kept
      .filter(
        (entry) =>
          entry.kind === kind &&
          entry.subject === subject &&
          entry.owner === owner &&
          !open.has(entry.id),
      )
      .map(({ id, writtenAt, json }) => ({ id, writtenAt, json, text: parse(parseJson(json)) }));
  };
  return {
    read: async (subject, owner) =>
      (await find(subject, owner)).flatMap(({ id, writtenAt, text }) =>
        text === null ? [] : { id, writtenAt, text },
      ),
    readUnfit: async (subject, owner) =>
      (await find(subject, owner)).flatMap(({ id, json, text }) =>
        text === null ? { id, json } : [],
      ),
    discard: forget,
    open: (options) => openWriter(kind, options),
  };
}

function openWriter<Text>(
  kind: string,
  { owner, take, onAvailability }: JournalWriterOptions<Text>,
): JournalWriter {
  const id = crypto.randomUUID();
  const release = holdLock(id);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** The content of the entry; null before the first write. */
  let stored: string | null = null;
  /** The same, once the write in progress has succeeded. */
  let written: string | null = null;
  let isAvailable = true;

  async function write() {
    clearTimeout(timer);
    clearTimeout(retryTimer);
    timer = undefined;
    if (!isOpen) return;
    const unsaved = take();
    if (!unsaved) {
      const hasEntry = written !== null;
      // Reset before the await: another write may begin meanwhile.
      written = null;
      stored = null;
      if (hasEntry) await forget(id);
      return;
    }
    const { subject, text } = unsaved;
    const json = JSON.stringify(text);
    const isFirst = written === null;
    const content = subject + json;
    // An unchanged text keeps its time.
    if (written === content) return;
    written = content;
    try {
      await put({ id, kind, subject, owner, writtenAt: Date.now(), json });
      stored = content;
      noteAvailability(true);
      // Removes what is over the limits.
      if (isFirst) await readKept().catch(() => []);
    } catch {
      noteAvailability(false);
      // Unless another text is being written by now: the same text has to be written again.
      if (written !== content) return;
      written = stored;
      if (isOpen) retryTimer = setTimeout(() => void write(), JOURNAL_RETRY_MS);
    }
  }

  function noteAvailability(next: boolean) {
    if (next !== isAvailable) onAvailability(next);
    isAvailable = next;
  }

  function stop() {
    isOpen = false;
    writers.delete(registered);
    clearTimeout(timer);
    clearTimeout(retryTimer);
    window.removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', leave);
  }

  function leave() {
    if (timer !== undefined || !isAvailable) void write();
  }
  // A closed page, or one that a phone has suspended, may never run again.
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);

  const writer: JournalWriter = {
    touch: () => {
      if (isOpen) timer ??= setTimeout(() => void write(), JOURNAL_WRITE_MS);
    },
    flush: write,
    close: async () => {
      const lastWrite = write();
      stop();
      await lastWrite;
      release();
    },
    abandon: async () => {
      stop();
      await forget(id);
      release();
    },
  };
  const registered = { owner, writer };
  writers.add(registered);
  listenToOtherTabs();
  return writer;
}

async function put(entry: StoredEntry) {
  if (new TextEncoder().encode(entry.json).byteLength > JOURNAL_BYTES_MAX) {
    throw new RangeError('The text is too long to be kept');
  }
  await set(entry.id, entry, store);
}

/** The entries within the limits, newest first; deletes the others. */
async function readKept(): Promise<StoredEntry[]> {
  const all = await entries<string, StoredEntry>(store);
  const oldest = Date.now() - JOURNAL_DAYS * DAY_MS;
  const kept = all
    .map(([, entry]) => entry)
    .filter(({ writtenAt }) => writtenAt > oldest)
    .sort((one, other) => other.writtenAt - one.writtenAt)
    .slice(0, JOURNAL_ENTRIES_MAX);
  const keptIds = new Set(kept.map(({ id }) => id));
  const surplus = all.map(([id]) => id).filter((id) => !keptIds.has(id));
  if (surplus.length > 0) await delMany(surplus, store);
  return kept;
}

async function forget(id: string): Promise<void> {
  try {
    await del(id, store);
  } catch {
    // With storage denied there is no entry to delete.
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Held while the form is open: it tells other tabs that the entry is in use. */
function holdLock(id: string): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void lockManager()?.request(LOCK_PREFIX + id, () => held);
  return release;
}

async function openIds(): Promise<ReadonlySet<string>> {
  const state = await lockManager()?.query();
  return new Set(state?.held?.map(({ name }) => name?.slice(LOCK_PREFIX.length) ?? ''));
}

function lockManager(): LockManager | undefined {
  // Absent outside a secure context.
  return navigator.locks;
}
