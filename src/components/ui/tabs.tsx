import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import * as RadixTabs from '@radix-ui/react-tabs';

/** Also for links that look like tabs; the current one has `aria-current`. */
export const tabClasses = {
  // The padding leaves room for the ring of the focus.
  list: 'scroll-hint -m-1 flex gap-7 overflow-x-auto overflow-y-hidden p-1 [background:linear-gradient(var(--line),var(--line))_bottom/100%_1px_no-repeat_content-box]',
  tab: clsx(
    'inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-t-control border-b-2 border-transparent px-0.5 text-base font-medium text-muted',
    'transition-colors duration-control hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink aria-[current]:border-accent aria-[current]:text-ink',
    'focus-visible:rounded-control [&_svg]:size-4.5',
  ),
};

export type TabItem<Value extends string> = {
  value: Value;
  label: ReactNode;
  icon?: ReactNode;
  content: ReactNode;
};

export type TabsProps<Value extends string> = {
  /** The accessible name of the tab list. */
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** On wide screens the panels are shown side by side without tabs; all stay mounted. */
  isSplitWhenWide?: boolean;
  className?: string;
};

export function Tabs<Value extends string>({
  label,
  items,
  value,
  onValueChange,
  isSplitWhenWide = false,
  className,
}: TabsProps<Value>) {
  function handleValueChange(next: string) {
    const item = items.find((candidate) => candidate.value === next);
    if (item) onValueChange(item.value);
  }
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={handleValueChange}
      className={clsx(isSplitWhenWide && 'wide:grid wide:grid-cols-2 wide:gap-8', className)}
    >
      <RadixTabs.List
        aria-label={label}
        className={clsx(tabClasses.list, isSplitWhenWide && 'wide:hidden')}
      >
        {items.map((item) => (
          <RadixTabs.Trigger key={item.value} value={item.value} className={tabClasses.tab}>
            {item.icon}
            {item.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {items.map((item) => (
        <RadixTabs.Content
          key={item.value}
          value={item.value}
          forceMount={isSplitWhenWide || undefined}
          className={clsx(
            'min-w-0 pt-6',
            isSplitWhenWide && 'data-[state=inactive]:hidden wide:block! wide:pt-0',
          )}
        >
          {item.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
