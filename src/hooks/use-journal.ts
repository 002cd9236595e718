import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Journal, JournalEntry, JournalWriter } from '@/lib/journal';

export type UseJournalOptions<Text> = {
  journal: Journal<Text>;
  /** The id of the user; null while it is unknown, and nothing is written then. */
  owner: string | null;
  /** What the form edits, as of its opening: stored text with this subject is offered. */
  subject: string;
  /** The current unsaved text and its subject; null when everything is saved. */
  take: () => { subject: string; text: Text } | null;
  /** Whether a stored text differs from the form; it is deleted if not. */
  hasChanged: (text: Text) => boolean;
  /** Puts a stored text into the form. */
  apply: (text: Text) => void;
};

/**
 * Stores the unsaved text of a form on this device and offers what an earlier visit stored. Call `touch`
 * after every input, save or discard.
 */
export function useJournal<Text>({
  journal,
  owner,
  subject,
  take,
  hasChanged,
  apply,
}: UseJournalOptions<Text>) {
  const [offers, setOffers] = useState<readonly JournalEntry<Text>[]>([]);
  const [isAvailable, setIsAvailable] = useState(true);
  /** The entry whose text was put into the form; the form's own entry replaces it. */
  const [restored, setRestored] = useState<string | null>(null);
  const writer = useRef<JournalWriter | null>(null);
  const isGivenUp = useRef(false);
  const takeNow = useEffectEvent(take);
  const start = useEffectEvent((by: string) => {
    const started = journal.open({
      owner: by,
      take: () => takeNow(),
      onAvailability: setIsAvailable,
    });
    writer.current = started;
    return started;
  });
  const sort = useEffectEvent((found: readonly JournalEntry<Text>[]) => {
    const isOffered = ({ id, text }: JournalEntry<Text>) => id !== restored && hasChanged(text);
    setOffers(found.filter(isOffered));
    return found.filter((entry) => !isOffered(entry));
  });
  const findOffers = useEffectEvent(async (by: string, own: JournalWriter) => {
    const found = await journal.read(subject, by);
    if (writer.current !== own) return;
    const known = sort(found);
    if (known.length === 0) return;
    // Deleted only after the form's own entry, which contains the same text, is written.
    await own.flush();
    await Promise.all(known.map(({ id }) => journal.discard(id)));
  });

  useEffect(() => {
    if (owner === null) return;
    const own = start(owner);
    void findOffers(owner, own);
    return () => {
      if (!isGivenUp.current) void own.close();
    };
  }, [owner, restored]);

  const offer = offers[0] ?? null;
  return {
    /** The newest stored text. */
    offer,
    /** False where this browser has no storage. */
    isAvailable,
    touch: () => writer.current?.touch(),
    /** The unsaved text it replaces is stored, and offered in turn. */
    restore: async () => {
      if (!offer) return;
      // Closing reads the form synchronously, before the stored text replaces its text.
      const lastWrite = writer.current?.close();
      apply(offer.text);
      setOffers([]);
      await lastWrite;
      setRestored(offer.id);
    },
    discard: async () => {
      if (!offer) return;
      setOffers(offers.slice(1));
      await journal.discard(offer.id);
    },
    /** Deletes the stored text: the user leaves without saving. */
    giveUp: () => {
      isGivenUp.current = true;
      void writer.current?.abandon();
    },
  };
}
