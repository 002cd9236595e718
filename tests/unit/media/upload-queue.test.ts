import { beforeEach, expect, test, vi } from 'vitest';
import { toStorageImage, type ImageRecord, type StorageImage } from '@/features/media/model';
import { createUploadQueue, type UploadQueueDeps } from '@/features/media/upload-queue';
import { isBusy } from '@/features/media/upload-task';
import type { UploadedImage, UploadOptions } from '@/features/media/send-image';
import { AppError } from '@/lib/errors';
import { dismiss, getSnapshot } from '@/lib/notifications';

vi.mock('@/lib/env', () => ({
  getEnv: () => ({ supabaseUrl: 'https://db.example', supabaseAnonKey: 'key' }),
}));

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    getSnapshot().forEach(({ id }) => dismiss(id));
    vi.useRealTimers();
  };
});

const openNotices = () => getSnapshot().filter(({ open }) => open);

const file = (name: string, content = name) => new File([content], name, { type: 'image/png' });

function image(path: string, sha256 = 'x'): StorageImage {
  const record: ImageRecord = {
    sha256,
    width: 10,
    height: 10,
    altText: '',
    focus: { x: 50, y: 50 },
    variants: [],
    revision: 1,
    originalName: path,
    isDeleting: false,
  };
  const found = toStorageImage(
    { id: path, name: path, created_at: null, metadata: null },
    '',
    new Map([[path, record]]),
  );
  if (!found) throw new Error(`${path} is no image`);
  return found;
}

type Sent = {
  name: string;
  options: UploadOptions;
  done: (image?: Partial<UploadedImage>) => Promise<void>;
  fail: (error: unknown) => Promise<void>;
};

/** A queue whose uploads the test ends. */
function setUp(overrides: Partial<UploadQueueDeps> = {}) {
  const sent: Sent[] = [];
  const deps: UploadQueueDeps = {
    upload: (picture, options) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        sent.push({
          name: picture.name,
          options,
          done: async (result = {}) => {
            resolve({ path: picture.name, url: `https://db.example/${picture.name}`, ...result });
            await vi.advanceTimersByTimeAsync(0);
          },
          fail: async (error) => {
            reject(error);
            await vi.advanceTimersByTimeAsync(0);
          },
        });
      }),
    shrink: async () => null,
    makeVariants: async () => [],
    hash: async () => null,
    listImages: async () => [],
    updatePlaces: vi.fn(async () => 1),
    onChanged: vi.fn(),
    takesOne: false,
    ...overrides,
  };
  const queue = createUploadQueue(deps);
  const add = async (files: File[], naming?: 'random' | 'own') => {
    queue.add(files, naming);
    await vi.advanceTimersByTimeAsync(0);
  };
  const statuses = () =>
    queue
      .getTasks()
      .map(({ file: { name }, bar, image: stored }) => [name, stored ? 'stored' : bar.status]);
  return { queue, deps, sent, add, statuses };
}

