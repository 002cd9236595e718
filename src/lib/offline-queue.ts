import { createStore as openDatabase, get, update } from 'idb-keyval';
import { getConnection, noteUnreachable, subscribeToConnection } from './connection';
import { OFFLINE_QUEUE_LIMIT, OFFLINE_QUEUE_PAUSE_MS, OFFLINE_QUEUE_RETRIES } from './constants';
import { createStore } from './create-store';
import { AppError, toAppError, type AppErrorKind } from './errors';
import { notify, type NotificationAction } from './notifications';
import { markQueuedWork } from './queued-work';

/** 'enquiry', or the id of a kind of document. */
export type QueueKind = string;

export type QueueEntry = {
  kind: QueueKind;
  /** Id of the subject: a newer item with the same kind and key replaces this one. */
  key: string;
  /** Name shown to the user. */
  label: string;
  /** Must survive a structured clone. */
  payload: unknown;
  /** The user id, or null for a visitor. */
  owner: string | null;
};

export type QueueItem = QueueEntry & {
  id: string;
  queuedAt: number;
  tries: number;
  /** `conflict` and `failed` stay until the user decides. */
  state: 'waiting' | 'conflict' | 'failed';
  /** Why the last try failed. */
  problem: string | null;
  /** In a conflict: the other version is of the same user, from another tab or device. */
  isOwnConflict?: boolean;
};

/** `own-conflict`: with a version of the same user. */
export type QueueOutcome = 'done' | 'conflict' | 'own-conflict';

export type QueueHandler = {
  /**
   * Sends the item. Must be safe to repeat, because the answer may not arrive.
   *
   * @throws AppError; one of kind `offline` or `signed-out` does not count as a try
   */
  run: (item: QueueItem) => Promise<QueueOutcome>;
  onFailed?: (item: QueueItem) => void;
  /** Opens the screen that compares both versions. */
  conflictAction?: (item: QueueItem) => NotificationAction;
};

/** Another try would get the same answer. */
const FINAL_KINDS: readonly AppErrorKind[] = ['invalid', 'forbidden', 'not-found'];
/** A backend that answers with an error gets this long to recover before the next try. */
const NEXT_TRY_AFTER_MS = 5000;
const RECORD = 'items';
const NAME = 'offline-queue';

const database = openDatabase(NAME, 'items');
const handlers = new Map<QueueKind, QueueHandler>();
let items: readonly QueueItem[] = [];
const mine = createStore<readonly QueueItem[]>([]);
/** Null for a visitor; undefined until the session is known. */
let owner: string | null | undefined;
let opening: Promise<void> | undefined;
let flushing: Promise<void> | undefined;
let isFlushRequested = false;
let nextTry: ReturnType<typeof setTimeout> | undefined;
let tabs: BroadcastChannel | undefined;

/** Sets the current user: only items of this user, and of visitors, are shown and sent. */
export async function setQueueOwner(next: string | null): Promise<void> {
  if (next !== owner) {
    owner = next;
    publish();
  }
  await flushQueue();
}

export function getQueueOwner(): string | null | undefined {
  return owner;
}

/** The items of the current user, oldest first; the same array until something changes. */
export const { get: getQueue, subscribe: subscribeToQueue } = mine;

/** The items, once they have been read from the device. */
export async function readQueue(): Promise<readonly QueueItem[]> {
  await open();
  return mine.get();
}

/**
 * Keeps an item on this device until the backend answers; it survives a reload.
 *
 * @param mayReplace decides about an item with the same key; runs while no other tab can change it
 * @returns false when that item stays and this one is not kept
 * @throws AppError when the browser's storage is unavailable; the caller then has to keep the work
 */
export async function enqueue(
  entry: QueueEntry,
  mayReplace: (waiting: QueueItem) => boolean = () => true,
): Promise<boolean> {
  await open();
  const item: QueueItem = {
    ...entry,
    id: crypto.randomUUID(),
    queuedAt: Date.now(),
    tries: 0,
    state: 'waiting',
    problem: null,
  };
  let isKept = true;
  let dropped: QueueItem[] = [];
  try {
    await change((before) => {
      isKept = before.every((other) => !isSameWork(other, item) || mayReplace(other));
      if (!isKept) return [...before];
      const after = [...before.filter((other) => !isSameWork(other, item)), item];
      const surplus = Math.max(0, after.length - OFFLINE_QUEUE_LIMIT);
      dropped = after.slice(0, surplus);
      return after.slice(surplus);
    });
  } catch (error) {
    throw new AppError('unexpected', 'This browser cannot keep changes for later', {
      cause: error,
    });
  }
  dropped.forEach(notifyDropped);
  void flushQueue();
  return isKept;
}

