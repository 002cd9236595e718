import { sanitizeFileName } from '@contracts/file-name';
import { UPLOAD_RULE_MESSAGES, type UploadNaming } from '@contracts/upload';
import { createStore } from '@/lib/create-store';
import { AppError, messageOf } from '@/lib/errors';
import { dismiss, notify } from '@/lib/notifications';
import { loadLatin } from '@/lib/words/load-latin';
import type { Variant } from './encode-variants';
import type { StorageImage } from './model';
import { isShrinkable } from './shrink-picture';
import { NAME_TAKEN, type UploadedImage, type UploadOptions } from './send-image';
import {
  idleUpload,
  PROGRESS_RESET_MS,
  PROGRESS_STEP_MS,
  uploadReducer,
  type UploadAction,
} from './upload-progress';
import {
  describeShrinking,
  fileToSend,
  findUploadProblem,
  isFinished,
  isWaiting,
  newTask,
  type UploadAnswer,
  type UploadQuestion,
  type UploadTask,
} from './upload-task';

export type UploadQueueDeps = {
  upload: (file: File, options: UploadOptions) => Promise<UploadedImage>;
  shrink: (file: File, signal: AbortSignal) => Promise<File | null>;
  makeVariants: (file: File, signal: AbortSignal) => Promise<Variant[]>;
  hash: (file: File) => Promise<string | null>;
  /** The stored pictures. */
  listImages: () => Promise<readonly StorageImage[]>;
  /** Updates the address in every place that uses a replaced picture. */
  updatePlaces: (image: UploadedImage) => Promise<unknown>;
  /** Called when the stored pictures may have changed. */
  onChanged: () => void;
  /** Accepts one file only, and none while it is sent. */
  takesOne: boolean;
};

export type UploadListener = {
  onStored?: ((image: UploadedImage, file: File) => void) | undefined;
  /** After the full bar was shown and reset. */
  onFinished?: (() => void) | undefined;
};

