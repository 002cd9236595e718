import { discardQueued } from '@/lib/offline-queue';
import type { DocumentInput } from './fields';
import { readUnfitSave } from './kept-saves';
import type { DocumentKind } from './kind';
import { NEW } from './unsaved-text';

/** Text kept on this device that no longer fits the form. */
export type UnfitEntry = { id: string; from: 'journal' | 'queue'; json: string };

export async function readUnfit<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string | undefined,
  userId: string | null,
): Promise<UnfitEntry[]> {
  const [journalled, queued] = await Promise.all([
    userId === null ? [] : kind.journal.readUnfit(id ?? NEW, userId),
    id === undefined ? null : readUnfitSave(kind, id),
  ]);
  const entries = journalled.map((entry): UnfitEntry => ({ ...entry, from: 'journal' }));
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

/** The texts in it, one paragraph each, with the field's name. */
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
