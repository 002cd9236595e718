import type { FormEvent } from 'react';
import { IMAGE_ALT_MAX } from '@contracts/upload';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { useSaveAltText } from '../queries';

export type AltTextFormProps = {
  path: string;
  /** The stored text. */
  altText: string;
  value: string;
  onChange: (text: string) => void;
};

/** The alternative text stored with a picture. */
export function AltTextForm({ path, altText, value: text, onChange }: AltTextFormProps) {
  const saving = useSaveAltText();
  const isTooLong = text.trim().length > IMAGE_ALT_MAX;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isTooLong) return;
    saving.mutate(
      { path, altText: text.trim() },
      { onSuccess: () => notify({ type: 'success', title: 'Alternative text saved' }) },
    );
  }

  return (
    <form onSubmit={handleSubmit} className="grid gap-3">
      <Field
        label="Alternative text"
        hint="Describes the picture to visitors who cannot see it, wherever it has no text of its own."
        counter={IMAGE_ALT_MAX}
        error={isTooLong ? `Please keep this to ${IMAGE_ALT_MAX} characters` : null}
      >
        <Textarea rows={2} value={text} onChange={(event) => onChange(event.target.value)} />
      </Field>
      {saving.error && <Alert kind="danger">{messageOf(saving.error)}</Alert>}
      <div>
        <Button
          type="submit"
          size="small"
          disabled={text.trim() === altText}
          isPending={saving.isPending}
          pendingLabel="Saving..."
        >
          Save text
        </Button>
      </div>
    </form>
  );
}