/**
 * Removes an item: the work was done another way, or the user discarded it.
 *
 * @param isMeant decides about the item found; runs while no other tab can change it
 */
export async function discardQueued(
  kind: QueueKind,
  key: string,
  isMeant: (item: QueueItem) => boolean = () => true,
): Promise<void> {
  await open();
  const isGone = (item: QueueItem) =>
    isMine(item) && item.kind === kind && item.key === key && isMeant(item);
  if (!mine.get().some(isGone)) return;
  await changeIfPossible((before) => before.filter((item) => !isGone(item)));
}

/** The items of this user, without those of visitors. */
export async function readQueueOf(user: string): Promise<readonly QueueItem[]> {
  await open();
  return items.filter((item) => item.owner === user);
}

/** Deletes the items of this user, and keeps no new ones until setQueueOwner names the user again. */
export async function discardQueueOf(user: string): Promise<void> {
  await open();
  // A save in flight may fail after this, and would be kept for later.
  if (owner === user) owner = null;
  await changeIfPossible((before) => before.filter((item) => item.owner !== user));
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
export function registerQueueHandler(kind: QueueKind, handler: QueueHandler): () => void {
  handlers.set(kind, handler);
  void flushQueue();
  return () => {
    if (handlers.get(kind) === handler) handlers.delete(kind);
  };
}

/** The action that opens the comparison for an item in conflict, if its handler is registered. */
export function conflictActionOf(item: QueueItem): NotificationAction | undefined {
  return handlers.get(item.kind)?.conflictAction?.(item);
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
  return mine
    .get()
    .find(({ id, kind, state }) => state === 'waiting' && handlers.has(kind) && !tried.has(id));
}

async function send(item: QueueItem) {
  const handler = handlers.get(item.kind);
  const outcome = await handler?.run(item).catch((thrown: unknown) => thrown);
  if (outcome === 'done') {
    await settle(item, null);
  } else if (outcome === 'conflict' || outcome === 'own-conflict') {
    const isOwnConflict = outcome === 'own-conflict';
    const refused: QueueItem = { ...item, state: 'conflict', isOwnConflict };
    if (await settle(item, refused)) notifyConflict(refused);
  } else if (outcome !== undefined) {
    await countTry(item, toAppError(outcome, `“${item.label}” could not be sent`));
  }
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
    handlers.get(item.kind)?.onFailed?.(tried);
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
  items = next;
  markQueuedWork(next.length > 0);
  publish();
}

function publish() {
  mine.set(items.filter(isMine));
}

/** Items of visitors count for every user; items of another user never do. */
function isMine(item: QueueItem): boolean {
  return owner !== undefined && (item.owner === null || item.owner === owner);
}

function isSameWork(a: QueueEntry, b: QueueEntry): boolean {
  return a.kind === b.kind && a.key === b.key && a.owner === b.owner;
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
    title: `Only ${OFFLINE_QUEUE_LIMIT} changes can wait on this device`,
    description: isMine(item)
      ? `The oldest one was dropped: “${item.label}”.`
      : 'The oldest one was dropped.',
  });
}

function notifyFailed(item: QueueItem) {
  notify({
    type: 'error',
    title: `“${item.label}” could not be sent`,
    description: `${item.problem ?? 'It was refused'}. It stays on this device until you try again or discard it.`,
  });
}

function notifyConflict(item: QueueItem) {
  const action = conflictActionOf(item);
  notify({
    type: 'warning',
    title: item.isOwnConflict
      ? `You changed “${item.label}” elsewhere meanwhile`
      : `“${item.label}” was changed by someone else meanwhile`,
    description: item.isOwnConflict
      ? 'In another tab or on another device. Nothing was overwritten: this version is kept here.'
      : 'Nothing was overwritten. Your version is kept on this device.',
    ...(action && { actions: [action] }),
  });
}
