import { HOURS_EXAMPLE } from '@contracts/office-hours';
import { useFormContext } from 'react-hook-form';
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
import { ADDRESS_MAX, ROWS_MAX } from '../fields';

export type RowsFieldProps = {
  name: string;
  field: Rows;
  renderPicker: RenderPicturePicker | undefined;
};

/** A list of a page: rows to add, remove, move and fill in. */
export function RowsField({ name, field, renderPicker }: RowsFieldProps) {
  const { label, noun, parts } = field;
  const empty = Object.fromEntries(Object.keys(parts).map((part) => [part, '']));
  const { rows, add, drag, actions, addRef, announcement } = useRows(name, empty);
  const isSimple = Object.keys(parts).length <= 2;
  return (
    <div role="group" aria-label={label} className="grid gap-3">
      <p className="text-small font-semibold">{label}</p>
      <ListError name={name} />
      <SortableRows rows={rows} noun={noun} onMove={drag}>
        <ol className="border-b border-line">
          {rows.map((row, index) => (
            <RowFrame
              key={row.id}
              {...{ id: row.id, index, count: rows.length, actions, noun, dropReason: null }}
              look={isSimple ? 'line' : 'block'}
            >
              <RowParts name={`${name}.${index}`} {...{ parts, noun, index, renderPicker }} />
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

function hintFor(part: string, parts: RowPartsProps['parts']): string | undefined {
  if (part === 'hours') return `For example ${HOURS_EXAMPLE}`;
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
    <div className="grid min-w-0 gap-4 max-tablet:col-span-full max-tablet:ms-2.5">
      {shown.map(([part, { label, limit = 80, rows, isRequired, isPicture, isList }]) =>
        isPicture ? (
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
          />
        ),
      )}
    </div>
  );
}
