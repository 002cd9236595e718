import { discardQueued } from '@/lib/offline-queue';
import type { DocumentInput } from './fields';
import { readUnfitSave } from './kept-saves';
import type { DocumentKind } from './kind';
import { NEW } from './unsaved-text';

/** Text kept on this device that does not fit the form any more. */
export type UnfitEntry = { id: string; from: 'journal' | 'queue'; json: string };

export async function readUnfit<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string | undefined,
  userId: string | null,
): Promise<UnfitEntry[]> {
  const [left, queued] = await Promise.all([
    userId === null ? [] : kind.journal.readUnfit(id ?? NEW, userId),
    id === undefined ? null : readUnfitSave(kind, id),
  ]);
  const entries = left.map((entry): UnfitEntry => ({ ...entry, from: 'journal' }));
  return id !== undefined && queued !== null
    ? [{ id, from: 'queue', json: queued }, ...entries]
    : entries;
}

export async function discardUnfit<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  { id, from }: UnfitEntry,
): Promise<void> {
  if (from === 'queue') await discardQueued(kind.id, id);
  else await kind.journal.discard(id);
}

/** The words in it, one text per paragraph, each with its name. */
export function wordsOf(json: string): string {
  const kept: Record<string, unknown> = Object(JSON.parse(json));
  return wordsIn('', kept.values ?? kept.input ?? kept).join('\n\n');
}

function wordsIn(name: string, value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [`${name}: ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    wordsIn(Array.isArray(value) ? `${name} ${Number(key) + 1}` : key, part),
  );
}
