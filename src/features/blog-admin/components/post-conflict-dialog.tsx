import { useId, useMemo, useState } from 'react';
import { clsx } from 'clsx';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { AppError } from '@/lib/errors';
import { compareVersions, type Choices, type Comparison, type Side } from '../merge';
import { postFieldLabels as labels, type PostField, type PostInput } from '../model';
import type { SaveConflict } from '../use-post-editor';
import { PostDifference, PostValue } from './post-differences';

export type PostConflictDialogProps = {
  conflict: SaveConflict;
  isSaving: boolean;
  /** Why saving from here failed. */
  failure: AppError | null;
  onSaveMerged: (comparison: Comparison, choices: Choices) => void;
  onSaveAsNew: () => void;
  onCancel: () => void;
};

/** What to do when the post changed, or went, while it was being written here. */
export function PostConflictDialog({ conflict, ...props }: PostConflictDialogProps) {
  return conflict.kind === 'deleted' ? (
    <DeletedDialog {...props} />
  ) : (
    // Another version that arrives while this one is being compared starts the choices over.
    <ChangedDialog
      key={`${conflict.post.version}-${conflict.round}`}
      conflict={conflict}
      {...props}
    />
  );
}

type DeletedDialogProps = Omit<PostConflictDialogProps, 'conflict'>;

function DeletedDialog({ isSaving, failure, onSaveAsNew, onCancel }: DeletedDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      canClose={!isSaving}
      title="This post was deleted"
      description="Someone deleted it while you were writing. Your text is still here, and can be saved as a new post."
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
            Save as a new post
          </Button>
        </>
      }
    >
      {failure && <Alert kind="danger">{failure.message}</Alert>}
    </Dialog>
  );
}

type ChangedDialogProps = DeletedDialogProps & {
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
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      canClose={!isSaving}
      size="large"
      title="Someone else saved this post"
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
        {both.map((field) => (
          <FieldChoice
            key={field}
            field={field}
            base={base}
            sides={{ theirs, mine }}
            choice={choices[field]}
            onChoose={(side) => setChoices((before) => ({ ...before, [field]: side }))}
          />
        ))}
        <SilentFields
          title="Only they changed these; they are taken over"
          fields={onlyTheirs}
          before={base ?? mine}
          after={theirs}
        />
        <SilentFields
          title="Only you changed these; they stay"
          fields={onlyMine}
          before={base ?? theirs}
          after={mine}
        />
      </div>
    </Dialog>
  );
}

type FieldChoiceProps = {
  field: PostField;
  base: PostInput | null;
  sides: Record<Side, PostInput>;
  choice: Side | undefined;
  onChoose: (side: Side) => void;
};

const SIDES = [
  { side: 'theirs', title: 'Their version', action: 'Use theirs' },
  { side: 'mine', title: 'Yours', action: 'Keep mine' },
] as const;

function FieldChoice({ field, base, sides, choice, onChoose }: FieldChoiceProps) {
  const nameId = useId();
  return (
    <div role="group" aria-labelledby={nameId} className="grid gap-3">
      <h3 id={nameId} className="font-text text-base font-semibold tracking-normal">
        {labels[field]}
      </h3>
      <div className="grid gap-3 tablet:grid-cols-2">
        {SIDES.map(({ side, title, action }) => (
          <div
            key={side}
            className={clsx(
              'flex min-w-0 flex-col gap-3 rounded-control border p-4',
              choice === side ? 'border-sky bg-sky-soft' : 'border-line',
            )}
          >
            <p className="text-small font-semibold text-muted">{title}</p>
            <div className="max-h-60 min-w-0 flex-1 overflow-y-auto">
              {base === null ? (
                <PostValue field={field} input={sides[side]} />
              ) : (
                <PostDifference field={field} before={base} after={sides[side]} />
              )}
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

type SilentFieldsProps = {
  title: string;
  fields: readonly PostField[];
  before: PostInput;
  after: PostInput;
};

function SilentFields({ title, fields, before, after }: SilentFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <div className="border-t border-line pt-5">
      <h3 className="font-text text-base font-semibold tracking-normal">{title}</h3>
      <dl className="mt-3 grid gap-3">
        {fields.map((field) => (
          <div key={field} className="grid gap-x-4 tablet:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="text-small font-semibold text-muted">{labels[field]}</dt>
            <dd className="max-h-40 min-w-0 overflow-y-auto">
              <PostDifference field={field} before={before} after={after} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
