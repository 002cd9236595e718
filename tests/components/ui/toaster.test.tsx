import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '@/components/ui/toaster';
import { dismiss, getSnapshot, notify, type NotificationInput } from '@/lib/notifications';

// jsdom shows and hides at once: the list has what a visitor sees.
const visibleTitles = () =>
  screen.queryAllByRole('listitem').map((item) => item.querySelector('div div')?.textContent);

function say(input: NotificationInput) {
  act(() => {
    notify(input);
  });
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  act(() => {
    getSnapshot().forEach(({ id }) => dismiss(id));
    getSnapshot().forEach(({ id }) => dismiss(id));
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

test('TOAST-1: a toast opens and closes by itself after 5000 ms', () => {
  render(<Toaster placement="public" />);
  say({ type: 'success', title: 'Saved' });
  expect(screen.getByText('Saved')).toBeInTheDocument();
  pass(4999);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('TOAST-2, FORM-52: in the admin screens it closes after 4000 ms', () => {
  render(<Toaster placement="admin" />);
  say({ type: 'success', title: 'Saved' });
  pass(3999);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('a toast’s own duration overrides the default', () => {
  render(<Toaster placement="admin" />);
  say({ type: 'error', title: 'Image loading error', duration: 5000 });
  pass(4999);
  expect(screen.getByText('Image loading error')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Image loading error')).not.toBeInTheDocument();
});

test('TOAST-3: the timer pauses while the pointer is over it, and resumes', () => {
  render(<Toaster placement="public" />);
  say({ type: 'success', title: 'Saved' });
  pass(3000);
  const region = screen.getByRole('region');
  fireEvent.pointerMove(region);
  pass(60_000);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  fireEvent.pointerLeave(region);
  pass(1999);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('TOAST-4: the timer pauses while the focus is in it', () => {
  render(<Toaster placement="public" />);
  say({ type: 'success', title: 'Saved' });
  pass(3000);
  const close = screen.getByRole('button', { name: 'Dismiss' });
  act(() => close.focus());
  pass(60_000);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  act(() => close.blur());
  pass(2000);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

function swipe(distance: number) {
  const toast = screen.getByRole('listitem');
  fireEvent.pointerDown(toast, { button: 0, clientX: 0, clientY: 0, pointerId: 1 });
  fireEvent.pointerMove(toast, { clientX: 10, clientY: 0, pointerId: 1, buttons: 1 });
  fireEvent.pointerMove(toast, { clientX: distance, clientY: 0, pointerId: 1 });
  fireEvent.pointerUp(toast, { clientX: distance, clientY: 0, pointerId: 1 });
}

test('TOAST-5: a swipe of less than 50 px to the right leaves it where it is', () => {
  render(<Toaster placement="public" />);
  say({ type: 'success', title: 'Saved' });
  swipe(49);
  expect(screen.getByText('Saved')).toBeInTheDocument();
});

test('TOAST-5: a swipe of 50 px to the right dismisses it', () => {
  render(<Toaster placement="public" />);
  say({ type: 'success', title: 'Saved' });
  swipe(50);
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('TOAST-6: Escape closes it', () => {
  render(<Toaster placement="public" />);
  say({ type: 'success', title: 'Saved' });
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(screen.queryByText('Saved')).not.toBeInTheDocument();
});

test('TOAST-7: only one is on screen; a waiting toast follows when the time of an error is over', () => {
  render(<Toaster placement="public" />);
  say({ type: 'success', title: 'First' });
  say({ type: 'error', title: 'Failed' });
  expect(visibleTitles()).toEqual(['Failed']);
  say({ type: 'success', title: 'Saved after all' });
  expect(visibleTitles()).toEqual(['Failed']);
  pass(5000);
  expect(visibleTitles()).toEqual(['Saved after all']);
  pass(5000);
  expect(visibleTitles()).toEqual([]);
});

test('R-16: an error has the role alert, other toasts the role status', () => {
  render(<Toaster placement="public" />);
  say({ type: 'success', title: 'Saved' });
  expect(screen.getByText('Saved').closest('[role="status"]')).not.toBeNull();
  say({ type: 'error', title: 'Upload Failed', description: 'Invalid file extension' });
  expect(screen.getByRole('alert')).toHaveTextContent('Upload FailedInvalid file extension');
});

test('an action is carried out and closes the toast', () => {
  const onSelect = vi.fn();
  render(<Toaster placement="public" />);
  say({ type: 'info', title: 'Removed', actions: [{ label: 'Undo', onSelect }] });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onSelect).toHaveBeenCalledOnce();
  expect(screen.queryByText('Removed')).not.toBeInTheDocument();
});
