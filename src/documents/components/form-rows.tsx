import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { createPortal } from 'react-dom';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { DragHandle, useSortableRow } from '@/components/sortable-rows';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import type { Row } from '../fields';
import { capital } from '../kind';
import { FormOwner, useFieldError } from './form-fields';

type RowAction = 'up' | 'down' | 'remove';

/** Handlers of a row's buttons. The object is stable, so that rows can be memoised. */
type RowActions = {
  move: (id: string, step: -1 | 1) => void;
  remove: (id: string) => void;
};

/** A list of rows to add, remove and reorder; the focus stays on the row or moves to a neighbour. */
export function useRows(name: string, emptyRow: Row) {
  const { control } = useFormContext<Record<string, Row[]>>();
  const list = useFieldArray({ control, name });
  const [announcement, setAnnouncement] = useState('');
  const addRef = useRef<HTMLButtonElement>(null);
  const focusNext = useRef<{ id: string; action: RowAction } | null>(null);
  const latest = useRef(list);

  useEffect(() => {
    latest.current = list;
    const wanted = focusNext.current;
    if (!wanted) return;
    focusNext.current = null;
    const button = document.getElementById(actionId(wanted.id, wanted.action));
    const isUsable = button instanceof HTMLButtonElement && !button.disabled;
    const other = document.getElementById(
      actionId(wanted.id, wanted.action === 'up' ? 'down' : 'up'),
    );
    (isUsable ? button : (other ?? addRef.current))?.focus();
  });

  const [actions] = useState<RowActions>(() => ({
    move: (id, step) => {
      const { fields, move } = latest.current;
      const from = fields.findIndex((row) => row.id === id);
      const to = from + step;
      if (from < 0 || to < 0 || to >= fields.length) return;
      focusNext.current = { id, action: step < 0 ? 'up' : 'down' };
      move(from, to);
      setAnnouncement(`Moved to place ${to + 1} of ${fields.length}`);
    },
    remove: (id) => {
      const { fields, remove } = latest.current;
      const index = fields.findIndex((row) => row.id === id);
      if (index < 0) return;
      const neighbour = fields[index + 1] ?? fields[index - 1];
      focusNext.current = { id: neighbour?.id ?? '', action: 'remove' };
      remove(index);
      setAnnouncement(`Removed row ${index + 1}`);
    },
  }));

  return {
    rows: list.fields,
    add: () => list.append({ ...emptyRow }),
    addFilled: (filled: Row[]) => {
      // The focus stays: an upload may end while the editor types elsewhere.
      list.append(filled, { shouldFocus: false });
      const total = latest.current.fields.length + filled.length;
      setAnnouncement(
        `Added ${filled.length === 1 ? '1 row' : `${filled.length} rows`}, ${total} now`,
      );
    },
    drag: list.move,
    actions,
    addRef,
    announcement: (
      <p role="status" className="sr-only">
        {announcement}
      </p>
    ),
  };
}

function actionId(rowId: string, action: RowAction): string {
  return `row-${rowId}-${action}`;
}

export type RowProps = { id: string; index: number; count: number; actions: RowActions };

type RowFrameProps = RowProps & {
  /** Names the row, such as 'metric'. */
  noun: string;
  look: keyof typeof looks;
  /** Why a save leaves the row out. */
  dropReason: string | null;
  children: ReactNode;
};

// height: of a rendered row, so that the page does not jump while it is scrolled
const looks = {
  line: {
    columns: 'max-tablet:grid-cols-[7rem_minmax(0,1fr)] tablet:grid-cols-[auto_minmax(0,1fr)_auto]',
    handle: 'max-tablet:row-start-2 tablet:h-full!',
    buttons: 'max-tablet:row-start-2 tablet:row-start-1',
    height:
      '[contain-intrinsic-block-size:auto_7rem] tablet:[contain-intrinsic-block-size:auto_4rem]',
  },
  // Details in the first row, behind handle and buttons.
  folded: {
    columns: 'grid-cols-[auto_minmax(0,1fr)_auto]',
    handle: 'z-1 col-start-1 row-start-1 self-start',
    buttons: 'z-1 row-start-1 self-start',
    height: '[contain-intrinsic-block-size:auto_3.25rem]',
  },
  picture: {
    columns:
      'grid-cols-[8.5rem_minmax(0,1fr)] tablet:grid-cols-[auto_7.5rem_minmax(0,1fr)_auto] tablet:pointer-coarse:grid-cols-[auto_9rem_minmax(0,1fr)_auto]',
    handle: 'max-tablet:col-start-2 max-tablet:row-start-1 tablet:row-span-3',
    buttons: 'row-start-1 self-start',
    height:
      '[contain-intrinsic-block-size:auto_22rem] tablet:[contain-intrinsic-block-size:auto_9.75rem]',
  },
};

