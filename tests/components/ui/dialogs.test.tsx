import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Tabs } from '@/components/ui/tabs';

function DialogDemo({ canClose = true }: { canClose?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Pictures"
        description="Choose one"
        canClose={canClose}
      >
        <button>Inside</button>
      </Dialog>
    </>
  );
}

test('a dialog is named and described, takes the focus and closes with Escape', async () => {
  const user = userEvent.setup();
  render(<DialogDemo />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = screen.getByRole('dialog', { name: 'Pictures' });
  expect(dialog).toHaveAccessibleDescription('Choose one');
  expect(dialog).toContainElement(
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a dialog that cannot be dismissed ignores Escape', async () => {
  const user = userEvent.setup();
  render(<DialogDemo canClose={false} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
});

function renderConfirm(overrides: { isPending?: boolean; error?: string } = {}) {
  const onConfirm = vi.fn();
  const onOpenChange = vi.fn();
  render(
    <ConfirmDialog
      isOpen
      onOpenChange={onOpenChange}
      title="Delete case study"
      description="This action cannot be undone."
      confirmLabel="Delete"
      isDangerous
      onConfirm={onConfirm}
      {...overrides}
    />,
  );
  return { onConfirm, onOpenChange };
}

test('a confirm dialog focuses Cancel and leaves closing to its caller', async () => {
  const user = userEvent.setup();
  const { onConfirm, onOpenChange } = renderConfirm();
  expect(screen.getByRole('alertdialog', { name: 'Delete case study' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onOpenChange).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test('while pending it cannot be closed; a failure is shown inside', async () => {
  const user = userEvent.setup();
  const { onOpenChange } = renderConfirm({ isPending: true, error: 'Permission denied' });
  await user.keyboard('{Escape}');
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
  expect(screen.getByRole('alert')).toHaveTextContent('Permission denied');
});

function TabsDemo() {
  const [value, setValue] = useState<'storage' | 'defined'>('storage');
  return (
    <Tabs
      label="Images"
      value={value}
      onValueChange={setValue}
      items={[
        { value: 'storage', label: 'Storage Images', content: 'stored' },
        { value: 'defined', label: 'Defined Images', content: 'defined' },
      ]}
    />
  );
}

test('tabs change with the arrow keys', async () => {
  const user = userEvent.setup();
  render(<TabsDemo />);
  await user.click(screen.getByRole('tab', { name: 'Storage Images' }));
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Defined Images' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  expect(screen.getByRole('tabpanel')).toHaveTextContent('defined');
});
