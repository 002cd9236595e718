// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { applyStored, showProblems, useDebouncedValues, type DocumentForm } from '@/documents/form';
import { fields, type NoteInput } from './note-kind';

afterEach(() => vi.useRealTimers());

function createForm(first: NoteInput) {
  let values = first;
  const listeners = new Set<() => void>();
  const form = {
    getValues: () => values,
    reset: vi.fn(),
    setValues: vi.fn(),
    setError: vi.fn(),
    setFocus: vi.fn(),
    handleSubmit: vi.fn(),
    trigger: vi.fn(),
    subscribe: ({ callback }) => {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
  } satisfies DocumentForm<NoteInput>;
  const type = (title: string) => {
    values = { ...values, title };
    listeners.forEach((listener) => listener());
  };
  return { form, type, listeners };
}

test('problems are shown beside their fields in the order of the form, and the first gets the focus', () => {
  const { form } = createForm({ title: 'a', text: '', place: '' });
  showProblems(fields, form, { place: 'Unknown', title: 'Too long' });
  expect(form.setError.mock.calls).toEqual([
    ['title', { type: 'server', message: 'Too long' }],
    ['place', { type: 'server', message: 'Unknown' }],
  ]);
  expect(form.setFocus.mock.calls).toEqual([['title']]);
});

test('without a problem of a field, nothing is focused', () => {
  const { form } = createForm({ title: 'a', text: '', place: '' });
  showProblems(fields, form, {});
  expect(form.setError).not.toHaveBeenCalled();
  expect(form.setFocus).not.toHaveBeenCalled();
});

test('stored values replace those that were not edited meanwhile', () => {
  const sent = { title: 'Mine', text: '', place: '' };
  const stored = { title: 'Mine, normalised', text: '', place: 'Skopje' };
  const { form, type } = createForm(sent);
  type('Mine, longer');
  applyStored(fields, form, stored, sent);
  expect(form.setValues.mock.calls).toEqual([[{ place: 'Skopje' }]]);
});

test('nothing is put into the form if it already shows what is stored', () => {
  const sent = { title: 'Mine', text: '', place: 'Skopje' };
  const { form } = createForm({ ...sent });
  applyStored(fields, form, { ...sent }, sent);
  expect(form.setValues).not.toHaveBeenCalled();
});

test('a copy of the values is taken when typing pauses', () => {
  vi.useFakeTimers();
  const { form, type, listeners } = createForm({ title: 'a', text: '', place: '' });
  const { result, unmount } = renderHook(() => useDebouncedValues(form));
  const first = result.current;
  expect(first).toEqual({ title: 'a', text: '', place: '' });
  expect(first).not.toBe(form.getValues());
  type('ab');
  act(() => void vi.advanceTimersByTime(299));
  type('abc');
  act(() => void vi.advanceTimersByTime(299));
  expect(result.current).toBe(first);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toEqual({ title: 'abc', text: '', place: '' });
  type('abcd');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  expect(listeners.size).toBe(0);
});
