import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { SERVICE_TIMEOUT_MS } from '@/lib/constants';
import { AppError } from '@/lib/errors';
import {
  discardQueued,
  enqueue,
  getQueueOwner,
  readQueue,
  registerQueueHandler,
  type QueueHandler,
  type QueueItem,
} from '@/lib/offline-queue';
import { sentSave, type KeptSave } from './document-reducer';
import { inputSchema, type DocumentInput } from './fields';
import type { DocumentKind } from './kind';
import type { SaveRequest } from './stored';
import { notifySaved } from './mutations';
import { sentSchemas } from './unsaved-text';

/** A kept save with its state in the queue. */
export type KeptDocument<Input extends DocumentInput> = KeptSave<Input> & {
  save: SaveRequest<Input>;
};

function parseSave<Input extends DocumentInput>(
  { fields }: DocumentKind<Input>,
  payload: unknown,
): SaveRequest<Input> | null {
  const input = inputSchema(fields);
  const schema = z.object({
    id: z.string(),
    version: z.number().nullable(),
    ...sentSchemas(input),
    goesLive: z.boolean().default(false),
  });
  return schema.safeParse(payload).data ?? null;
}

/**
 * @param earlier ids of saves of the same form, which this one replaces
 * @returns false if nothing was kept: the browser has no storage, or the queue already has a save of
 *   this document that comes from another tab or cannot be read any more
 */
export async function queueSave<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  save: SaveRequest<Input>,
  earlier: readonly string[] = [],
): Promise<boolean> {
  const owner = getQueueOwner();
  if (!owner) return false;
  const ours = [...save.saveIds, ...earlier];
  try {
    return await enqueue(
      { kind: kind.id, key: save.id, label: kind.titleOf(save.input), payload: save, owner },
      (waiting) => isSaveOf(kind, waiting, ours),
    );
  } catch {
    return false;
  }
}

export async function readKeptSave<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string,
): Promise<KeptDocument<Input> | null> {
  const item = await findQueued(kind, id);
  const save = item && parseSave(kind, item.payload);
  return item && save
    ? { ...sentSave(save), save, state: item.state, problem: item.problem }
    : null;
}

/** A kept save that no longer fits the form, as JSON; null if there is none. */
export async function readUnfitSave<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string,
): Promise<string | null> {
  const item = await findQueued(kind, id);
  return item && !parseSave(kind, item.payload) ? JSON.stringify(item.payload) : null;
}

async function findQueued<Input extends DocumentInput>(kind: DocumentKind<Input>, id: string) {
  return (await readQueue()).find((item) => item.kind === kind.id && item.key === id);
}

/** @param ours ids: discards only these, not a save that another tab has queued since */
export function discardKeptSave<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string,
  ours?: readonly string[],
): Promise<void> {
  return discardQueued(kind.id, id, (waiting) => !ours || isSaveOf(kind, waiting, ours));
}

function isSaveOf<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  { payload }: QueueItem,
  ours: readonly string[],
): boolean {
  const id = parseSave(kind, payload)?.saveIds[0];
  return id !== undefined && ours.includes(id);
}

type KeptSaveEvents = {
  onSent: () => void;
  /** Whether the user saved the version that a kept save met. */
  isOwn: (savedBy: string) => boolean;
  onCompare: (id: string) => void;
};

/** How the queue sends the kept saves of a kind. */
export function keptSaveHandler<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  { onSent, isOwn, onCompare }: KeptSaveEvents,
): QueueHandler {
  return {
    run: async ({ payload }) => {
      const save = parseSave(kind, payload);
      if (!save) throw new AppError('invalid', 'It was kept by an older version of this site');
      try {
        await kind.api.save(save);
      } catch (error) {
        if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
        const savedBy = await findLastEditor(kind, save.id);
        return savedBy !== null && isOwn(savedBy) ? 'own-conflict' : 'conflict';
      }
      notifySaved(kind, save);
      onSent();
      return 'done';
    },
    conflictAction: ({ key }) => ({ label: 'Compare versions', onSelect: () => onCompare(key) }),
  };
}

/** Sends kept saves in the background. */
export function useKeptSaves<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  ownEmail: string | null,
  onCompare: (id: string) => void,
) {
  const queryClient = useQueryClient();
  const compare = useEffectEvent((id: string) => onCompare(id));
  const isOwn = useEffectEvent((savedBy: string) => savedBy.toLowerCase() === ownEmail);
  useEffect(() => {
    // Never unregistered: the connection may come back while the user is on a public page.
    registerQueueHandler(
      kind.id,
      keptSaveHandler(kind, {
        onSent: () => void queryClient.invalidateQueries({ queryKey: kind.key }),
        isOwn: (savedBy) => isOwn(savedBy),
        onCompare: (id) => compare(id),
      }),
    );
  }, [kind, queryClient]);
}

/** Null if it is unknown: the version is kept no more, or the history cannot be read. */
async function findLastEditor<Input extends DocumentInput>(
  { api }: DocumentKind<Input>,
  id: string,
): Promise<string | null> {
  const { version } = await api.get(id);
  const signal = AbortSignal.timeout(SERVICE_TIMEOUT_MS);
  const [revision] = await api.getRevisions(id, [version], signal).catch(() => []);
  return revision?.savedBy ?? null;
}
