import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuLabel } from '@/components/ui/menu';

afterEach(() => {
  vi.useRealTimers();
});

function renderMenu(onSelect = vi.fn()) {
  render(
    <Menu trigger={<Button>Account</Button>}>
      <MenuLabel>mira@example.com</MenuLabel>
      <MenuItem>Settings</MenuItem>
      <MenuItem onSelect={onSelect}>Log out</MenuItem>
      <MenuItem>Export</MenuItem>
    </Menu>,
  );
  return onSelect;
}

test('opens from the keyboard, cycles with the arrow keys, closes with Escape', async () => {
  const user = userEvent.setup();
  const onSelect = renderMenu();
  screen.getByRole('button', { name: 'Account' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveFocus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
  await user.keyboard('{Enter}{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Account' })).toHaveFocus();
});

test('SHELL-24: typeahead text is reset after 1 s', () => {
  vi.useFakeTimers();
  renderMenu();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Account' }), { key: 'Enter' });
  const menu = screen.getByRole('menu');
  const type = (key: string) => {
    fireEvent.keyDown(document.activeElement ?? menu, { key });
    act(() => {
      vi.advanceTimersByTime(0);
    });
  };
  type('l');
  expect(screen.getByRole('menuitem', { name: 'Log out' })).toHaveFocus();
  act(() => {
    vi.advanceTimersByTime(999);
  });
  type('e');
  expect(screen.getByRole('menuitem', { name: 'Log out' })).toHaveFocus();
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  type('e');
  expect(screen.getByRole('menuitem', { name: 'Export' })).toHaveFocus();
});

test('SHELL-24: the pinned library waits 100 ms before a submenu and 300 ms for the pointer', () => {
  const source = readFileSync(
    createRequire(import.meta.url).resolve('@radix-ui/react-menu'),
    'utf8',
  );
  expect(source).toMatch(/openTimerRef\.current = window\.setTimeout\([^;]+;[^;]+;\s*\}, 100\)/);
  expect(source).toMatch(/pointerGraceTimerRef\.current = window\.setTimeout\([^;]+,\s*300\s*\)/);
});
