import { useRef, useState, type FormEvent } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input, Textarea } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { NOTE_MAX, SOURCE_MAX, sourceOf } from '../addresses';
import { refusedField } from '../staff-api';
import { redirectFields, redirectSchema, type Redirect, type RedirectField } from '../model';
import { useSaveRedirect } from '../queries';
import { TargetField } from './target-field';

export type RedirectDialogProps = {
  /** Null adds a new one. */
  redirect: Redirect | null;
  /** The old address of a new one. */
  from?: string | undefined;
  onClose: () => void;
  onSaved: () => void;
};

type Problems = Partial<Record<RedirectField, string>>;

/** Mount it only while open, so that it starts with the stored values. */
export function RedirectDialog({ redirect, from = '', onClose, onSaved }: RedirectDialogProps) {
  const [values, setValues] = useState({
    from: redirect?.from ?? from,
    to: redirect?.to ?? '',
    note: redirect?.note ?? '',
  });
  const [problems, setProblems] = useState<Problems>({});
  const saving = useSaveRedirect();
  const form = useRef<HTMLFormElement>(null);
  const otherError = saving.error && !refusedField(saving.error) ? saving.error : null;

  function showProblem(found: Problems) {
    setProblems(found);
    const first = redirectFields.find((field) => found[field]);
    const place = first && form.current?.querySelector(`[data-field="${first}"]`);
    const controls = place ? place.querySelectorAll<HTMLElement>('input, select, textarea') : [];
    [...controls].at(-1)?.focus();
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = redirectSchema(location.origin).safeParse(values);
    if (!parsed.success) {
      const found: Problems = {};
      for (const { path, message } of parsed.error.issues) {
        const field = redirectFields.find((known) => known === path[0]);
        if (field) found[field] ??= message;
      }
      return showProblem(found);
    }
    setProblems({});
    saving.mutate(
      { id: redirect?.id ?? null, input: parsed.data },
      {
        onSuccess: () => {
          notify({ type: 'success', title: `Redirect of ${parsed.data.from} saved` });
          onClose();
          onSaved();
        },
        onError: (error) => {
          const refused = refusedField(error);
          if (refused) showProblem({ [refused.field]: refused.message });
        },
      },
    );
  }

  const change = (field: RedirectField) => (text: string) =>
    setValues((before) => ({ ...before, [field]: text }));

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      canClose={!saving.isPending}
      title={redirect ? 'Change the redirect' : 'Add a redirect'}
      description="Visitors of an address without a page are sent to another page."
    >
      <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
        {otherError && <Alert kind="danger">{messageOf(otherError)}</Alert>}
        <div data-field="from">
          <Field
            label="Old address"
            hint="The path after the name of the site. You can also paste the whole address."
            error={problems.from ?? null}
            isRequired
          >
            <Input
              value={values.from}
              maxLength={SOURCE_MAX * 2}
              placeholder="/blog/old-name"
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => change('from')(target.value)}
            />
          </Field>
        </div>
        <div data-field="to">
          <TargetField
            label="Send visitors to"
            noneLabel="Choose a page"
            value={values.to}
            onChange={change('to')}
            from={sourceOf(values.from)}
            error={problems.to ?? null}
            isRequired
          />
        </div>
        <div data-field="note">
          <Field
            label="Note"
            hint="For the team only."
            counter={NOTE_MAX}
            error={problems.note ?? null}
          >
            <Textarea
              rows={2}
              value={values.note}
              onChange={({ target }) => change('note')(target.value)}
            />
          </Field>
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            isPending={saving.isPending}
            pendingLabel="Saving…"
          >
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