test('DASH-5, VFILE-13: several files are sent one after another', async () => {
  const { add, sent, statuses } = setUp();
  await add([file('a.png'), file('b.png'), file('c.png')]);
  expect(sent.map(({ name }) => name)).toEqual(['a.png']);
  await sent[0]?.done();
  expect(sent.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
  expect(statuses()).toEqual([
    ['a.png', 'stored'],
    ['b.png', 'uploading'],
    ['c.png', 'idle'],
  ]);
});

test('DASH-7, DASH-8, CONST-6: each file has its own bar, which disappears a second after its upload', async () => {
  const { add, queue, sent } = setUp();
  await add([file('a.png'), file('b.png')]);
  sent[0]?.options.onProgress?.(1);
  await vi.advanceTimersByTimeAsync(300);
  const bars = () => queue.getTasks().map(({ bar }) => ('percent' in bar ? bar.percent : null));
  expect(bars()).toEqual([30, null]);
  await sent[0]?.done();
  expect(bars()).toEqual([100, 0]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(bars()[0]).toBeNull();
});

/** Over the limit of the bucket. */
const photo = (name: string, type = 'image/jpeg') =>
  new File([new Uint8Array(6 * 1024 * 1024)], name, { type });

test('a photo over 5 MB is sent smaller, and the toast says both sizes', async () => {
  const small = new File([new Uint8Array(2048)], 'photo.jpg', { type: 'image/jpeg' });
  const { add, sent, queue } = setUp({ shrink: async () => small });
  await add([photo('photo.jpg')]);
  expect(queue.getTasks()[0]?.shrunk).toBe(small);
  await sent[0]?.done();
  expect(getSnapshot().find(({ open }) => open)?.description).toBe(
    'photo.jpg was 6.0 MB; it is uploaded as 2 KB.',
  );
});

test('a photo is made smaller once, also if its upload is repeated', async () => {
  const small = new File(['x'], 'photo.webp', { type: 'image/webp' });
  const shrink = vi.fn(async () => small);
  const { add, sent, queue } = setUp({ shrink });
  await add([photo('photo.png', 'image/png')]);
  await sent[0]?.fail(new AppError('offline', 'No answer'));
  queue.retry(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(({ name }) => name)).toEqual(['photo.webp', 'photo.webp']);
  expect(shrink).toHaveBeenCalledOnce();
});

test('VFILE-6: a photo that cannot be made smaller is refused, and the next file is sent', async () => {
  const { add, sent, queue, statuses } = setUp();
  await add([photo('photo.jpg'), file('b.png')]);
  expect(statuses()[0]).toEqual(['photo.jpg', 'failed']);
  expect(queue.getTasks()[0]?.bar).toMatchObject({
    message: 'File size too large. Maximum size: 5.0MB',
    canRetry: false,
  });
  expect(sent.map(({ name }) => name)).toEqual(['b.png']);
});

test('VFILE-6: a GIF over 5 MB is refused at once, because it would lose its animation', async () => {
  const shrink = vi.fn(async () => null);
  const { add, statuses } = setUp({ shrink });
  await add([photo('loop.gif', 'image/gif')]);
  expect(statuses()).toEqual([['loop.gif', 'failed']]);
  expect(shrink).not.toHaveBeenCalled();
});

test('a file that breaks a rule fails alone', async () => {
  const { add, sent, statuses } = setUp();
  await add([new File(['x'], 'notes.txt', { type: 'text/plain' }), file('b.png')]);
  expect(statuses()).toEqual([
    ['notes.txt', 'failed'],
    ['b.png', 'uploading'],
  ]);
  expect(sent).toHaveLength(1);
});

test('a cancelled upload is aborted and the next one starts', async () => {
  const { add, queue, sent, statuses } = setUp();
  await add([file('a.png'), file('b.png')]);
  queue.remove(queue.getTasks()[0]?.id ?? 0);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent[0]?.options.signal?.aborted).toBe(true);
  expect(statuses()).toEqual([['b.png', 'uploading']]);
});

test('DASH-24: a failed file is sent again on retry', async () => {
  const { add, queue, sent, statuses } = setUp();
  await add([file('a.png')]);
  await sent[0]?.fail(new AppError('offline', 'No answer'));
  expect(statuses()).toEqual([['a.png', 'failed']]);
  expect(getSnapshot().find(({ open }) => open)?.title).toBe('Upload Error');
  queue.retry(queue.getTasks()[0]?.id ?? 0);
  await vi.advanceTimersByTimeAsync(0);
  await sent[1]?.done();
  expect(statuses()).toEqual([['a.png', 'stored']]);
});

test('a picture that is already stored raises a question, and the next file is sent', async () => {
  const existing = image('old.png', 'same');
  const { add, queue, sent } = setUp({
    hash: async (picture) => (picture.name === 'a.png' ? 'same' : 'other'),
    listImages: async () => [existing],
  });
  await add([file('a.png'), file('b.png')]);
  const [asked] = queue.getTasks();
  expect(asked?.question).toEqual({ kind: 'duplicate', existing });
  expect(sent.map(({ name }) => name)).toEqual(['b.png']);

  await sent[0]?.done();
  queue.answer(asked?.id ?? 0, { acceptsDuplicate: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(({ name }) => name)).toEqual(['b.png', 'a.png']);
});

test('STOR-4, R-15: a name in use raises a question before anything is sent', async () => {
  const { add, queue, sent } = setUp({ listImages: async () => [image('Our_Office.png')] });
  await add([file('Our Office.png')], 'own');
  const [asked] = queue.getTasks();
  expect(asked?.question).toEqual({ kind: 'name-taken', name: 'Our_Office.png' });
  queue.answer(asked?.id ?? 0, { nameTaken: 'keep-both' });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent[0]?.options).toMatchObject({ naming: 'own', nameTaken: 'keep-both' });
});

test('R-15: names in another alphabet are compared as the objects are named', async () => {
  const { add, queue, sent } = setUp({
    listImages: async () => [image('file.png'), image('ohrid.png')],
  });
  await add([file('Скопје.png')], 'own');
  await vi.waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['Скопје.png']));
  await sent[0]?.done();
  await add([file('Охрид.png')], 'own');
  await vi.waitFor(() =>
    expect(queue.getTasks().at(-1)?.question).toEqual({ kind: 'name-taken', name: 'ohrid.png' }),
  );
});

