import { useMemo, useState } from 'react';
import { Eye, PencilLine } from 'lucide-react';
import type { CaseStudyInput } from '@contracts/case-study';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { AppError } from '@/lib/errors';
import {
  chooseEverywhere,
  compareVersions,
  countOpen,
  mergeVersions,
  noChoices,
  type Choices,
  type Comparison,
} from '../conflict';
import { isStoredGalleryRow, isStoredMetricRow, type CaseStudyField } from '../editing';
import { changedFields } from '../revision-changes';
import type { SaveConflict } from '../use-case-study-editor';
import { caseStudyFieldLabels as labels } from './case-study-form-labels';
import { RowsChoice, SideChoice } from './conflict-choices';
import {
  ConflictValue,
  GalleryList,
  GalleryValue,
  MetricList,
  MetricValue,
} from './conflict-value';
import { HistoryField } from './history-field';

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
    <ChangedDialog key={`${conflict.version}-${conflict.round}`} conflict={conflict} {...props} />
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

type Changed = Extract<SaveConflict, { kind: 'changed' }>;
type ChangedDialogProps = Omit<ConflictDialogProps, 'conflict'> & { conflict: Changed };

function ChangedDialog({
  conflict,
  isSaving,
  failure,
  onSaveMerged,
  onCancel,
}: ChangedDialogProps) {
  const { base, mine, theirs } = conflict;
  const comparison = useMemo(() => compareVersions(base, mine, theirs), [base, mine, theirs]);
  const [choices, setChoices] = useState(noChoices);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const open = countOpen(comparison, choices);
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      canClose={!isSaving}
      size="large"
      title="Someone else saved this case study"
      description="Nothing was overwritten. Choose what to keep where both of you changed the same."
      footer={
        <>
          <span role="status" className="me-auto self-center text-small text-muted">
            {open > 0 && `${open} ${open === 1 ? 'choice' : 'choices'} left`}
          </span>
          <Button
            aria-pressed={isPreviewed}
            icon={isPreviewed ? <PencilLine aria-hidden="true" /> : <Eye aria-hidden="true" />}
            onClick={() => setIsPreviewed(!isPreviewed)}
          >
            {isPreviewed ? 'Back to the choices' : 'Preview the result'}
          </Button>
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
      <div key={String(isPreviewed)} ref={showFromTop} className="grid gap-6">
        {failure && <Alert kind="danger">{failure.message}</Alert>}
        {isPreviewed ? (
          <MergePreview
            theirs={theirs}
            merged={mergeVersions(mine, theirs, comparison, choices)}
            isOpen={open > 0}
          />
        ) : (
          <Questions
            conflict={conflict}
            comparison={comparison}
            choices={choices}
            onChange={setChoices}
          />
        )}
      </div>
    </Dialog>
  );
}

function showFromTop(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'start' });
}

type QuestionsProps = {
  conflict: Changed;
  comparison: Comparison;
  choices: Choices;
  onChange: (choices: Choices) => void;
};

function Questions({ conflict, comparison, choices, onChange }: QuestionsProps) {
  const { base } = conflict;
  const { both, onlyMine, onlyTheirs, metrics, gallery } = comparison;
  return (
    <>
      {countOpen(comparison, noChoices) > 1 && (
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => onChange(chooseEverywhere(comparison, 'theirs'))}>
            Use theirs everywhere
          </Button>
          <Button size="small" onClick={() => onChange(chooseEverywhere(comparison, 'mine'))}>
            Keep mine everywhere
          </Button>
        </div>
      )}
      {both.map((field) => (
        <SideChoice
          key={field}
          name={labels[field]}
          choice={choices.fields[field]}
          onChoose={(side) =>
            onChange({ ...choices, fields: { ...choices.fields, [field]: side } })
          }
        >
          {(side) => <ConflictValue field={field} values={conflict[side]} base={base} />}
        </SideChoice>
      ))}
      {metrics && (
        <RowsChoice
          name={labels.metrics}
          rowName="Metric"
          merge={metrics}
          choices={choices.metrics}
          onChange={(rows) => onChange({ ...choices, metrics: rows })}
          renderRow={(row) => <MetricValue row={row} />}
          renderRows={(rows) => <MetricList rows={rows} />}
        />
      )}
      {gallery && (
        <RowsChoice
          name={labels.gallery}
          rowName="Picture"
          merge={gallery}
          choices={choices.gallery}
          onChange={(rows) => onChange({ ...choices, gallery: rows })}
          renderRow={(row) => <GalleryValue row={row} />}
          renderRows={(rows) => <GalleryList rows={rows} />}
        />
      )}
      <SilentFields
        title="Only they changed these; they are taken over"
        fields={onlyTheirs}
        values={conflict.theirs}
        base={base}
      />
      <SilentFields
        title="Only you changed these; they stay"
        fields={onlyMine}
        values={conflict.mine}
        base={base}
      />
    </>
  );
}

type SilentFieldsProps = {
  title: string;
  fields: CaseStudyField[];
  values: CaseStudyInput;
  base: CaseStudyInput | null;
};

function SilentFields({ title, fields, values, base }: SilentFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <div className="border-t border-line pt-5">
      <h3 className="font-text text-base font-semibold tracking-normal">{title}</h3>
      <dl className="mt-3 grid gap-3">
        {fields.map((field) => (
          <div key={field} className="grid gap-x-4 tablet:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="text-small font-semibold text-muted">{labels[field]}</dt>
            <dd className="max-h-32 min-w-0 overflow-y-auto">
              <ConflictValue field={field} values={values} base={base} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type MergePreviewProps = {
  theirs: CaseStudyInput;
  merged: CaseStudyInput;
  /** Something is still to be chosen. */
  isOpen: boolean;
};

function MergePreview({
  theirs,
  merged: { metrics, gallery, ...rest },
  isOpen,
}: MergePreviewProps) {
  const merged = {
    ...rest,
    metrics: metrics.filter(isStoredMetricRow),
    gallery: gallery.filter(isStoredGalleryRow),
  };
  const fields = changedFields(theirs, merged);
  return (
    <section aria-label="Result">
      <p className="mb-5 text-base text-muted">
        {fields.length === 0
          ? 'Saving changes nothing: this is what is stored already.'
          : 'What saving changes in the version that is stored now.'}
        {isOpen && ' Where you have not chosen yet, your version is shown.'}
      </p>
      {fields.map((field) => (
        <HistoryField key={field} field={field} before={theirs} after={merged} />
      ))}
    </section>
  );
}
