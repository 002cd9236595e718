import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useJournal } from '@/hooks/use-journal';
import type { Journal } from '@/lib/journal';

type KeptTextOptions = { journal: Journal<string>; owner: string | null; subject: string };

/** A text that is kept on this device until it is stored, and offered after a reload. */
export function useKeptText({ journal, owner, subject }: KeptTextOptions) {
  const [text, setText] = useState('');
  const { offer, restore, discard, touch } = useJournal<string>({
    journal,
    owner,
    subject,
    take: () => (text.trim() === '' ? null : { subject, text }),
    hasChanged: (kept) => kept !== text,
    apply: setText,
  });
  const note = useEffectEvent(touch);
  useEffect(() => note(), [text]);
  return { text, setText, offer, restore, discard };
}

export type KeptText = ReturnType<typeof useKeptText>;

/** The id under which a text is stored: the same text sent again keeps it, a changed text gets a new one. */
export function useAttemptId(): (text: string) => string {
  const last = useRef<{ text: string; id: string } | null>(null);
  return (text) => {
    if (last.current?.text !== text) last.current = { text, id: crypto.randomUUID() };
    return last.current.id;
  };
}
