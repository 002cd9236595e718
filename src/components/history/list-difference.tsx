import type { ReactNode } from 'react';
import { ArrowUpDown, Minus, PencilLine, Plus } from 'lucide-react';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import type { ListChange } from '@/lib/list-diff';

export type ListDifferenceProps<Row> = {
  changes: readonly ListChange<Row>[];
  /** Renders a row, and its changes since `before`. */
  children: (row: Row, before: Row) => ReactNode;
};

/** The added, removed, moved and changed rows of a list, each with a label. */
export function ListDifference<Row>({ changes, children }: ListDifferenceProps<Row>) {
  return (
    <ul className="-my-3 divide-y divide-line">
      {changes.map((change) => (
        <li
          key={`${change.kind} ${'to' in change ? change.to : change.from}`}
          className="grid gap-x-4 gap-y-2 py-3 tablet:grid-cols-[9.5rem_minmax(0,1fr)]"
        >
          <div>
            <ChangeBadge change={change} />
          </div>
          {change.kind === 'removed' && (
            <del className="text-muted">{children(change.before, change.before)}</del>
          )}
          {change.kind === 'added' && (
            <ins className="no-underline">{children(change.after, change.after)}</ins>
          )}
          {change.kind === 'moved' && <div>{children(change.after, change.after)}</div>}
          {change.kind === 'changed' && <div>{children(change.after, change.before)}</div>}
        </li>
      ))}
    </ul>
  );
}

const kinds = {
  added: { tone: 'success', Icon: Plus },
  removed: { tone: 'danger', Icon: Minus },
  moved: { tone: 'info', Icon: ArrowUpDown },
  changed: { tone: 'warning', Icon: PencilLine },
} as const satisfies Record<string, { tone: BadgeTone; Icon: typeof Plus }>;

function ChangeBadge({ change }: { change: ListChange<unknown> }) {
  const { tone, Icon } = kinds[change.kind];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {labelOf(change)}
    </Badge>
  );
}

function labelOf(change: ListChange<unknown>): string {
  switch (change.kind) {
    case 'added':
      return `Added as ${change.to}`;
    case 'removed':
      return `Removed, was ${change.from}`;
    case 'moved':
      return change.from === change.to
        ? `Moved, now ${change.to}`
        : `Moved, ${change.from} → ${change.to}`;
    case 'changed':
      return change.from === change.to
        ? `Changed, ${change.to}`
        : `Changed, ${change.from} → ${change.to}`;
  }
}
