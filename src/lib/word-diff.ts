import { diffArrays } from 'diff';

export type TextPart = { kind: 'same' | 'added' | 'removed'; text: string };

/** Words of any alphabet, runs of whitespace, and every other character by itself. */
const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu;

/** Texts that differ more are shown as replaced: comparing them by words would take seconds and help little. */
const MOST_CHANGED_WORDS = 1500;

/**
 * The changes from one text to the other, word by word. The parts that are not 'added' make up `before`;
 * those that are not 'removed' make up `after`.
 */
export function diffWords(before: string, after: string): TextPart[] {
  const changes = diffArrays(before.match(WORDS) ?? [], after.match(WORDS) ?? [], {
    maxEditLength: MOST_CHANGED_WORDS,
  });
  const parts: TextPart[] = changes
    ? changes.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value.join(''),
      }))
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ];
  return joinAcrossBlanks(parts.filter(({ text }) => text !== ''));
}

/** 'one two' → 'three four' is one change, although the blank between the words stayed. */
function joinAcrossBlanks(parts: TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed) joined.push({ kind: 'removed', text: removed });
    if (added) joined.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  parts.forEach((part, place) => {
    const isBlankBetween =
      part.kind === 'same' &&
      part.text.trim() === '' &&
      removed !== '' &&
      added !== '' &&
      place < parts.length - 1;
    if (part.kind === 'removed') removed += part.text;
    else if (part.kind === 'added') added += part.text;
    else if (isBlankBetween) {
      removed += part.text;
      added += part.text;
    } else {
      flush();
      joined.push(part);
    }
  });
  flush();
  return joined;
}
