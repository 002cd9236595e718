import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { staffNameSchema, STAFF_NAME_MAX } from '@contracts/staff-profile';
import type { Person } from '@/components/people/people-context';
import { Portrait } from '@/components/people/person';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { AppError, messageOf } from '@/lib/errors';
import { useSaveStaffProfile } from '../queries';

/** Offers the pictures of the library; the page supplies it. */
export type RenderPortraitPicker = (picker: {
  value: string;
  onPick: (url: string) => void;
}) => ReactNode;

export type NameFormProps = {
  person: Person;
  onSaved: (name: string) => void;
  onSavingChange?: (isSaving: boolean) => void;
  /** Only on the account page: members choose their own portrait. */
  renderPicker?: RenderPortraitPicker;
};

export function NameForm({ person, onSaved, onSavingChange, renderPicker }: NameFormProps) {
  const [name, setName] = useState(person.name ?? '');
  const [portraitUrl, setPortraitUrl] = useState(person.portraitUrl ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const saving = useSaveStaffProfile();
  const isTaken = saving.error instanceof AppError && saving.error.kind === 'conflict';

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = staffNameSchema.safeParse(name);
    setProblem(parsed.error?.issues[0]?.message ?? null);
    if (parsed.data === undefined) {
      input.current?.focus();
      return;
    }
    onSavingChange?.(true);
    saving.mutate(
      { email: person.email, name: parsed.data, ...(renderPicker && { portraitUrl }) },
      {
        onSuccess: () => onSaved(parsed.data),
        onError: () => input.current?.focus(),
        onSettled: () => onSavingChange?.(false),
      },
    );
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5">
      {saving.error && !isTaken && <Alert kind="danger">{messageOf(saving.error)}</Alert>}
      {renderPicker && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Portrait
            person={{
              email: person.email,
              name: name.trim() || null,
              portraitUrl: portraitUrl || null,
            }}
            size="large"
          />
          <div className="flex flex-wrap gap-3">
            {renderPicker({ value: portraitUrl, onPick: setPortraitUrl })}
            {portraitUrl !== '' && (
              <Button variant="quiet" onClick={() => setPortraitUrl('')}>
                Remove the portrait
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="flex items-start gap-3">
        <Field
          label="Name"
          error={problem ?? (isTaken ? 'Another member has this name.' : null)}
          isRequired
          className="max-w-md grow"
        >
          <Input
            ref={input}
            autoComplete={renderPicker ? 'name' : 'off'}
            maxLength={STAFF_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          isPending={saving.isPending}
          pendingLabel="Saving..."
          // Beside the field, below its label.
          className="mt-6.5"
        >
          Save
        </Button>
      </div>
    </form>
  );
}