/** Sends files one after another. A file with an open question does not hold up the others. */
export function createUploadQueue(deps: UploadQueueDeps) {
  const tasks = createStore<readonly UploadTask[]>([]);
  let lastId = 0;
  let running: { id: number; controller: AbortController } | null = null;
  let failureNotice = '';
  let listener: UploadListener = {};
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function change(id: number, part: Partial<UploadTask>) {
    tasks.set(tasks.get().map((task) => (task.id === id ? { ...task, ...part } : task)));
  }

  function move(id: number, action: UploadAction) {
    const task = tasks.get().find((candidate) => candidate.id === id);
    const bar = task && uploadReducer(task.bar, action);
    if (bar && bar !== task.bar) change(id, { bar });
  }

  function fail(id: number, file: File, message: string, canRetry: boolean) {
    move(id, { type: 'fail', fileName: file.name, message, canRetry });
  }

  /** By a rule, before it is sent. */
  function refuse(id: number, file: File, message: string) {
    fail(id, file, message, false);
    notify({ type: 'error', title: 'Upload Failed', description: message });
  }

  function add(files: readonly File[], naming: UploadNaming = 'random') {
    const [first, ...others] = files;
    if (!first || (deps.takesOne && running)) return;
    const problem = deps.takesOne && others.length > 0 ? 'Upload one file at a time' : null;
    const added = (problem ? [first] : files).map((file) => {
      lastId += 1;
      return newTask(lastId, file, naming);
    });
    tasks.set([
      ...(deps.takesOne ? [] : tasks.get().filter((task) => !isFinished(task))),
      ...added,
    ]);
    for (const { id, file } of added) {
      const message = problem ?? findUploadProblem(file);
      if (message) refuse(id, file, message);
    }
    advance();
  }

  function advance() {
    const next = running ? undefined : tasks.get().find(isWaiting);
    if (next) void run(next);
  }

  async function run(waiting: UploadTask) {
    let task = waiting;
    const { id, file } = task;
    const controller = new AbortController();
    running = { id, controller };
    dismiss(failureNotice);
    move(id, { type: 'start', fileName: file.name });
    const ticks = setInterval(() => move(id, { type: 'tick' }), PROGRESS_STEP_MS);
    try {
      task = await withinLimit(task, controller.signal);
      const question = await questionAbout(task);
      controller.signal.throwIfAborted();
      if (question) {
        change(id, { bar: idleUpload, question });
        return;
      }
      const image = await send(task, controller.signal);
      controller.signal.throwIfAborted();
      settle(task, image);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof AppError && error.code === NAME_TAKEN) {
        const name = await nameOf(fileToSend(task));
        change(id, { bar: idleUpload, question: { kind: 'name-taken', name } });
        return;
      }
      failureNotice = notify({ type: 'error', ...noticeOf(error) });
      const canRetry = !(error instanceof AppError && error.kind === 'invalid');
      fail(id, file, messageOf(error, 'Upload failed'), canRetry);
    } finally {
      clearInterval(ticks);
      // A cancelled upload may have been stored already.
      deps.onChanged();
      if (running?.id === id) running = null;
      advance();
    }
  }

  /** Shrinks a photo over the limit of the bucket, once. */
  async function withinLimit(task: UploadTask, signal: AbortSignal): Promise<UploadTask> {
    if (task.shrunk || !isShrinkable(task.file)) return task;
    const shrunk = await deps.shrink(task.file, signal);
    signal.throwIfAborted();
    if (!shrunk) {
      const message = UPLOAD_RULE_MESSAGES.file_too_large;
      throw new AppError('invalid', message, { code: 'file_too_large' });
    }
    change(task.id, { shrunk });
    return { ...task, shrunk };
  }

  /** Null when it may be sent, also if the stored pictures cannot be loaded. */
  async function questionAbout(task: UploadTask): Promise<UploadQuestion | null> {
    const file = fileToSend(task);
    const [hash, images] = await Promise.all([
      task.acceptsDuplicate ? null : deps.hash(file).catch(() => null),
      deps.listImages().catch(() => []),
    ]);
    const existing = images.find(({ record }) => record !== null && record.sha256 === hash);
    if (existing) return { kind: 'duplicate', existing };
    if (task.naming !== 'own' || task.nameTaken !== 'refuse') return null;
    const name = await nameOf(file);
    return images.some(({ path }) => path === name) ? { kind: 'name-taken', name } : null;
  }

  async function send(task: UploadTask, signal: AbortSignal): Promise<UploadedImage> {
    const { id, naming, nameTaken } = task;
    const file = fileToSend(task);
    const variants = await deps.makeVariants(file, signal);
    signal.throwIfAborted();
    const image = await deps.upload(file, {
      variants,
      ...(naming === 'own' && { naming, nameTaken }),
      signal,
      onProgress: (sent) => move(id, { type: 'bytes', sent }),
    });
    if (naming === 'own' && nameTaken === 'replace') await deps.updatePlaces(image);
    return image;
  }

  function settle(task: UploadTask, image: UploadedImage) {
    const { id, file } = task;
    move(id, { type: 'answered' });
    change(id, { image });
    const description = describeShrinking(task) ?? file.name;
    notify({ type: 'success', title: 'Upload Successful', description });
    listener.onStored?.(image, file);
    const timer = setTimeout(() => {
      timers.delete(timer);
      move(id, { type: 'reset' });
      listener.onFinished?.();
    }, PROGRESS_RESET_MS);
    timers.add(timer);
  }

  function answer(id: number, given: UploadAnswer) {
    change(id, { ...given, question: null, bar: idleUpload });
    advance();
  }

  /** Removes the task and cancels its upload. */
  function remove(id: number) {
    if (running?.id === id) running.controller.abort();
    tasks.set(tasks.get().filter((task) => task.id !== id));
  }

  function clear() {
    running?.controller.abort();
    timers.forEach(clearTimeout);
    timers.clear();
    tasks.set([]);
  }

  return {
    add,
    answer,
    /** Sends it again with the same options. */
    retry: (id: number) => answer(id, {}),
    remove,
    clear,
    setListener: (next: UploadListener) => {
      listener = next;
    },
    getTasks: tasks.get,
    subscribe: tasks.subscribe,
  };
}

/** The name that the function gives the object. Only names in other alphabets need the Latin spellings. */
const nameOf = async ({ name }: File) =>
  /[^\p{ASCII}]/u.test(name) ? (await loadLatin()).objectName(name) : sanitizeFileName(name);

/** The toasts of the specification (DASH-24, DASH-25): one for a refusal, one without a valid answer. */
function noticeOf(error: unknown): { title: string; description: string } {
  const wasRefused = error instanceof AppError && error.code !== null;
  return wasRefused
    ? { title: 'Upload Failed', description: error.message || 'Upload failed' }
    : { title: 'Upload Error', description: 'Failed to upload image. Please try again.' };
}
