import type { ReactElement, ReactNode } from 'react';
import { clsx } from 'clsx';
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';

export type MenuProps = {
  /** The button that opens the menu; must accept a ref and spread its props. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
};

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          loop
          className="menu-content z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto rounded-control border border-line bg-raised py-1.5 text-base text-ink shadow-soft"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export type MenuItemProps = {
  children: ReactNode;
  icon?: ReactNode;
  onSelect?: () => void;
  isDangerous?: boolean;
  /** Renders the single child (a link) as the item. */
  asChild?: boolean;
};

export function MenuItem({
  children,
  icon,
  onSelect,
  isDangerous = false,
  asChild = false,
}: MenuItemProps) {
  return (
    <DropdownMenu.Item
      asChild={asChild}
      onSelect={onSelect}
      className={clsx(
        'flex min-h-10 cursor-pointer items-center gap-3 px-4 py-1.5 no-underline outline-none select-none [&_svg]:size-4.5 [&_svg]:shrink-0',
        'data-highlighted:bg-sunken data-highlighted:shadow-[inset_3px_0_0_var(--sky)]',
        isDangerous && 'text-danger',
      )}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-4 py-2 text-small text-muted">{children}</DropdownMenu.Label>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-line" />;
}
