import { useState, type FormEvent } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import type { StoredNote } from '../staff-api';
import { NOTE_MAX, type StoredEnquiry } from '../model';
import { useSaveNote } from '../queries';

export type EnquiryNoteProps = { enquiry: Pick<StoredEnquiry, 'id' | 'note' | 'noteVersion'> };

/** A note for colleagues. A colleague's change made meanwhile is shown, not overwritten. */
export function EnquiryNote({ enquiry: { id, note, noteVersion } }: EnquiryNoteProps) {
  const [typed, setTyped] = useState<string | null>(null);
  /** The version the typed note started from. */
  const [version, setVersion] = useState(noteVersion);
  const [theirs, setTheirs] = useState<StoredNote | null>(null);
  const saving = useSaveNote();
  const text = typed ?? note;
  const isChanged = typed !== null && typed !== note;
  const isTooLong = Array.from(text).length > NOTE_MAX;

  function handleType(next: string) {
    if (typed === null) setVersion(noteVersion);
    setTyped(next);
  }

  async function save(base: number) {
    try {
      const other = await saving.mutateAsync({ id, note: text, version: base });
      setTheirs(other);
      if (other === null) setTyped(null);
    } catch {
      // Rendered from `saving.error`.
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isChanged && !isTooLong) void save(version);
  }

  function handleTakeTheirs() {
    if (!theirs) return;
    setTyped(theirs.note);
    setVersion(theirs.noteVersion);
    setTheirs(null);
  }

  return (
    <form onSubmit={handleSubmit} className="grid gap-3 border-t border-line pt-6">
      <Field
        label="Note for colleagues"
        counter={NOTE_MAX}
        error={isTooLong ? `Please keep this to ${NOTE_MAX} characters` : null}
      >
        <Textarea rows={3} value={text} onChange={(event) => handleType(event.target.value)} />
      </Field>
      {theirs !== null && (
        <Alert
          kind="warning"
          title="A colleague has changed this note meanwhile"
          action={
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => void save(theirs.noteVersion)}>
                Save mine
              </Button>
              <Button size="small" onClick={handleTakeTheirs}>
                Take theirs
              </Button>
            </div>
          }
        >
          <p className="whitespace-pre-line">{theirs.note || 'It is empty now.'}</p>
        </Alert>
      )}
      {saving.error && (
        <Alert kind="danger" title={messageOf(saving.error)}>
          What you typed is still here.
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          disabled={!isChanged || isTooLong}
          isPending={saving.isPending}
          pendingLabel="Saving..."
        >
          Save note
        </Button>
        <p role="status" className="text-small text-muted">
          {saving.isSuccess && typed === null && theirs === null && 'Saved'}
        </p>
      </div>
    </form>
  );
}
