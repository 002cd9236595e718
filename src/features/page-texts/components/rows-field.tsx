import { useState, type ComponentType } from 'react';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/field';
import { SortableRows } from '@/components/sortable-rows';
import { TextField } from '@/documents/components/form-fields';
import {
  AddButton,
  ListError,
  RowFrame,
  useRows,
  type RowProps,
} from '@/documents/components/form-rows';
import { PictureField, type RenderPicturePicker } from '@/documents/components/picture-field';
import type { DocumentInput, RowPart, RowsField as Rows } from '@/documents/fields';
import { capital } from '@/documents/kind';
import { ADDRESS_MAX, ROWS_MAX } from '../fields';
import { ClosedDaysField, HoursField, type OfficeFieldProps } from './office-fields';

export type RowsFieldProps = {
  name: string;
  field: Rows;
  renderPicker: RenderPicturePicker | undefined;
  /** The section is named like the list. */
  isLabelHidden: boolean;
};

/** A list of a page: rows to add, remove, move and fill in. */
export function RowsField({ name, field, renderPicker, isLabelHidden }: RowsFieldProps) {
  const { label, noun, parts } = field;
  const empty = Object.fromEntries(Object.keys(parts).map((part) => [part, '']));
  const { rows, add, drag, actions, addRef, announcement } = useRows(name, empty);
  const shown = Object.values(parts).filter(({ isHidden }) => !isHidden);
  const isLine = shown.length <= 2 && shown.every((part) => (part.rows ?? 1) === 1);
  return (
    <div role="group" aria-label={label} className="grid gap-3">
      {!isLabelHidden && <p className="text-small font-semibold">{label}</p>}
      <ListError name={name} />
      <SortableRows rows={rows} onMove={drag}>
        <ol className="border-b border-line">
          {rows.map((row, index) => (
            <RowFrame
              key={row.id}
              {...{ id: row.id, index, count: rows.length, actions, noun, dropReason: null }}
              look={isLine ? 'line' : 'folded'}
            >
              <Row name={`${name}.${index}`} {...{ field, index, isLine, renderPicker }} />
            </RowFrame>
          ))}
        </ol>
      </SortableRows>
      <AddButton ref={addRef} count={rows.length} max={ROWS_MAX} onAdd={add}>
        {`Add ${noun}`}
      </AddButton>
      {announcement}
    </div>
  );
}

type OneRowProps = {
  name: string;
  field: Rows;
  index: number;
  isLine: boolean;
  renderPicker: RenderPicturePicker | undefined;
};

/** One line; a long text below the handle and the buttons; or many fields, folded under their title. */
function Row({ name, field: { noun, parts, alikeBy }, index, isLine, renderPicker }: OneRowProps) {
  const { control, getValues } = useFormContext<DocumentInput>();
  const titleName = `${name}.${alikeBy[0] ?? ''}`;
  const title: unknown = useWatch({ control, name: titleName, exact: true });
  const hidden: unknown = useWatch({ control, name: `${name}.hidden`, exact: true });
  const [isNew] = useState(() => getValues(titleName) === '');
  const texts = <RowParts {...{ name, parts, noun, index, renderPicker }} />;
  if (isLine)
    return <div className="min-w-0 max-tablet:col-span-full max-tablet:ms-2.5">{texts}</div>;
  const place = 'col-span-full row-start-1 min-w-0';
  const head =
    'flex min-h-9 items-center gap-2 ps-11 pe-31 text-base pointer-coarse:min-h-11 pointer-coarse:ps-14 pointer-coarse:pe-36';
  if (Object.keys(parts).length === 1) {
    return (
      <div className={place}>
        <p aria-hidden="true" className={clsx(head, 'mb-1 text-muted')}>
          {capital(noun)} {index + 1}
        </p>
        <div className="ps-2.5">{texts}</div>
      </div>
    );
  }
  return (
    <details open={isNew} className={clsx(place, 'group/row')}>
      <summary
        className={clsx(
          head,
          'list-none rounded-control font-medium [&::-webkit-details-marker]:hidden',
        )}
      >
        <span className="truncate">{String(title ?? '') || `New ${noun}`}</span>
        {hidden === 'yes' && <Badge>Hidden</Badge>}
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform duration-control group-open/row:rotate-90"
        />
      </summary>
      <div className="ps-2.5 pt-3 pb-4">{texts}</div>
    </details>
  );
}

/** Two texts of this length stand side by side. */
const SHORT = 30;

/** Parts with a control of their own. */
const CONTROLS: ReadonlyMap<string, ComponentType<OfficeFieldProps>> = new Map([
  ['hours', HoursField],
  ['holidays', ClosedDaysField],
  ['hidden', HiddenField],
]);

function HiddenField({ name }: OfficeFieldProps) {
  const { control } = useFormContext<DocumentInput>();
  const { field } = useController({ control, name });
  return (
    <Checkbox
      name={name}
      label="Hidden from visitors; enquiries and studies keep its name"
      checked={field.value === 'yes'}
      onChange={({ target }) => field.onChange(target.checked ? 'yes' : '')}
    />
  );
}

/** Zones are found by the city in them. */
const ZONES = Intl.supportedValuesOf('timeZone');

function hintFor(part: string, parts: RowPartsProps['parts']): string | undefined {
  if (part === 'timeZone') return 'Type a large city of the zone';
  return part === 'label' && 'title' in parts ? 'Empty: the title' : undefined;
}

type RowPartsProps = Pick<RowProps, 'index'> & {
  name: string;
  parts: Readonly<Record<string, RowPart>>;
  noun: string;
  renderPicker: RenderPicturePicker | undefined;
};

function RowParts({ name, parts, noun, index, renderPicker }: RowPartsProps) {
  const { getValues } = useFormContext<DocumentInput>();
  const shown = Object.entries(parts).filter(([, { isHidden }]) => !isHidden);
  const isOnlyText = shown.length === 1;
  const hasId = 'id' in parts && String(getValues(`${name}.id`)) !== '';
  return (
    <div className={clsx('grid min-w-0 gap-4', shown.length > 2 && 'grid-cols-2 *:col-span-2')}>
      {shown.map(([part, { label, limit = 80, rows, isRequired, isPicture, isList }]) => {
        const Control = CONTROLS.get(part);
        if (Control) return <Control key={part} name={`${name}.${part}`} label={label} />;
        return isPicture ? (
          <PictureField
            key={part}
            name={`${name}.${part}`}
            label={label}
            limit={ADDRESS_MAX}
            pickerLabel={`the picture of ${noun} ${index + 1}`}
            hint={
              hasId ? 'Without one of the library, the picture of the website is shown.' : undefined
            }
            renderPicker={renderPicker}
          />
        ) : (
          <TextField
            key={part}
            name={`${name}.${part}`}
            label={label}
            isLabelHidden={isOnlyText}
            hint={isList ? 'One per line' : hintFor(part, parts)}
            {...{ limit, rows }}
            isRequired={isRequired === true && !isOnlyText}
            suggestions={part === 'timeZone' ? ZONES : undefined}
            className={clsx(limit <= SHORT && 'col-span-1!')}
          />
        );
      })}
    </div>
  );
}
