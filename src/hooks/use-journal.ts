import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Journal, JournalEntry, JournalWriter } from '@/lib/journal';

export type UseJournalOptions<Text> = {
  journal: Journal<Text>;
  /** Whose text this is; null while nobody is known, and nothing is written then. */
  owner: string | null;
  /** What the form is about, as of its opening: what was left behind about it is offered. */
  subject: string;
  /** What is unsaved right now and what it is about; null when nothing is. */
  take: () => { subject: string; text: Text } | null;
  /** Whether a text that was left behind says anything the form does not; forgotten if not. */
  isNews: (text: Text) => boolean;
  /** Puts a text that was left behind into the form. */
  apply: (text: Text) => void;
};

/**
 * Keeps what a form holds on this device and offers what was left behind. Call `touch` whenever
 * something was typed, saved or discarded.
 */
export function useJournal<Text>({
  journal,
  owner,
  subject,
  take,
  isNews,
  apply,
}: UseJournalOptions<Text>) {
  const [offers, setOffers] = useState<readonly JournalEntry<Text>[]>([]);
  const [isAvailable, setIsAvailable] = useState(true);
  /** The entry whose text the form took over: the form's own entry stands for it from then on. */
  const [restored, setRestored] = useState<string | null>(null);
  const writer = useRef<JournalWriter | null>(null);
  const isGivenUp = useRef(false);
  const takeNow = useEffectEvent(take);
  const start = useEffectEvent((by: string) => {
    const started = journal.open({
      owner: by,
      take: () => takeNow(),
      onUnavailable: () => setIsAvailable(false),
    });
    writer.current = started;
    return started;
  });
  const sort = useEffectEvent((found: readonly JournalEntry<Text>[]) => {
    const isOffered = ({ id, text }: JournalEntry<Text>) => id !== restored && isNews(text);
    setOffers(found.filter(isOffered));
    return found.filter((entry) => !isOffered(entry));
  });
  const findOffers = useEffectEvent(async (by: string, own: JournalWriter) => {
    const found = await journal.read(subject, by);
    if (writer.current !== own) return;
    const known = sort(found);
    if (known.length === 0) return;
    // Not before the form's own entry stands for them.
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
    /** The newest text that was left behind. */
    offer,
    /** False where this browser keeps nothing. */
    isAvailable,
    touch: () => writer.current?.touch(),
    /** What was on screen unsaved is not lost by it: it is offered in turn. */
    restore: async () => {
      if (!offer) return;
      // Takes what is on screen at once; whoever types on before it is written types into the new text.
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
    /** Leaving on purpose without the text. */
    giveUp: () => {
      isGivenUp.current = true;
      void writer.current?.abandon();
    },
  };
}
