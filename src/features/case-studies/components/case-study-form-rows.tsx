import { memo, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import {
  GALLERY_MAX,
  GALLERY_TEXT_MAX,
  IMAGE_URL_MAX,
  METRICS_MAX,
  METRIC_LABEL_MAX,
  METRIC_VALUE_MAX,
  type CaseStudyInput,
} from '@contracts/case-study';
import { SortableRows } from '@/components/sortable-rows';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { caseStudyFields } from '../fields';
import {
  FormOwner,
  PictureField,
  TextField,
  useAltHint,
  useFieldError,
  type RenderPicturePicker,
} from '@/documents/components/form-fields';

type ListName = 'metrics' | 'gallery';
type RowAction = 'up' | 'down' | 'remove';

/** Handlers of a row's buttons. The object is stable, so that rows can be memoised. */
type RowActions = {
  move: (id: string, step: -1 | 1) => void;
  remove: (id: string) => void;
};

const emptyRows = {
  metrics: { value: '', label: '' },
  gallery: { url: '', caption: '', altText: '' },
} as const;

/** A list of rows to add, remove and reorder; the focus stays on the row or moves to a neighbour. */
function useRows(name: ListName) {
  const { control } = useFormContext<CaseStudyInput>();
  const list = useFieldArray({ control, name });
  const [announcement, setAnnouncement] = useState('');
  const addButton = useRef<HTMLButtonElement>(null);
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
    (isUsable ? button : (other ?? addButton.current))?.focus();
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
    add: () => list.append({ ...emptyRows[name] }),
    addFilled: (filled: CaseStudyInput['gallery']) => {
      // The focus stays: an upload may end while the editor types elsewhere.
      list.append(filled, { shouldFocus: false });
      const total = latest.current.fields.length + filled.length;
      setAnnouncement(
        `Added ${filled.length === 1 ? '1 row' : `${filled.length} rows`}, ${total} now`,
      );
    },
    drag: list.move,
    actions,
    addButton,
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

type RowProps = { id: string; index: number; count: number; actions: RowActions };

export function MetricRows() {
  const { rows, add, drag, actions, addButton, announcement } = useRows('metrics');
  return (
    <>
      <ListError name="metrics" />
      {rows.length > 0 && (
        <SortableRows rows={rows} noun="metric" onMove={drag}>
          <ol className="grid gap-4">
            {rows.map((row, index) => (
              <MetricRow
                key={row.id}
                id={row.id}
                index={index}
                count={rows.length}
                actions={actions}
              />
            ))}
          </ol>
        </SortableRows>
      )}
      <AddButton ref={addButton} count={rows.length} max={METRICS_MAX} onAdd={add}>
        Add metric
      </AddButton>
      {announcement}
    </>
  );
}

const MetricRow = memo(function MetricRow({ id, index, count, actions }: RowProps) {
  const { control } = useFormContext<CaseStudyInput>();
  const dropReason = useWatch({
    control,
    name: [`metrics.${index}.value`, `metrics.${index}.label`],
    exact: true,
    compute: ([value, label]) => {
      const [hasValue, hasLabel] = [Boolean(value?.trim()), Boolean(label?.trim())];
      if (hasValue === hasLabel) return null;
      return hasValue ? 'it has no label' : 'it has no value';
    },
  });
  return (
    <RowFrame
      id={id}
      index={index}
      count={count}
      actions={actions}
      kind="metric"
      dropReason={dropReason}
    >
      <div className="grid gap-4 tablet:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <TextField name={`metrics.${index}.value`} label="Value" limit={METRIC_VALUE_MAX} />
        <TextField name={`metrics.${index}.label`} label="Label" limit={METRIC_LABEL_MAX} />
      </div>
    </RowFrame>
  );
});

/** Wraps the rows: adds pictures that are uploaded, dropped, pasted or chosen there. */
export type RenderPictureBatch = (batch: {
  children: ReactNode;
  count: number;
  max: number;
  onAdd: (urls: readonly string[]) => void;
}) => ReactNode;

export type GalleryRowsProps = {
  renderPicker?: RenderPicturePicker | undefined;
  renderBatch?: RenderPictureBatch | undefined;
};

export function GalleryRows({ renderPicker, renderBatch }: GalleryRowsProps) {
  const { rows, add, addFilled, drag, actions, addButton, announcement } = useRows('gallery');
  const list = rows.length > 0 && (
    <SortableRows rows={rows} noun="picture" onMove={drag}>
      <ol className="grid gap-4">
        {rows.map((row, index) => (
          <GalleryRow
            key={row.id}
            id={row.id}
            index={index}
            count={rows.length}
            actions={actions}
            renderPicker={renderPicker}
          />
        ))}
      </ol>
    </SortableRows>
  );
  return (
    <>
      <ListError name="gallery" />
      {renderBatch?.({
        children: list,
        count: rows.length,
        max: GALLERY_MAX,
        onAdd: (urls) => addFilled(urls.map((url) => ({ ...emptyRows.gallery, url }))),
      }) ?? list}
      <AddButton ref={addButton} count={rows.length} max={GALLERY_MAX} onAdd={add}>
        Add picture
      </AddButton>
      {announcement}
    </>
  );
}

type GalleryRowProps = RowProps & { renderPicker?: RenderPicturePicker | undefined };

const GalleryRow = memo(function GalleryRow({
  id,
  index,
  count,
  actions,
  renderPicker,
}: GalleryRowProps) {
  const { control } = useFormContext<CaseStudyInput>();
  const url = useWatch({
    control,
    name: `gallery.${index}.url`,
    exact: true,
    // Called once more for a removed row, whose address is undefined.
    compute: (address) => address?.trim() ?? '',
  });
  const altHint = useAltHint(url);
  return (
    <RowFrame
      id={id}
      index={index}
      count={count}
      actions={actions}
      kind="picture"
      dropReason={url === '' ? 'it has no picture' : null}
    >
      <div className="grid gap-4">
        <PictureField
          name={`gallery.${index}.url`}
          label="Image URL"
          limit={IMAGE_URL_MAX}
          renderPicker={renderPicker}
          pickerLabel={`gallery picture ${index + 1}`}
        />
        <div className="grid gap-4 tablet:grid-cols-2">
          <TextField name={`gallery.${index}.caption`} label="Caption" limit={GALLERY_TEXT_MAX} />
          <TextField
            name={`gallery.${index}.altText`}
            label={caseStudyFields.gallery.parts.altText.label}
            hint={altHint}
            limit={GALLERY_TEXT_MAX}
          />
        </div>
      </div>
    </RowFrame>
  );
});

type RowFrameProps = RowProps & {
  kind: 'metric' | 'picture';
  dropReason: string | null;
  children: ReactNode;
};

/** The height of a rendered row, so that the page does not jump while it is scrolled. */
const estimatedHeight = {
  metric:
    '[contain-intrinsic-block-size:auto_13.5rem] tablet:[contain-intrinsic-block-size:auto_8rem]',
  picture:
    '[contain-intrinsic-block-size:auto_41rem] tablet:[contain-intrinsic-block-size:auto_21rem]',
};

function RowFrame({ id, index, count, actions, kind, dropReason, children }: RowFrameProps) {
  const nameId = useId();
  const formId = useId();
  const place = index + 1;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, ...drag } =
    useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={clsx('motion-reduce:transition-none!', drag.isDragging && 'relative z-10')}
    >
      <div
        role="group"
        aria-labelledby={nameId}
        className={clsx(
          'grid gap-3 rounded-control border bg-raised p-4',
          // Typing elsewhere must not lay out fifty rows.
          '[content-visibility:auto]',
          estimatedHeight[kind],
          drag.isDragging ? 'border-sky shadow-soft' : 'border-line',
        )}
      >
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button
            ref={setActivatorNodeRef}
            variant="quiet"
            size="icon"
            disabled={count < 2}
            aria-label={`Drag ${kind} ${place}`}
            {...listeners}
            aria-describedby={attributes['aria-describedby']}
            className={clsx(
              '-ms-3 touch-none text-muted',
              drag.isDragging ? 'cursor-grabbing!' : 'cursor-grab',
            )}
          >
            <GripVertical aria-hidden="true" />
          </Button>
          <span id={nameId} className="text-small font-semibold text-muted">
            {kind === 'metric' ? 'Metric' : 'Picture'} {place}
          </span>
          {dropReason && (
            <span className="flex items-center gap-1.5 text-small font-medium text-warning">
              <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
              Will not be saved: {dropReason}
            </span>
          )}
          <span className="ms-auto -me-2 flex">
            <Button
              id={actionId(id, 'up')}
              variant="quiet"
              size="icon"
              disabled={index === 0}
              aria-label={`Move ${kind} ${place} up`}
              onClick={() => actions.move(id, -1)}
            >
              <ArrowUp aria-hidden="true" />
            </Button>
            <Button
              id={actionId(id, 'down')}
              variant="quiet"
              size="icon"
              disabled={place === count}
              aria-label={`Move ${kind} ${place} down`}
              onClick={() => actions.move(id, 1)}
            >
              <ArrowDown aria-hidden="true" />
            </Button>
            <Button
              id={actionId(id, 'remove')}
              variant="quiet"
              size="icon"
              aria-label={`Remove ${kind} ${place}`}
              onClick={() => actions.remove(id)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </span>
        </div>
        <FormOwner value={formId}>{children}</FormOwner>
      </div>
      {/* HTML forms cannot nest, hence the portal. React bubbles its submit event to the outer form. */}
      {createPortal(<form id={formId} noValidate hidden />, document.body)}
    </li>
  );
}

function ListError({ name }: { name: ListName }) {
  const error = useFieldError(name);
  return error ? <Alert kind="danger">{error}</Alert> : null;
}

type AddButtonProps = {
  ref: React.Ref<HTMLButtonElement>;
  count: number;
  max: number;
  onAdd: () => void;
  children: string;
};

function AddButton({ ref, count, max, onAdd, children }: AddButtonProps) {
  const isFull = count >= max;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        ref={ref}
        size="small"
        icon={<Plus aria-hidden="true" />}
        disabled={isFull}
        onClick={onAdd}
      >
        {children}
      </Button>
      {isFull && <p className="text-small text-muted">At most {max} rows</p>}
    </div>
  );
}