test('R-15: a name taken meanwhile raises a question when the server reports it', async () => {
  const { add, queue, sent } = setUp();
  await add([file('office.png')], 'own');
  await sent[0]?.fail(new AppError('conflict', 'Taken', { code: 'name_taken' }));
  expect(queue.getTasks()[0]?.question).toEqual({ kind: 'name-taken', name: 'office.png' });
});

test('R-15: after replacing, every place has the new URL', async () => {
  const { add, deps, queue, sent } = setUp({ listImages: async () => [image('office.png')] });
  await add([file('office.png')], 'own');
  queue.answer(queue.getTasks()[0]?.id ?? 0, { nameTaken: 'replace' });
  await vi.advanceTimersByTimeAsync(0);
  await sent[0]?.done();
  expect(deps.updatePlaces).toHaveBeenCalledWith({
    path: 'office.png',
    url: 'https://db.example/office.png',
  });
});

test('an unreadable list of stored images does not stop an upload', async () => {
  const { add, sent } = setUp({
    hash: () => Promise.reject(new Error('no crypto')),
    listImages: () => Promise.reject(new Error('no list')),
  });
  await add([file('a.png')]);
  expect(sent).toHaveLength(1);
});

test('the variants are sent along', async () => {
  const variants = [{ width: 320, blob: new Blob() }];
  const { add, sent } = setUp({ makeVariants: async () => variants });
  await add([file('a.png')]);
  expect(sent[0]?.options.variants).toBe(variants);
});

test('DASH-25: a file that breaks a rule is said in a toast too, and nothing is sent', () => {
  const { queue, sent } = setUp();
  queue.add([file('drawing.svg')]);
  expect(openNotices()).toMatchObject([
    { type: 'error', title: 'Upload Failed', description: 'Invalid file extension' },
  ]);
  expect(sent).toEqual([]);
});

test('VFILE-13: a queue for one picture takes one', async () => {
  const { add, queue, sent } = setUp({ takesOne: true });
  await add([file('a.png'), file('b.png')]);
  expect(queue.getTasks()).toMatchObject([
    { bar: { status: 'failed', message: 'Upload one file at a time', canRetry: false } },
  ]);
  await add([file('a.png')]);
  await add([file('b.png')]);
  expect(sent.map(({ name }) => name)).toEqual(['a.png']);
});

test('the queue is busy while a file is sent or waits, not during a question', async () => {
  const { add, queue, sent } = setUp({ listImages: async () => [image('office.png')] });
  await add([file('office.png')], 'own');
  expect(isBusy(queue.getTasks())).toBe(false);
  await add([file('b.png')]);
  expect(isBusy(queue.getTasks())).toBe(true);
  await sent[0]?.done();
  expect(isBusy(queue.getTasks())).toBe(false);
});
