import { sanitizeFileName } from '@contracts/file-name';
import { validateManagedImage, type UploadNameTaken, type UploadNaming } from '@contracts/upload';
import { createStore } from '@/lib/create-store';
import { AppError, messageOf } from '@/lib/errors';
import { dismiss, notify } from '@/lib/notifications';
import type { Variant } from './encode-variants';
import type { StorageImage } from './model';
import { NAME_TAKEN, type UploadedImage, type UploadOptions } from './api';
import {
  idleUpload,
  PROGRESS_RESET_MS,
  PROGRESS_STEP_MS,
  uploadReducer,
  type UploadAction,
  type UploadState,
} from './upload-progress';

/** What the person has to decide before a file is sent. */
export type UploadQuestion =
  { kind: 'duplicate'; existing: StorageImage } | { kind: 'name-taken'; name: string };

export type UploadTask = {
  id: number;
  file: File;
  naming: UploadNaming;
  nameTaken: UploadNameTaken;
  acceptsDuplicate: boolean;
  /** Idle before its turn, and again once the full bar was seen. */
  bar: UploadState;
  question: UploadQuestion | null;
  /** What it became. */
  image: UploadedImage | null;
};

export type UploadAnswer = Partial<Pick<UploadTask, 'nameTaken' | 'acceptsDuplicate'>>;

export type UploadQueueDeps = {
  upload: (file: File, options: UploadOptions) => Promise<UploadedImage>;
  makeVariants: (file: File, signal: AbortSignal) => Promise<Variant[]>;
  hash: (file: File) => Promise<string | null>;
  /** What is stored already. */
  listImages: () => Promise<readonly StorageImage[]>;
  /** Gives every place that shows a replaced picture its new address. */
  updatePlaces: (image: UploadedImage) => Promise<unknown>;
  /** The stored pictures may have changed. */
  onChanged: () => void;
  /** One file in all: another is refused while it is on its way. */
  takesOne: boolean;
};

export type UploadListener = {
  onStored?: ((image: UploadedImage, file: File) => void) | undefined;
  /** The full bar has been seen and is gone. */
  onFinished?: (() => void) | undefined;
};

/** Sends files one after another; a question about one lets the next ones pass. */
export function createUploadQueue(deps: UploadQueueDeps) {
  const tasks = createStore<readonly UploadTask[]>([]);
  let lastId = 0;
  let running: { id: number; controller: AbortController } | null = null;
  let failureNotice = '';
  let told: UploadListener = {};
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

  function add(files: readonly File[], naming: UploadNaming = 'random') {
    const [first, ...others] = files;
    if (!first || (deps.takesOne && running)) return;
    const problem = deps.takesOne && others.length > 0 ? 'Upload one file at a time' : null;
    const added = (problem ? [first] : files).map((file) => newTask(file, naming));
    tasks.set([...(deps.takesOne ? [] : tasks.get().filter((task) => !isOver(task))), ...added]);
    for (const { id, file } of added) {
      const message = problem ?? validateManagedImage(file);
      if (message) fail(id, file, message, false);
    }
    advance();
  }

  function newTask(file: File, naming: UploadNaming): UploadTask {
    lastId += 1;
    return {
      id: lastId,
      file,
      naming,
      nameTaken: 'refuse',
      acceptsDuplicate: false,
      bar: idleUpload,
      question: null,
      image: null,
    };
  }

  function advance() {
    const next = running ? undefined : tasks.get().find(isWaiting);
    if (next) void run(next);
  }

  async function run(task: UploadTask) {
    const { id, file } = task;
    const controller = new AbortController();
    running = { id, controller };
    dismiss(failureNotice);
    move(id, { type: 'start', fileName: file.name });
    const ticks = setInterval(() => move(id, { type: 'tick' }), PROGRESS_STEP_MS);
    try {
      const question = await questionAbout(task);
      controller.signal.throwIfAborted();
      if (question) {
        change(id, { bar: idleUpload, question });
        return;
      }
      const image = await send(task, controller.signal);
      controller.signal.throwIfAborted();
      settle(id, file, image);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof AppError && error.code === NAME_TAKEN) {
        const name = sanitizeFileName(file.name);
        change(id, { bar: idleUpload, question: { kind: 'name-taken', name } });
        return;
      }
      failureNotice = notify({ type: 'error', ...noticeOf(error) });
      const canRetry = !(error instanceof AppError && error.kind === 'invalid');
      fail(id, file, messageOf(error, 'Upload failed'), canRetry);
    } finally {
      clearInterval(ticks);
      // An upload broken off late may have been stored all the same.
      deps.onChanged();
      if (running?.id === id) running = null;
      advance();
    }
  }

  /** Null when it may be sent. What is stored is asked for the sake of comfort: not knowing sends. */
  async function questionAbout(task: UploadTask): Promise<UploadQuestion | null> {
    const [hash, images] = await Promise.all([
      task.acceptsDuplicate ? null : deps.hash(task.file).catch(() => null),
      deps.listImages().catch(() => []),
    ]);
    const existing = images.find(({ record }) => record !== null && record.sha256 === hash);
    if (existing) return { kind: 'duplicate', existing };
    const name = sanitizeFileName(task.file.name);
    const asksForName = task.naming === 'own' && task.nameTaken === 'refuse';
    return asksForName && images.some(({ path }) => path === name)
      ? { kind: 'name-taken', name }
      : null;
  }

  async function send(task: UploadTask, signal: AbortSignal): Promise<UploadedImage> {
    const { id, file, naming, nameTaken } = task;
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

  function settle(id: number, file: File, image: UploadedImage) {
    move(id, { type: 'answered' });
    change(id, { image });
    notify({ type: 'success', title: 'Upload Successful', description: file.name });
    told.onStored?.(image, file);
    const timer = setTimeout(() => {
      timers.delete(timer);
      move(id, { type: 'reset' });
      told.onFinished?.();
    }, PROGRESS_RESET_MS);
    timers.add(timer);
  }

  function answer(id: number, given: UploadAnswer) {
    change(id, { ...given, question: null, bar: idleUpload });
    advance();
  }

  /** Breaks it off if it runs, and forgets what was said about it. */
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
    /** Sends again as it was; for a failure that may pass. */
    retry: (id: number) => answer(id, {}),
    remove,
    clear,
    /** Takes the place of the listener before. */
    tell: (listener: UploadListener) => {
      told = listener;
    },
    getTasks: tasks.get,
    subscribe: tasks.subscribe,
  };
}

export function isUploading({ bar }: UploadTask): boolean {
  return bar.status === 'uploading';
}

function isWaiting({ bar, question, image }: UploadTask): boolean {
  return bar.status === 'idle' && question === null && image === null;
}

/** Stored, and seen to be. */
export function isOver({ bar, image }: UploadTask): boolean {
  return image !== null && bar.status === 'idle';
}

export function isBusy(tasks: readonly UploadTask[]): boolean {
  return tasks.some((task) => isUploading(task) || isWaiting(task));
}

/** The toasts of the specification (DASH-24, DASH-25): one for a refusal, one for no proper answer at all. */
function noticeOf(error: unknown): { title: string; description: string } {
  const wasRefused = error instanceof AppError && error.code !== null;
  return wasRefused
    ? { title: 'Upload Failed', description: error.message || 'Upload failed' }
    : { title: 'Upload Error', description: 'Failed to upload image. Please try again.' };
}
