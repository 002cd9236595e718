import { memo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  METRICS_MAX,
  METRIC_LABEL_MAX,
  METRIC_VALUE_MAX,
  type CaseStudyInput,
} from '@contracts/case-study';
import { SortableRows } from '@/components/sortable-rows';
import { TextField } from '@/documents/components/form-fields';
import {
  AddButton,
  ListError,
  RowFrame,
  useRows,
  type RowProps,
} from '@/documents/components/form-rows';

const columns = 'gap-x-3 tablet:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]';

/** The rows of figures, with their column headings. */
export function MetricRows() {
  const { rows, add, drag, actions, addRef, announcement } = useRows('metrics', {
    value: '',
    label: '',
  });
  return (
    <>
      <ListError name="metrics" />
      {rows.length > 0 && (
        <SortableRows rows={rows} onMove={drag}>
          <div>
            <div
              aria-hidden="true"
              className={`${columns} mb-1.5 grid grid-cols-[6.375rem_minmax(0,1fr)] text-small font-semibold tablet:ps-9.5 tablet:pe-30 tablet:pointer-coarse:ps-11.5 tablet:pointer-coarse:pe-36`}
            >
              <span>Value</span>
              <span>Label</span>
            </div>
            <ol className="border-b border-line">
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
          </div>
        </SortableRows>
      )}
      <AddButton ref={addRef} count={rows.length} max={METRICS_MAX} onAdd={add}>
        Add metric
      </AddButton>
      {announcement}
    </>
  );
}

const MetricRow = memo(function MetricRow({ index, ...row }: RowProps) {
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
    <RowFrame {...row} index={index} noun="metric" look="line" dropReason={dropReason}>
      <div className={`${columns} max-tablet:contents tablet:grid`}>
        <TextField
          name={`metrics.${index}.value`}
          label="Value"
          className="max-tablet:ms-2.5"
          limit={METRIC_VALUE_MAX}
          isLabelHidden
        />
        <TextField
          name={`metrics.${index}.label`}
          label="Label"
          limit={METRIC_LABEL_MAX}
          isWrapped
          isLabelHidden
        />
      </div>
    </RowFrame>
  );
});
