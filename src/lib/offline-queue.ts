import { createStore as openDatabase, get, update } from 'idb-keyval';
import { getConnection, noteUnreachable, subscribeToConnection } from './connection';
import { OFFLINE_QUEUE_LIMIT, OFFLINE_QUEUE_PAUSE_MS, OFFLINE_QUEUE_RETRIES } from './constants';
import { createStore } from './create-store';
import { AppError, toAppError, type AppErrorKind } from './errors';
import { notify } from './notifications';
import { markQueuedWork } from './queued-work';

export type QueueEntry = {
  /** The handler that sends it. */
  kind: string;
  /** Id of the subject: a newer item with the same kind and key replaces this one. */
  key: string;
  /** Name shown to the user. */
  label: string;
  /** Must survive a structured clone. */
  payload: unknown;
};

export type QueueItem = QueueEntry & {
  id: string;
  queuedAt: number;
  tries: number;
  /** `failed` stays until the user decides. */
  state: 'waiting' | 'failed';
  /** Why the last try failed. */
  problem: string | null;
};

export type QueueHandler = {
  /**
   * Sends the item. Must be safe to repeat, because the answer may not arrive.
   *
   * @throws AppError; one of kind `offline` or `signed-out` does not count as a try
   */
  run: (item: QueueItem) => Promise<void>;
};

/** Another try would get the same answer. */
const FINAL_KINDS: readonly AppErrorKind[] = ['invalid', 'forbidden', 'not-found'];
/** A backend that answers with an error gets this long to recover before the next try. */
const NEXT_TRY_AFTER_MS = 5000;
const RECORD = 'items';
const NAME = 'offline-queue';

const database = openDatabase(NAME, 'items');
const handlers = new Map<string, QueueHandler>();
const items = createStore<readonly QueueItem[]>([]);
let opening: Promise<void> | undefined;
let flushing: Promise<void> | undefined;
let isFlushRequested = false;
let nextTry: ReturnType<typeof setTimeout> | undefined;
let tabs: BroadcastChannel | undefined;

/** The items, oldest first; the same array until something changes. */
export const { get: getQueue, subscribe: subscribeToQueue } = items;

/** The items, once they have been read from the device. */
export async function readQueue(): Promise<readonly QueueItem[]> {
  await open();
  return items.get();
}

/**
 * Keeps an item on this device until the backend answers; it survives a reload.
 *
 * @throws AppError when the browser's storage is unavailable; the caller then has to keep the work
 */
export async function enqueue(entry: QueueEntry): Promise<void> {
  await open();
  const item: QueueItem = {
    ...entry,
    id: crypto.randomUUID(),
    queuedAt: Date.now(),
    tries: 0,
    state: 'waiting',
    problem: null,
  };
  let dropped: QueueItem[] = [];
  try {
    await change((before) => {
      const after = [...before.filter((other) => !isSameWork(other, item)), item];
      const surplus = Math.max(0, after.length - OFFLINE_QUEUE_LIMIT);
      dropped = after.slice(0, surplus);
      return after.slice(surplus);
    });
  } catch (error) {
    throw new AppError('unexpected', 'This browser cannot keep messages for later', {
      cause: error,
    });
  }
  dropped.forEach(notifyDropped);
  void flushQueue();
}

/** Removes an item: the work was done another way, or the user discarded it. */
export async function discardQueued(kind: string, key: string): Promise<void> {
  await open();
  const isGone = (item: QueueItem) => item.kind === kind && item.key === key;
  if (!items.get().some(isGone)) return;
  await changeIfPossible((before) => before.filter((item) => !isGone(item)));
}

/** Resets the tries of a failed item and sends it again. */
export async function retryQueued(id: string): Promise<void> {
  await changeIfPossible((before) =>
    before.map((item) =>
      item.id === id ? { ...item, state: 'waiting', tries: 0, problem: null } : item,
    ),
  );
  await flushQueue();
}

/** Items of a kind wait until its handler is registered. */
export function registerQueueHandler(kind: string, handler: QueueHandler): () => void {
  handlers.set(kind, handler);
  void flushQueue();
  return () => {
    if (handlers.get(kind) === handler) handlers.delete(kind);
  };
}

/** Sends the waiting items one after the other, in one tab at a time. Never throws. */
export function flushQueue(): Promise<void> {
  // Items added while a round is running are sent in the next one.
  isFlushRequested = true;
  flushing ??= flush();
  return flushing;
}

