import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { useJournal } from '@/hooks/use-journal';
import { createJournal } from '@/lib/journal';

const draftSchema = z.object({
  name: z.string(),
  text: z.string(),
  anchor: z.array(z.string()),
  quote: z.string().nullable(),
  asksChange: z.boolean().default(false),
});

/** A comment that is being written. */
export type Draft = z.infer<typeof draftSchema>;

const journal = createJournal({
  kind: 'sign-off-comment',
  parse: (value) => draftSchema.safeParse(value).data ?? null,
});

const EMPTY: Draft = { name: '', text: '', anchor: [], quote: null, asksChange: false };

/** Keeps the comment on this device until it is sent, and offers that of an earlier visit. */
export function useDraft(requestId: string) {
  const [draft, setDraft] = useState(EMPTY);
  const subject = requestId;
  const { offer, restore, discard, touch, isAvailable } = useJournal<Draft>({
    journal,
    // There is no account: who has the link on this device has written it.
    owner: `sign-off ${requestId}`,
    subject,
    take: () => (draft.text.trim() === '' ? null : { subject, text: draft }),
    hasChanged: (kept) => kept.text !== draft.text,
    apply: setDraft,
  });
  const note = useEffectEvent(touch);
  useEffect(() => note(), [draft]);
  return {
    draft,
    change: (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next })),
    offer: offer && { writtenAt: offer.writtenAt, text: offer.text.text },
    restore,
    discard,
    isAvailable,
  };
}

export type DraftState = ReturnType<typeof useDraft>;
