import { useMemo } from 'react';
import { clsx } from 'clsx';
import { diffWords } from '@/lib/word-diff';

export type TextDifferenceProps = { before: string; after: string; className?: string };

/** One text with removed words struck out and added words underlined; long unchanged stretches are closed. */
export function TextDifference({ before, after, className }: TextDifferenceProps) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <div className={clsx('text-base whitespace-pre-wrap', className)}>
      {parts.map(({ kind, text }, place) => {
        if (kind === 'added') return <Inserted key={place}>{text}</Inserted>;
        if (kind === 'removed') return <Deleted key={place}>{text}</Deleted>;
        const isBefore = place < parts.length - 1;
        return <Unchanged key={place} text={text} isAfter={place > 0} isBefore={isBefore} />;
      })}
    </div>
  );
}

/** So many characters beside a change stay open, up to the end of their line. */
const CONTEXT = 200;

/** `isAfter`: it follows a change; `isBefore`: a change follows it. */
type UnchangedProps = { text: string; isAfter: boolean; isBefore: boolean };

function Unchanged({ text, isAfter, isBefore }: UnchangedProps) {
  // Without a line break there, everything before or after it stays open.
  const from = isAfter ? text.indexOf('\n', CONTEXT) + 1 || text.length : 0;
  const to = isBefore ? text.slice(0, -CONTEXT).lastIndexOf('\n') + 1 : text.length;
  const closed = text.slice(from, to);
  const lines = closed.split('\n').filter((line) => line.trim() !== '').length;
  const isWhole = !isAfter && !isBefore;
  if (isWhole || closed.length < 2 * CONTEXT || lines < 2) return <span>{text}</span>;
  return (
    <>
      {text.slice(0, from)}
      <details className="my-2">
        <summary className="cursor-pointer font-text text-small font-medium text-muted">
          {lines} unchanged lines
        </summary>
        <div className="border-s-2 border-line ps-3 text-muted">{closed}</div>
      </details>
      {text.slice(to)}
    </>
  );
}

/** Screen readers seldom announce `ins` and `del`, hence the visually hidden words. */
export function Inserted({ children }: { children: string }) {
  return (
    <ins className="[del+&]:ms-1 rounded-control bg-success-soft text-success underline decoration-2 underline-offset-3">
      <span className="sr-only">[added: </span>
      {children}
      <span className="sr-only">]</span>
    </ins>
  );
}

export function Deleted({ children }: { children: string }) {
  return (
    <del className="rounded-control bg-danger-soft text-danger line-through">
      <span className="sr-only">[removed: </span>
      {children}
      <span className="sr-only">]</span>
    </del>
  );
}
