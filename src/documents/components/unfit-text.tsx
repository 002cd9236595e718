import { useEffect, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { copyText } from '@/lib/copy-text';
import type { DocumentInput } from '../fields';
import type { DocumentKind } from '../kind';
import { wordsOf } from '../unfit';
import { NEW } from '../unsaved-text';

export type UnfitTextProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  /** Undefined for a new document. */
  id: string | undefined;
  userId: string | null;
};

type UnfitEntry = { id: string; json: string };

/** Text kept on this device that the fields no longer fit: shown to be copied or discarded. */
export function UnfitText<Input extends DocumentInput>({
  kind,
  id,
  userId,
}: UnfitTextProps<Input>) {
  const [entries, setEntries] = useState<readonly UnfitEntry[]>([]);
  useEffect(() => {
    let isCurrent = true;
    if (userId !== null) {
      void kind.journal.readUnfit(id ?? NEW, userId).then((found) => {
        if (isCurrent) setEntries(found);
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [kind, id, userId]);

  function handleDiscard(entry: UnfitEntry) {
    setEntries(entries.filter((other) => other !== entry));
    void kind.journal.discard(entry.id);
  }

  return entries.map((entry) => {
    const words = wordsOf(entry.json);
    return (
      <Alert
        key={entry.id}
        kind="warning"
        title="This form can no longer read some of your text"
        className="mb-6"
        action={
          <div className="flex flex-wrap gap-3">
            <Button
              size="small"
              variant="primary"
              onClick={() =>
                void copyText(words, {
                  done: 'Text copied',
                  failed: 'Please select and copy the text',
                })
              }
            >
              Copy text
            </Button>
            <Button size="small" onClick={() => handleDiscard(entry)}>
              Discard
            </Button>
          </div>
        }
      >
        <p className="mb-3">
          It was kept on this device before the form changed. Copy what you need into the fields.
        </p>
        <Field label="Kept text">
          <Textarea readOnly rows={5} value={words} />
        </Field>
      </Alert>
    );
  });
}
