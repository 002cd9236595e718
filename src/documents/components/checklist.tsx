import { useId, useRef, useState } from 'react';
import { CircleCheck, CircleDashed, CircleDotDashed, ListChecks } from 'lucide-react';
import * as Popover from '@radix-ui/react-popover';
import { Button } from '@/components/ui/button';
import type { ChecklistItem } from '../checklist';

export type ChecklistProps<Field extends string> = {
  items: readonly ChecklistItem<Field>[];
  onOpen?: () => void;
  /** Focuses the field. */
  onGo: (field: Field) => void;
};

/** A button with the number of things to do; it opens the list. */
export function Checklist<Field extends string>({ items, onOpen, onGo }: ChecklistProps<Field>) {
  const [isOpen, setIsOpen] = useState(false);
  const destination = useRef<Field | null>(null);
  const titleId = useId();
  const left = items.filter(({ state }) => state === 'todo').length;

  function handleOpenChange(next: boolean) {
    setIsOpen(next);
    if (next) onOpen?.();
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={handleOpenChange}>
      <Popover.Trigger asChild>
        <Button variant="quiet" icon={<ListChecks aria-hidden="true" />} className="px-3">
          <span className="@max-3xl:sr-only">Checklist </span>
          {left > 0 ? (
            <span className="text-muted tabular-figures">
              {left}
              <span className="sr-only"> to do</span>
            </span>
          ) : (
            <span className="sr-only">nothing to do</span>
          )}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-labelledby={titleId}
          side="top"
          align="end"
          sideOffset={18}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            if (destination.current === null) return;
            event.preventDefault();
            onGo(destination.current);
            destination.current = null;
          }}
          className="menu-content z-50 flex max-h-[min(34rem,var(--radix-popover-content-available-height))] w-[min(25rem,calc(100vw-1.5rem))] flex-col rounded-control border border-line bg-raised text-ink shadow-soft outline-none"
        >
          <div className="border-b border-line px-4 py-3">
            <h2 id={titleId} className="sans-heading text-base">
              Before you publish
            </h2>
            <p className="text-small text-muted">Advice only: it can be saved as it is.</p>
          </div>
          <ul className="divide-y divide-line overflow-y-auto overscroll-contain">
            {items.map((item) => (
              <Item
                key={item.label}
                item={item}
                onGo={() => {
                  destination.current = item.field;
                  setIsOpen(false);
                }}
              />
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const marks = {
  done: { word: 'Done: ', Icon: CircleCheck, tone: 'text-success' },
  todo: { word: 'To do: ', Icon: CircleDashed, tone: 'text-warning' },
  checking: { word: 'Being checked: ', Icon: CircleDotDashed, tone: 'text-muted' },
} as const;

function Item({ item, onGo }: { item: ChecklistItem<string>; onGo: () => void }) {
  const { word, Icon, tone } = marks[item.state];
  const labelId = useId();
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p id={labelId} className="text-base font-medium">
          <span className="sr-only">{word}</span>
          {item.label}
        </p>
        {item.state === 'todo' && <p className="text-small text-muted">{item.advice}</p>}
      </div>
      {item.state === 'todo' && (
        <Button size="small" aria-describedby={labelId} onClick={onGo} className="shrink-0">
          Show
        </Button>
      )}
    </li>
  );
}
