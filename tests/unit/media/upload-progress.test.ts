import { expect, test } from 'vitest';
import {
  idleUpload,
  nextPercent,
  uploadReducer,
  type UploadAction,
  type UploadState,
} from '@/features/media/upload-progress';

function after(...actions: UploadAction[]): UploadState {
  return actions.reduce(uploadReducer, idleUpload);
}

function ticks(count: number): UploadAction[] {
  return Array.from({ length: count }, () => ({ type: 'tick' }));
}

const start: UploadAction = { type: 'start', fileName: 'cover.png' };

function percentOf(state: UploadState) {
  return 'percent' in state ? state.percent : null;
}

test('DASH-7, CONST-6: without byte events the timer moves the bar by 10 up to 90, where it waits', () => {
  const shown = Array.from({ length: 12 }, (_, count) =>
    percentOf(after(start, { type: 'bytes', sent: null }, ...ticks(count))),
  );
  expect(shown).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 90, 90]);
});

test('DASH-7: bytes sent all at once still move the bar one step per tick', () => {
  const sent: UploadAction = { type: 'bytes', sent: 1 };
  expect(percentOf(after(start, sent))).toBe(0);
  expect(percentOf(after(start, sent, ...ticks(1)))).toBe(10);
  expect(percentOf(after(start, sent, ...ticks(30)))).toBe(90);
});

test('DASH-7: the bar does not run ahead of the bytes', () => {
  const half: UploadAction = { type: 'bytes', sent: 0.5 };
  expect(percentOf(after(start, half, ...ticks(30)))).toBe(40);
});

test('DASH-7: every ninth of the bytes is one step', () => {
  const reached = Array.from({ length: 10 }, (_, ninths) => nextPercent(80, ninths / 9));
  expect(reached).toEqual([80, 80, 80, 80, 80, 80, 80, 80, 80, 90]);
  expect(Array.from({ length: 9 }, (_, step) => nextPercent(step * 10, (step + 1) / 9))).toEqual([
    10, 20, 30, 40, 50, 60, 70, 80, 90,
  ]);
});

test('DASH-7: byte events that start late do not move the bar back', () => {
  const state = after(start, { type: 'bytes', sent: null }, ...ticks(3), {
    type: 'bytes',
    sent: 0.1,
  });
  expect(percentOf(uploadReducer(state, { type: 'tick' }))).toBe(30);
});

test('DASH-9: an upload goes from idle to uploading to done, and 100 comes with the answer', () => {
  expect(idleUpload.status).toBe('idle');
  expect(after(start)).toMatchObject({ status: 'uploading', percent: 0, fileName: 'cover.png' });
  expect(after(start, ...ticks(2), { type: 'answered' })).toEqual({
    status: 'done',
    fileName: 'cover.png',
    percent: 100,
  });
});

test('DASH-8: a reset prepares the next upload', () => {
  expect(after(start, { type: 'answered' }, { type: 'reset' })).toEqual(idleUpload);
});

test('a response or bytes after a cancel change nothing', () => {
  const cancelled = after(start, { type: 'reset' });
  expect(uploadReducer(cancelled, { type: 'answered' })).toBe(cancelled);
  expect(uploadReducer(cancelled, { type: 'bytes', sent: 1 })).toBe(cancelled);
});

test('a tick without a change returns the same state, so that nothing renders again', () => {
  const held = after(start, { type: 'bytes', sent: 1 }, ...ticks(9));
  expect(uploadReducer(held, { type: 'tick' })).toBe(held);
});
