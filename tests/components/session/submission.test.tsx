import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSubmission } from '@/features/session/use-submission';
import { AppError } from '@/lib/errors';

test('AUTH-15: idle, submitting, success', async () => {
  const { result } = renderHook(useSubmission);
  expect(result.current.submission).toEqual({ state: 'idle' });
  let finish: () => void = () => undefined;
  let outcome: Promise<boolean> | undefined;
  act(() => {
    outcome = result.current.submit(() => new Promise<void>((resolve) => (finish = resolve)));
  });
  expect(result.current.submission).toEqual({ state: 'submitting' });
  await act(async () => finish());
  expect(result.current.submission).toEqual({ state: 'succeeded' });
  expect(await outcome).toBe(true);
});

test('AUTH-15: a failure has its message and code, and the next try clears them', async () => {
  const { result } = renderHook(useSubmission);
  const error = new AppError('invalid', 'Not confirmed', { code: 'email_not_confirmed' });
  await act(async () => {
    expect(await result.current.submit(() => Promise.reject(error))).toBe(false);
  });
  expect(result.current.submission).toEqual({
    state: 'failed',
    message: 'Not confirmed',
    code: 'email_not_confirmed',
  });
  await act(async () => {
    await result.current.submit(() => Promise.resolve());
  });
  expect(result.current.submission).toEqual({ state: 'succeeded' });
});

test.each([undefined, 'text', new Error('')])(
  "AUTH-21: a failure without a message is 'An unexpected error occurred'",
  async (error) => {
    const { result } = renderHook(useSubmission);
    await act(async () => {
      await result.current.submit(() => Promise.reject(error));
    });
    expect(result.current.submission).toMatchObject({ message: 'An unexpected error occurred' });
  },
);
