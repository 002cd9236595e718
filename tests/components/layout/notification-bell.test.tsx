import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { NotificationBell, type BellNotice } from '@/components/layout/notification-bell';

const notice: BellNotice = {
  key: 'enquiry 1',
  title: 'New enquiry: Ada',
  detail: 'A new website, by spring.',
  at: new Date('2026-11-20T10:00:00Z'),
  to: '/admin/enquiries?enquiry=1',
  isNew: true,
};

function open(notices: readonly BellNotice[]) {
  const onOpen = vi.fn();
  const bell = (list: readonly BellNotice[]) => (
    <MemoryRouter>
      <NotificationBell notices={list} onOpen={onOpen} />
    </MemoryRouter>
  );
  const { rerender } = render(bell(notices));
  return { onOpen, show: (list: readonly BellNotice[]) => rerender(bell(list)) };
}

test('the label has the number of new notices; they stay marked while the list is open', async () => {
  const user = userEvent.setup();
  const seen = { ...notice, key: 'enquiry 2', title: 'New enquiry: Ben', isNew: false };
  const { onOpen, show } = open([notice, seen]);
  await user.click(screen.getByRole('button', { name: 'Notifications 1 new' }));
  expect(onOpen).toHaveBeenCalledTimes(1);
  show([{ ...notice, isNew: false }, seen]);
  const list = within(screen.getByRole('dialog', { name: 'Notifications' }));
  expect(list.getByRole('link', { name: /^New: New enquiry: Ada/ })).toHaveAttribute(
    'href',
    notice.to,
  );
  expect(list.getByRole('link', { name: /^New enquiry: Ben/ })).toBeVisible();
  expect(screen.getByText('Notifications', { selector: 'button *' })).toBeInTheDocument();
  expect(screen.queryByText('1', { selector: 'button *' })).toBeNull();
});

test('following a notice closes the list', async () => {
  const user = userEvent.setup();
  open([notice]);
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  await user.click(screen.getByRole('link', { name: /New enquiry: Ada/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without notices it says what would appear', async () => {
  const user = userEvent.setup();
  open([]);
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  expect(screen.getByRole('dialog', { name: 'Notifications' })).toHaveTextContent(/^Notifications/);
  expect(screen.getByText(/^Nothing new\./)).toBeVisible();
});
