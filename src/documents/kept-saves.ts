import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '@/lib/errors';
import {
  discardQueued,
  enqueue,
  getQueueOwner,
  readQueue,
  registerQueueHandler,
  type QueueItem,
} from '@/lib/offline-queue';
import type { KeptSave } from './document-reducer';
import { hasSameContent, inputSchema, isStoredFrom, type DocumentInput } from './fields';
import type { DocumentKind, SaveRequest } from './kind';
import { notifySaved } from './mutations';

/** A save without an answer, kept on this device. */
export type QueuedSave<Input extends DocumentInput> = SaveRequest<Input> & {
  /** Sent before it, and not answered either: the backend may hold any of these. */
  unanswered: Input[];
};

/** A kept save with what the queue says about it. */
export type KeptDocument<Input extends DocumentInput> = KeptSave<Input> & {
  save: QueuedSave<Input>;
};

function parseSave<Input extends DocumentInput>(
  { fields }: DocumentKind<Input>,
  payload: unknown,
): QueuedSave<Input> | null {
  const input = inputSchema(fields);
  const schema = z.object({
    id: z.string(),
    version: z.number().nullable(),
    input,
    before: input.nullable(),
    unanswered: z.array(input),
  });
  return schema.safeParse(payload).data ?? null;
}

/**
 * @returns whether it is kept; a browser without storage keeps nothing, and neither what another tab
 *   keeps of the same document nor what cannot be read any more is pushed aside
 */
export async function queueSave<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  save: QueuedSave<Input>,
): Promise<boolean> {
  const owner = getQueueOwner();
  if (!owner) return false;
  const ours = [...save.unanswered, save.input];
  try {
    return await enqueue(
      { kind: kind.id, key: save.id, label: kind.titleOf(save.input), payload: save, owner },
      (waiting) => ours.some((sent) => holds(kind, waiting, sent)),
    );
  } catch {
    return false;
  }
}

/** The text on this device that the backend does not have yet. */
export async function readKeptSave<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string,
): Promise<KeptDocument<Input> | null> {
  const item = await findQueued(kind, id);
  const save = item && parseSave(kind, item.payload);
  return item && save
    ? { save, input: save.input, state: item.state, problem: item.problem }
    : null;
}

/** A kept save that does not fit the form any more, as JSON; null where there is none. */
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

/** @param ours only this text; what another tab has put in its place since stays */
export function discardKeptSave<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string,
  ours?: Input,
): Promise<void> {
  return discardQueued(kind.id, id, (waiting) => !ours || holds(kind, waiting, ours));
}

function holds<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  { payload }: QueueItem,
  input: Input,
): boolean {
  const save = parseSave(kind, payload);
  return save !== null && hasSameContent(kind.fields, save.input, input);
}

/** Sends kept saves from any page once the staff area has been open. */
export function useKeptSaves<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  onCompare: (id: string) => void,
) {
  const queryClient = useQueryClient();
  const compare = useEffectEvent((id: string) => onCompare(id));
  useEffect(() => {
    // For as long as the page lives: the connection may come back while staff look at the public site.
    registerQueueHandler(kind.id, {
      run: async ({ payload }) => {
        const save = parseSave(kind, payload);
        if (!save) throw new AppError('invalid', 'It was kept by an older version of this site');
        const outcome = await replay(kind, save);
        if (outcome === 'done') {
          notifySaved(kind, save.before, save.input);
          void queryClient.invalidateQueries({ queryKey: kind.key });
        }
        return outcome;
      },
      conflictAction: ({ key }) => ({ label: 'Compare versions', onSelect: () => compare(key) }),
    });
  }, [kind, queryClient]);
}

/** A document that holds what was sent before is no conflict: only the answer had been lost. */
async function replay<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  save: QueuedSave<Input>,
): Promise<'done' | 'conflict'> {
  const { api, fields } = kind;
  try {
    await api.save(save);
    return 'done';
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
  }
  const { version, input: theirs } = await api.get(save.id);
  if (isStoredFrom(fields, theirs, save.input)) return 'done';
  const arrived = save.unanswered.find((sent) => isStoredFrom(fields, theirs, sent));
  if (!arrived) return 'conflict';
  const rest = save.unanswered.filter((sent) => sent !== arrived);
  return replay(kind, { ...save, version, before: arrived, unanswered: rest });
}
