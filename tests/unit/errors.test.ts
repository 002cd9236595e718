import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError, isConnectionError, messageOf, toAppError } from '@/lib/errors';

test.for([
  [{ code: 'PGRST116', message: 'no rows' }, 'not-found'],
  [{ code: '22P02', message: 'invalid uuid' }, 'not-found'],
  [{ code: 'PT404', message: 'gone' }, 'not-found'],
  [{ code: 'PT409', message: 'changed' }, 'conflict'],
  [{ code: 'PT422', message: 'too long' }, 'invalid'],
  [{ code: '42501', message: 'row-level security', status: 401 }, 'forbidden'],
  [{ code: 'PGRST301', message: 'JWT expired', status: 401 }, 'signed-out'],
  [{ code: '', message: 'TypeError: Failed to fetch', status: 0 }, 'offline'],
  [{ message: 'NetworkError when attempting to fetch resource.' }, 'offline'],
  [{ message: 'Load failed' }, 'offline'],
  [{ message: 'The request timed out' }, 'offline'],
  [{ message: 'Timeout' }, 'offline'],
  [{ message: 'time out of mind' }, 'offline'],
  [{ name: 'TimeoutError', message: 'Signal' }, 'offline'],
  [{ message: 'TimeoutError: The operation was aborted', code: '' }, 'offline'],
  [{ name: 'AuthRetryableFetchError', message: '{}' }, 'offline'],
  [{ message: ['failed to fetch'] }, 'unexpected'],
  [{ status: 501, message: 'no' }, 'unexpected'],
  [{ status: 502, message: 'no' }, 'offline'],
  [{ status: 503, message: 'Service Unavailable' }, 'offline'],
  [{ status: 504, message: 'no' }, 'offline'],
  [{ status: 505, message: 'no' }, 'unexpected'],
  [{ status: 519, message: 'no' }, 'unexpected'],
  [{ status: 520, message: 'no' }, 'offline'],
  [{ status: 530, message: 'no' }, 'offline'],
  [{ status: 531, message: 'no' }, 'unexpected'],
  [{ status: 521, message: 'Web server is down' }, 'offline'],
  [{ status: 540, message: 'Project paused' }, 'offline'],
  [{ status: 401, message: 'no' }, 'signed-out'],
  [{ status: 403, message: 'no' }, 'forbidden'],
  [{ status: 404, message: 'no' }, 'not-found'],
  [{ status: 409, message: 'no' }, 'conflict'],
  [{ status: 413, message: 'no' }, 'invalid'],
  [{ status: 500, message: 'boom' }, 'unexpected'],
  ['a string', 'unexpected'],
  [null, 'unexpected'],
] as const)('R-27: %o is %s', ([failure, kind]) => {
  expect(toAppError(failure, 'Failed').kind).toBe(kind);
});

test('API-14: the underlying message follows the sentence', () => {
  const error = toAppError({ message: 'boom', status: 500 }, 'Failed to create case study');
  expect(error.message).toBe('Failed to create case study: boom');
});

test('a lost connection gets our message, not the browser’s', () => {
  const error = toAppError(new TypeError('Failed to fetch'), 'Failed to fetch case study');
  expect(error.message).toBe('Failed to fetch case study: the server cannot be reached right now');
});

test('an AppError passes unchanged; every other error keeps its cause', () => {
  const known = new AppError('conflict', 'Changed');
  expect(toAppError(known, 'Other')).toBe(known);
  const failure = { message: 'boom' };
  expect(toAppError(failure, 'Failed').cause).toBe(failure);
});

test.for([
  [{ code: '42501', message: 'no' }, '42501'],
  [{ code: '', message: 'no' }, null],
  [{ code: 7, message: 'no' }, null],
  [{ message: 'no' }, null],
])('%o keeps the code %s', ([failure, code]) => {
  expect(toAppError(failure, 'Failed').code).toBe(code);
});

test('a value that is no text is not shown as the reason', () => {
  expect(toAppError({ message: { text: 'no' } }, 'Failed').message).toBe('Failed');
});

test('messageOf uses the fallback if there is no message', () => {
  expect(messageOf(new Error(''))).toBe('An unexpected error occurred');
  expect(messageOf('text')).toBe('An unexpected error occurred');
  expect(messageOf(new Error('Words'))).toBe('Words');
});

test.for([
  ['offline', 'medium', 'network'],
  ['signed-out', 'medium', 'auth'],
  ['forbidden', 'medium', 'permission'],
  ['not-found', 'low', 'data'],
  ['conflict', 'low', 'data'],
  ['invalid', 'low', 'validation'],
  ['unexpected', 'high', 'data'],
] as const)('GERR-1: %s is %s and concerns %s', ([kind, severity, category]) => {
  expect(new AppError(kind, 'Words')).toMatchObject({ severity, category });
});

test('GERR-1: the thrower can set severity and category', () => {
  const error = new AppError('unexpected', 'Words', { severity: 'critical', category: 'image' });
  expect(error).toMatchObject({ severity: 'critical', category: 'image' });
});

test.for([
  ['Failed to fetch', true],
  [new TypeError('Load failed'), true],
  [new AppError('offline', 'Words'), true],
  [new Error('Failed to save'), false],
  [undefined, false],
] as const)('%o is a lost connection: %s', ([error, isLost]) => {
  expect(isConnectionError(error)).toBe(isLost);
});

test('an empty code of the backend is ignored', () => {
  expect(toAppError({ code: '', status: 403, message: 'no' }, 'Failed').code).toBeNull();
});

test('the error of a schema shows none of its own text', () => {
  const { error } = z.object({ part: z.enum(['hero']) }).safeParse({ part: 'changes' });
  expect(toAppError(error, 'Failed to load').message).toBe(
    'Failed to load: the answer could not be read',
  );
  expect(messageOf(error)).toBe('An unexpected error occurred');
});