async function flush() {
  clearTimeout(nextTry);
  try {
    await open();
    while (isFlushRequested) {
      isFlushRequested = false;
      if (nextItem(new Set())) await inOneTab(sendAll);
    }
  } catch {
    // Storage failed in the middle: an item may be sent again, which handlers must allow.
  }
  // No await between the last check of isFlushRequested and this line, or a call in between would be missed.
  flushing = undefined;
  if ((nextItem(new Set())?.tries ?? 0) > 0) {
    nextTry = setTimeout(() => void flushQueue(), NEXT_TRY_AFTER_MS);
  }
}

/** One round: every item that can be sent is tried once. */
async function sendAll() {
  // Another tab may have sent some while this one waited for its turn.
  await reload();
  const tried = new Set<string>();
  while (nextItem(tried)) {
    if (tried.size > 0) await pause(OFFLINE_QUEUE_PAUSE_MS);
    const item = nextItem(tried);
    if (!item) return;
    tried.add(item.id);
    await send(item);
  }
}

function nextItem(tried: ReadonlySet<string>): QueueItem | undefined {
  if (getConnection() !== 'online') return undefined;
  return items
    .get()
    .find(({ id, kind, state }) => state === 'waiting' && handlers.has(kind) && !tried.has(id));
}

async function send(item: QueueItem) {
  const handler = handlers.get(item.kind);
  if (!handler) return;
  try {
    await handler.run(item);
  } catch (error) {
    await countTry(item, toAppError(error, `“${item.label}” could not be sent`));
    return;
  }
  await settle(item, null);
}

async function countTry(item: QueueItem, error: AppError) {
  if (error.kind === 'offline') noteUnreachable();
  if (error.kind === 'offline' || error.kind === 'signed-out') return;
  const tries = item.tries + 1;
  const tried = { ...item, tries, problem: error.message };
  if (tries < OFFLINE_QUEUE_RETRIES && !FINAL_KINDS.includes(error.kind)) {
    await settle(item, tried);
  } else if (await settle(item, { ...tried, state: 'failed' })) {
    notifyFailed(tried);
  }
}

/** @returns false when the user discarded or replaced the item meanwhile */
async function settle(item: QueueItem, after: QueueItem | null): Promise<boolean> {
  let isThere = false;
  await change((before) => {
    isThere = before.some(({ id }) => id === item.id);
    return before.flatMap((other) => (other.id !== item.id ? other : (after ?? [])));
  });
  return isThere;
}

function open(): Promise<void> {
  opening ??= (async () => {
    subscribeToConnection(() => {
      if (getConnection() === 'online') void flushQueue();
    });
    if (typeof BroadcastChannel !== 'undefined') {
      tabs = new BroadcastChannel(NAME);
      tabs.onmessage = () => void reload();
    }
    await reload();
  })();
  return opening;
}

async function reload() {
  try {
    take((await get<QueueItem[]>(RECORD, database)) ?? []);
  } catch {
    // Blocked or broken storage: the queue is empty, and enqueue throws.
  }
}

/** @throws the error of the storage; nothing has changed then */
async function change(edit: (before: readonly QueueItem[]) => QueueItem[]) {
  let after: QueueItem[] = [];
  await update<QueueItem[]>(RECORD, (before) => (after = edit(before ?? [])), database);
  take(after);
  tabs?.postMessage(null);
}

/** If the storage fails, the list stays as it is and the user can try again. */
async function changeIfPossible(edit: (before: readonly QueueItem[]) => QueueItem[]) {
  await change(edit).catch(() => undefined);
}

function take(next: readonly QueueItem[]) {
  markQueuedWork(next.length > 0);
  items.set(next);
}

function isSameWork(a: QueueEntry, b: QueueEntry): boolean {
  return a.kind === b.kind && a.key === b.key;
}

async function inOneTab(work: () => Promise<void>): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  return navigator.locks.request(NAME, work);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function notifyDropped(item: QueueItem) {
  notify({
    type: 'error',
    title: `Only ${OFFLINE_QUEUE_LIMIT} messages can wait on this device`,
    description: `The oldest one was dropped: “${item.label}”.`,
  });
}

function notifyFailed(item: QueueItem) {
  notify({
    type: 'error',
    title: `“${item.label}” could not be sent`,
    description: `${item.problem ?? 'It was refused'}. It stays on this device until you try again or discard it.`,
  });
}