const rowButton = 'size-9! pointer-coarse:size-11!';

/** A row with its handle, its fields and its buttons. */
export function RowFrame({
  id,
  index,
  count,
  actions,
  noun,
  look,
  dropReason,
  children,
}: RowFrameProps) {
  const nameId = useId();
  const formId = useId();
  const place = index + 1;
  const { item, handle, isDragging } = useSortableRow(id);
  return (
    <li {...item} className={clsx('motion-reduce:transition-none!', isDragging && 'relative z-10')}>
      <div
        role="group"
        aria-labelledby={nameId}
        className={clsx(
          'relative -ms-2.5 grid gap-x-3 py-2 max-tablet:grid-flow-dense max-tablet:gap-y-2 max-tablet:py-4',
          'before:absolute before:start-2.5 before:end-0 before:top-0 before:border-t before:border-line',
          // Typing elsewhere must not lay out fifty rows.
          '[content-visibility:auto]',
          looks[look].columns,
          looks[look].height,
          isDragging && 'rounded-control bg-raised shadow-soft outline-1 outline-sky',
        )}
      >
        <DragHandle
          {...handle}
          title={`Drag ${noun} ${place}`}
          className={clsx(rowButton, looks[look].handle, count < 2 && 'invisible')}
        />
        <span id={nameId} className="sr-only">
          {capital(noun)} {place}
        </span>
        <FormOwner value={formId}>{children}</FormOwner>
        <div
          className={clsx('col-end-[-1] flex items-center justify-self-end', looks[look].buttons)}
        >
          <Button
            id={actionId(id, 'up')}
            variant="quiet"
            size="icon"
            disabled={index === 0}
            aria-label={`Move ${noun} ${place} up`}
            className={rowButton}
            onClick={() => actions.move(id, -1)}
          >
            <ArrowUp aria-hidden="true" />
          </Button>
          <Button
            id={actionId(id, 'down')}
            variant="quiet"
            size="icon"
            disabled={place === count}
            aria-label={`Move ${noun} ${place} down`}
            className={rowButton}
            onClick={() => actions.move(id, 1)}
          >
            <ArrowDown aria-hidden="true" />
          </Button>
          <Button
            id={actionId(id, 'remove')}
            variant="quiet"
            size="icon"
            aria-label={`Remove ${noun} ${place}`}
            className={rowButton}
            onClick={() => actions.remove(id)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
        {dropReason && (
          <p className="col-span-full flex items-center gap-1.5 text-small font-medium text-warning max-tablet:ps-2.5 tablet:mt-1 tablet:ps-9.5">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
            Will not be saved: {dropReason}
          </p>
        )}
      </div>
      {/* HTML forms cannot nest, hence the portal. React bubbles its submit event to the outer form. */}
      {createPortal(<form id={formId} noValidate hidden />, document.body)}
    </li>
  );
}

export function ListError({ name }: { name: string }) {
  const error = useFieldError(name);
  return error ? <Alert kind="danger">{error}</Alert> : null;
}

type AddButtonProps = {
  ref: Ref<HTMLButtonElement>;
  count: number;
  max: number;
  onAdd: () => void;
  children: string;
};

export function AddButton({ ref, count, max, onAdd, children }: AddButtonProps) {
  const isFull = count >= max;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        ref={ref}
        size="small"
        icon={<Plus aria-hidden="true" />}
        className="pointer-coarse:min-h-11"
        disabled={isFull}
        onClick={onAdd}
      >
        {children}
      </Button>
      {isFull && <p className="text-small text-muted">At most {max} rows</p>}
    </div>
  );
}
