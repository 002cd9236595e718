import { useMemo } from 'react';
import { clsx } from 'clsx';
import { diffWords } from '@/lib/word-diff';

export type TextDifferenceProps = { before: string; after: string; className?: string };

/** One text with removed words struck out and added words underlined. */
export function TextDifference({ before, after, className }: TextDifferenceProps) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <p className={clsx('text-base break-words whitespace-pre-wrap', className)}>
      {parts.map(({ kind, text }, place) => {
        if (kind === 'added') return <Inserted key={place}>{text}</Inserted>;
        if (kind === 'removed') return <Deleted key={place}>{text}</Deleted>;
        return <span key={place}>{text}</span>;
      })}
    </p>
  );
}

/** Screen readers seldom announce `ins` and `del`, hence the visually hidden words. */
export function Inserted({ children }: { children: string }) {
  return (
    <ins className="rounded-control bg-success-soft box-decoration-clone px-0.5 text-success underline decoration-2 underline-offset-3">
      <span className="sr-only">[added: </span>
      {children}
      <span className="sr-only">]</span>
    </ins>
  );
}

export function Deleted({ children }: { children: string }) {
  return (
    <del className="rounded-control bg-danger-soft box-decoration-clone px-0.5 text-danger line-through">
      <span className="sr-only">[removed: </span>
      {children}
      <span className="sr-only">]</span>
    </del>
  );
}
