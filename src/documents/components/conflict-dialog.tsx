import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Eye, PencilLine } from 'lucide-react';
import { shownName, usePeople } from '@/components/people/people-context';
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
  noRowChoices,
  type Choices,
  type Comparison,
} from '../comparison';
import type { SaveConflict } from '../document-reducer';
import { changedFields, type DocumentInput, type NameOf } from '../fields';
import type { DocumentKind } from '../kind';
import { documentQueries } from '../queries';
import { RowsChoice, SideChoice } from './conflict-choices';
import { FieldValue, RowList, RowValue } from './difference';
import { FieldDifferences } from './history-comparison';

export type ConflictDialogProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  conflict: SaveConflict<Input>;
  isSaving: boolean;
  /** Why saving from this dialog failed. */
  failure: AppError | null;
  onSaveMerged: (comparison: Comparison<Input>, choices: Choices) => void;
  onSaveAsNew: () => void;
  onCancel: () => void;
};

/** Shown when the document was changed or deleted elsewhere while it was edited here. */
export function ConflictDialog<Input extends DocumentInput>({
  conflict,
  ...props
}: ConflictDialogProps<Input>) {
  return conflict.kind === 'deleted' ? (
    <DeletedDialog {...props} />
  ) : (
    // A newer version that arrives during the comparison resets the choices.
    <ChangedDialog key={`${conflict.version}-${conflict.round}`} conflict={conflict} {...props} />
  );
}

type DialogProps<Input extends DocumentInput> = Omit<ConflictDialogProps<Input>, 'conflict'>;

function DeletedDialog<Input extends DocumentInput>({
  kind: { noun },
  isSaving,
  failure,
  onSaveAsNew,
  onCancel,
}: DialogProps<Input>) {
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      canClose={!isSaving}
      title={`This ${noun} was deleted`}
      description={`It was deleted while you were writing. Your text is still here and can be saved as a new ${noun}.`}
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
            Save as a new {noun}
          </Button>
        </>
      }
    >
      {failure && <Alert kind="danger">{failure.message}</Alert>}
    </Dialog>
  );
}

type Changed<Input extends DocumentInput> = Extract<SaveConflict<Input>, { kind: 'changed' }>;

function ChangedDialog<Input extends DocumentInput>({
  kind,
  conflict,
  isSaving,
  failure,
  onSaveMerged,
  onCancel,
}: DialogProps<Input> & { conflict: Changed<Input> }) {
  const { fields } = kind;
  const { base, mine, theirs } = conflict;
  const comparison = useMemo(
    () => compareVersions(fields, base, mine, theirs),
    [fields, base, mine, theirs],
  );
  const [choices, setChoices] = useState(noChoices);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const open = countOpen(comparison, choices);
  const texts = useConflictTexts(kind, conflict);
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      canClose={!isSaving}
      size="large"
      {...texts}
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
            kind={kind}
            theirs={theirs}
            merged={mergeVersions(fields, mine, theirs, comparison, choices)}
            isOpen={open > 0}
          />
        ) : (
          <Questions
            kind={kind}
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

/** Names who saved the other version, as soon as the history tells. */
function useConflictTexts<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  { id, version }: Changed<Input>,
) {
  const { data } = useQuery(documentQueries.revisionPair(kind, id, version, version - 1));
  const { personOf, isMe } = usePeople();
  const savedBy = data?.chosen?.savedBy ?? null;
  if (savedBy !== null && isMe(savedBy)) {
    return {
      title: `You saved this ${kind.noun} elsewhere`,
      description:
        'In another tab or on another device. Nothing was overwritten. Choose what to keep where both versions changed the same field.',
    };
  }
  const name = savedBy === null ? 'Someone else' : shownName(personOf(savedBy));
  return {
    title: `${name} saved this ${kind.noun}`,
    description:
      'Nothing was overwritten. Choose what to keep where both of you changed the same field.',
  };
}

function showFromTop(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'start' });
}

type QuestionsProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  conflict: Changed<Input>;
  comparison: Comparison<Input>;
  choices: Choices;
  onChange: (choices: Choices) => void;
};

function Questions<Input extends DocumentInput>({
  kind: { fields },
  conflict,
  comparison,
  choices,
  onChange,
}: QuestionsProps<Input>) {
  const { base, mine, theirs } = conflict;
  const { both, onlyMine, onlyTheirs, lists } = comparison;
  const choose = (rows: Choices['rows']) =>
    onChange({ ...choices, rows: { ...choices.rows, ...rows } });
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
      {both.map((name) => (
        <SideChoice
          key={name}
          name={fields[name].label}
          choice={choices.sides[name]}
          onChoose={(side) => onChange({ ...choices, sides: { ...choices.sides, [name]: side } })}
        >
          {(side) => (
            <FieldValue field={fields[name]} value={conflict[side][name]} base={base?.[name]} />
          )}
        </SideChoice>
      ))}
      {lists.map(({ name, field, merge }) => (
        <RowsChoice
          key={name}
          name={field.label}
          rowName={field.noun}
          merge={merge}
          choices={choices.rows[name] ?? noRowChoices}
          onChange={(rows) => choose({ [name]: rows })}
          renderRow={(row) => <RowValue field={field} row={row} />}
          renderRows={(rows) => <RowList field={field} rows={rows} />}
        />
      ))}
      <UndisputedFields
        title="Changed only by them; their version is used"
        names={onlyTheirs}
        fields={fields}
        before={base}
        after={theirs}
      />
      <UndisputedFields
        title="Changed only by you; your version is used"
        names={onlyMine}
        fields={fields}
        before={base}
        after={mine}
      />
    </>
  );
}

type UndisputedFieldsProps<Input extends DocumentInput> = {
  title: string;
  names: NameOf<Input>[];
  fields: DocumentKind<Input>['fields'];
  before: Input | null;
  after: Input;
};

function UndisputedFields<Input extends DocumentInput>({
  title,
  names,
  fields,
  before,
  after,
}: UndisputedFieldsProps<Input>) {
  if (names.length === 0) return null;
  return (
    <div className="border-t border-line pt-5">
      <h3 className="sans-heading text-base">{title}</h3>
      <dl className="mt-3 grid gap-3">
        {names.map((name) => (
          <div key={name} className="grid gap-x-4 tablet:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="text-small font-semibold text-muted">{fields[name].label}</dt>
            <dd className="max-h-32 min-w-0 overflow-y-auto">
              <FieldValue field={fields[name]} value={after[name]} base={before?.[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type MergePreviewProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  theirs: Input;
  merged: Input;
  /** Some choices are still open. */
  isOpen: boolean;
};

function MergePreview<Input extends DocumentInput>({
  kind: { fields },
  theirs,
  merged,
  isOpen,
}: MergePreviewProps<Input>) {
  const names = changedFields(fields, theirs, merged);
  return (
    <section aria-label="Result">
      <p className="mb-5 text-base text-muted">
        {names.length === 0
          ? 'Saving changes nothing: this is already stored.'
          : 'What saving changes in the stored version.'}
        {isOpen && ' Where you have not chosen yet, your version is shown.'}
      </p>
      <FieldDifferences fields={fields} names={names} before={theirs} after={merged} />
    </section>
  );
}
