import { useId, useMemo, useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import type { CaseStudyInput } from '@contracts/case-study';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { AppError } from '@/lib/errors';
import { toPublicImageUrl } from '@/lib/image-url';
import { compareVersions, type Choices, type Comparison, type Side } from '../conflict';
import type { CaseStudyField } from '../editing';
import type { SaveConflict } from '../use-case-study-editor';
import { caseStudyFieldLabels as labels } from './case-study-form-labels';

export type ConflictDialogProps = {
  conflict: SaveConflict;
  isSaving: boolean;
  /** Why saving from here failed. */
  failure: AppError | null;
  onSaveMerged: (comparison: Comparison, choices: Choices) => void;
  onSaveAsNew: () => void;
  onCancel: () => void;
};

/** What to do when the study changed, or went, while it was being written here. */
export function ConflictDialog({ conflict, ...props }: ConflictDialogProps) {
  return conflict.kind === 'deleted' ? (
    <DeletedDialog {...props} />
  ) : (
    // Another version that arrives while this one is being compared starts the choices over.
    <ChangedDialog key={conflict.version} conflict={conflict} {...props} />
  );
}

type DeletedDialogProps = Omit<ConflictDialogProps, 'conflict'>;

function DeletedDialog({ isSaving, failure, onSaveAsNew, onCancel }: DeletedDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      canClose={!isSaving}
      title="This case study was deleted"
      description="Someone deleted it while you were writing. Your text is still here, and can be saved as a new case study."
      footer={
        <>
          <Button disabled={isSaving} onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isPending={isSaving}
            pendingLabel="Saving…"
            onClick={onSaveAsNew}
          >
            Save as a new case study
          </Button>
        </>
      }
    >
      {failure && <Alert kind="danger">{failure.message}</Alert>}
    </Dialog>
  );
}

type ChangedDialogProps = Omit<ConflictDialogProps, 'conflict'> & {
  conflict: Extract<SaveConflict, { kind: 'changed' }>;
};

function ChangedDialog({
  conflict,
  isSaving,
  failure,
  onSaveMerged,
  onCancel,
}: ChangedDialogProps) {
  const { base, mine, theirs } = conflict;
  const comparison = useMemo(() => compareVersions(base, mine, theirs), [base, mine, theirs]);
  const [choices, setChoices] = useState<Choices>({});
  const { both, onlyMine, onlyTheirs } = comparison;
  const open = both.filter((field) => choices[field] === undefined).length;
  const chooseAll = (side: Side) =>
    setChoices(Object.fromEntries(both.map((field) => [field, side])));
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      canClose={!isSaving}
      size="large"
      title="Someone else saved this case study"
      description="Nothing was overwritten. Choose what to keep where both of you changed the same field."
      footer={
        <>
          <span role="status" className="me-auto self-center text-small text-muted">
            {open > 0 && `${open} ${open === 1 ? 'field' : 'fields'} left to choose`}
          </span>
          <Button disabled={isSaving} onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={open > 0}
            isPending={isSaving}
            pendingLabel="Saving…"
            onClick={() => onSaveMerged(comparison, choices)}
          >
            Save merged version
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {failure && <Alert kind="danger">{failure.message}</Alert>}
        {both.length > 1 && (
          <div className="flex flex-wrap gap-3">
            <Button size="small" onClick={() => chooseAll('theirs')}>
              Use theirs everywhere
            </Button>
            <Button size="small" onClick={() => chooseAll('mine')}>
              Keep mine everywhere
            </Button>
          </div>
        )}
        {both.map((field) => (
          <FieldChoice
            key={field}
            field={field}
            mine={mine}
            theirs={theirs}
            choice={choices[field]}
            onChoose={(side) => setChoices((before) => ({ ...before, [field]: side }))}
          />
        ))}
        <SilentFields
          title="Only they changed these; they are taken over"
          fields={onlyTheirs}
          values={theirs}
        />
        <SilentFields title="Only you changed these; they stay" fields={onlyMine} values={mine} />
      </div>
    </Dialog>
  );
}

type FieldChoiceProps = {
  field: CaseStudyField;
  mine: CaseStudyInput;
  theirs: CaseStudyInput;
  choice: Side | undefined;
  onChoose: (side: Side) => void;
};

function FieldChoice({ field, mine, theirs, choice, onChoose }: FieldChoiceProps) {
  const nameId = useId();
  const sides = [
    { side: 'theirs', title: 'Their version', action: 'Use theirs', values: theirs },
    { side: 'mine', title: 'Yours', action: 'Keep mine', values: mine },
  ] as const;
  return (
    <div role="group" aria-labelledby={nameId} className="grid gap-3">
      <h3 id={nameId} className="font-text text-base font-semibold tracking-normal">
        {labels[field]}
      </h3>
      <div className="grid gap-3 tablet:grid-cols-2">
        {sides.map(({ side, title, action, values }) => (
          <div
            key={side}
            className={clsx(
              'flex min-w-0 flex-col gap-3 rounded-control border p-4',
              choice === side ? 'border-sky bg-sky-soft' : 'border-line',
            )}
          >
            <p className="text-small font-semibold text-muted">{title}</p>
            <div className="max-h-60 min-w-0 flex-1 overflow-y-auto">
              <FieldValue field={field} values={values} />
            </div>
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

type SilentFieldsProps = { title: string; fields: CaseStudyField[]; values: CaseStudyInput };

function SilentFields({ title, fields, values }: SilentFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <div className="border-t border-line pt-5">
      <h3 className="font-text text-base font-semibold tracking-normal">{title}</h3>
      <dl className="mt-3 grid gap-3">
        {fields.map((field) => (
          <div key={field} className="grid gap-x-4 tablet:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="text-small font-semibold text-muted">{labels[field]}</dt>
            <dd className="max-h-32 min-w-0 overflow-y-auto">
              <FieldValue field={field} values={values} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function FieldValue({ field, values }: { field: CaseStudyField; values: CaseStudyInput }) {
  switch (field) {
    case 'metrics':
      return (
        <ValueList
          items={values.metrics
            .filter(({ value, label }) => value.trim() && label.trim())
            .map(({ value, label }) => (
              <>
                <strong>{value}</strong> {label}
              </>
            ))}
        />
      );
    case 'gallery':
      return (
        <ValueList
          items={values.gallery
            .filter(({ url }) => url.trim())
            .map(({ url, caption, altText }) => (
              <span className="flex items-start gap-3">
                <img
                  src={toPublicImageUrl(url)}
                  alt=""
                  loading="lazy"
                  className="aspect-[3/2] w-16 shrink-0 rounded-control bg-sunken object-cover"
                />
                <span className="min-w-0 break-words">
                  {caption || url}
                  {altText && <span className="block text-muted">{altText}</span>}
                </span>
              </span>
            ))}
        />
      );
    case 'serviceTags':
    case 'technologies':
      return <ValueList items={values[field]} />;
    default:
      return values[field].trim() === '' ? (
        <Nothing />
      ) : (
        <p className="text-base break-words whitespace-pre-wrap">{values[field]}</p>
      );
  }
}

function ValueList({ items }: { items: readonly ReactNode[] }) {
  if (items.length === 0) return <Nothing />;
  return (
    <ol className="grid gap-2 text-base">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ol>
  );
}

function Nothing() {
  return <p className="text-base text-muted italic">Empty</p>;
}
