import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { NotificationBell } from '@/components/layout/notification-bell';
import { clearPastNotifications, notify } from '@/lib/notifications';

const bell = () => screen.getByRole('button', { name: 'Notifications' });
const list = () => screen.getByRole('dialog', { name: 'Notifications' });

afterEach(() => act(clearPastNotifications));

test('notifications are listed with time and kind, newest first', async () => {
  vi.setSystemTime(new Date(2026, 10, 20, 9, 5));
  notify({ type: 'error', title: 'Upload Failed', description: 'Invalid file extension' });
  vi.setSystemTime(new Date(2026, 10, 21, 10, 26));
  notify({ type: 'success', description: 'Case study deleted successfully!' });
  render(<NotificationBell />);
  await userEvent.click(bell());
  const [newest, oldest] = within(list()).getAllByRole('listitem');
  expect(newest).toHaveTextContent('Success10:26 AMCase study deleted successfully!');
  expect(oldest).toHaveTextContent('ErrorNov 20, 9:05 AMUpload FailedInvalid file extension');
  vi.useRealTimers();
});

test('it is updated while open, and can be cleared', async () => {
  render(<NotificationBell />);
  await userEvent.click(bell());
  expect(list()).toHaveTextContent('No notifications yet.');
  expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  act(() => {
    notify({ type: 'info', title: 'URL copied' });
  });
  expect(within(list()).getByRole('listitem')).toHaveTextContent('URL copied');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(list()).toHaveTextContent('No notifications yet.');
  expect(list()).toHaveFocus();
});

test('the keyboard opens it, Escape closes it and returns to the bell', async () => {
  render(<NotificationBell />);
  await userEvent.tab();
  expect(bell()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(list()).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(bell()).toHaveFocus();
});
