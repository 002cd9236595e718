import { useId, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Button } from '@/components/ui/button';
import { capital } from '../kind';
import type { MergedRow, RowChoices, RowMerge, Side } from '../merge-rows';

const sides = [
  { side: 'theirs', title: 'Their version', action: 'Use theirs' },
  { side: 'mine', title: 'Yours', action: 'Keep mine' },
] as const;

export type SideChoiceProps = {
  name: string;
  choice: Side | undefined;
  onChoose: (side: Side) => void;
  /** Renders the value of one side. */
  children: (side: Side) => ReactNode;
  isNested?: boolean;
};

/** Theirs and mine side by side; the editor keeps one. */
export function SideChoice({ name, choice, onChoose, children, isNested }: SideChoiceProps) {
  const nameId = useId();
  const Heading = isNested ? 'h4' : 'h3';
  return (
    <div role="group" aria-labelledby={nameId} className="grid gap-3">
      <Heading
        id={nameId}
        className={clsx(
          'font-text tracking-normal',
          isNested ? 'text-small font-medium text-muted' : 'text-base font-semibold',
        )}
      >
        {name}
      </Heading>
      <div className="grid gap-3 tablet:grid-cols-2">
        {sides.map(({ side, title, action }) => (
          <div
            key={side}
            className={clsx(
              'flex min-w-0 flex-col gap-3 rounded-control border p-4',
              choice === side ? 'border-sky bg-sky-soft' : 'border-line',
            )}
          >
            <p className="text-small font-semibold text-muted">{title}</p>
            <div className="max-h-60 min-w-0 flex-1 overflow-y-auto">{children(side)}</div>
            <div>
              <Button
                size="small"
                aria-pressed={choice === side}
                aria-describedby={nameId}
                onClick={() => onChoose(side)}
              >
                {action}
              </Button>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

export type RowsChoiceProps<Row> = {
  name: string;
  /** Name of one row, such as 'metric'. */
  rowName: string;
  merge: RowMerge<Row>;
  choices: RowChoices;
  onChange: (choices: RowChoices) => void;
  renderRow: (row: Row) => ReactNode;
  renderRows: (rows: readonly Row[]) => ReactNode;
};

/** A list merged row by row: the editor chooses for rows that both changed. */
export function RowsChoice<Row>({
  name,
  rowName,
  merge,
  choices,
  onChange,
  renderRow,
  renderRows,
}: RowsChoiceProps<Row>) {
  const nameId = useId();
  const open = merge.rows.filter(({ side }) => side === null);
  const rowsOf = (side: Side) =>
    merge.order[side].flatMap((id) => merge.rows.find((row) => row.id === id)?.[side] ?? []);
  return (
    <div role="group" aria-labelledby={nameId} className="grid gap-4">
      <div>
        <h3 id={nameId} className="sans-heading text-base">
          {name}
        </h3>
        <p className="text-small text-muted">
          Both of you changed this list. Rows that one of you changed are merged automatically.
        </p>
      </div>
      {open.map((row) => (
        <SideChoice
          key={row.id}
          isNested
          name={nameOfRow(row, rowName, merge)}
          choice={choices.rows[row.id]}
          onChoose={(side) => onChange({ ...choices, rows: { ...choices.rows, [row.id]: side } })}
        >
          {(side) => {
            const version = row[side];
            if (version !== null) return renderRow(version);
            return <p className="text-base text-muted italic">Removed</p>;
          }}
        </SideChoice>
      ))}
      {merge.orderSide === null && (
        <SideChoice
          isNested
          name="Order of the rows"
          choice={choices.order}
          onChoose={(order) => onChange({ ...choices, order })}
        >
          {(side) => renderRows(rowsOf(side))}
        </SideChoice>
      )}
    </div>
  );
}

function nameOfRow<Row>({ id, base }: MergedRow<Row>, rowName: string, merge: RowMerge<Row>) {
  const place = merge.order.mine.indexOf(id) + 1 || merge.order.theirs.indexOf(id) + 1;
  return `${capital(rowName)} ${place}, ${base === null ? 'added' : 'changed'} by both of you`;
}
