import { createStore, delMany, get, set, update } from 'idb-keyval';

export type StoredCopy = { data: unknown; savedAt: number };

export const COPIES_LIMIT = 60;
/** In characters of JSON, for all copies together. */
export const COPIES_SIZE_LIMIT = 2_000_000;

/** Raise it when the result of a kept query changes its shape: older copies are then ignored. */
const SHAPE = 1;
const INDEX = 'index';

type Entry = { key: string; size: number };
type Index = { shape: number; entries: Entry[] };

const store = createStore('stored-copies', 'copies');

/**
 * Keeps the last successful result of a query on this device; above the limits the oldest are
 * deleted. Nothing here throws: a browser without storage just has no copies.
 */
export async function keepCopy(key: string, data: unknown): Promise<void> {
  try {
    const json = JSON.stringify(data);
    if (json.length > COPIES_SIZE_LIMIT) return await removeCopy(key);
    await set(recordOf(key), { shape: SHAPE, json, savedAt: Date.now() }, store);
    await reindex((entries) => [...without(key, entries), { key, size: json.length }]);
  } catch {
    // No storage: no copy.
  }
}

export async function readCopy(key: string): Promise<StoredCopy | null> {
  try {
    const record: unknown = await get(recordOf(key), store);
    if (!isRecord(record)) return null;
    const data: unknown = JSON.parse(record.json);
    return { data, savedAt: record.savedAt };
  } catch {
    return null;
  }
}

/** For documents that are deleted or no longer public. */
export async function removeCopy(key: string): Promise<void> {
  try {
    await reindex((entries) => without(key, entries));
  } catch {
    // No storage: no copy.
  }
}

async function reindex(edit: (entries: Entry[]) => Entry[]) {
  let gone: Entry[] = [];
  await update<unknown>(
    INDEX,
    (before) => {
      const known = isIndex(before) ? before.entries : [];
      const kept = within(edit(known));
      gone = known.filter(({ key }) => !kept.some((entry) => entry.key === key));
      return { shape: SHAPE, entries: kept } satisfies Index;
    },
    store,
  );
  if (gone.length > 0) {
    await delMany(
      gone.map(({ key }) => recordOf(key)),
      store,
    );
  }
}

/** The newest entries, as many as fit. */
function within(entries: Entry[]): Entry[] {
  let size = 0;
  const fitting = entries.toReversed().filter((entry, place) => {
    size += entry.size;
    return place < COPIES_LIMIT && size <= COPIES_SIZE_LIMIT;
  });
  return fitting.toReversed();
}

function without(key: string, entries: Entry[]): Entry[] {
  return entries.filter((entry) => entry.key !== key);
}

function recordOf(key: string): string {
  return `copy:${key}`;
}

function isIndex(value: unknown): value is Index {
  return (
    typeof value === 'object' &&
    value !== null &&
    'entries' in value &&
    Array.isArray(value.entries)
  );
}

function isRecord(value: unknown): value is { json: string; savedAt: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'shape' in value &&
    value.shape === SHAPE &&
    'json' in value &&
    typeof value.json === 'string' &&
    'savedAt' in value &&
    typeof value.savedAt === 'number'
  );
}
