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
import { getPost, savePost } from './api';
import {
  hasSameContent,
  isStoredFrom,
  keptInputSchema,
  toPostInput,
  type PostInput,
} from './model';
import { BLOG_KEY, notifySaved } from './queries';

const KIND = 'post';

/** A save that nobody answered, kept on this device. */
const queuedPostSchema = z.object({
  id: z.string(),
  version: z.number().nullable(),
  input: keptInputSchema,
  before: keptInputSchema.nullable(),
  /** Sent before it, and not answered either: the backend may hold any of these. */
  unanswered: z.array(keptInputSchema),
});
export type QueuedPost = z.infer<typeof queuedPostSchema>;

export type KeptPost = { save: QueuedPost; state: QueueItem['state']; problem: string | null };

/**
 * @returns whether it is kept; a browser without storage keeps nothing, and what another tab keeps
 *   of the same post is not pushed aside
 */
export async function queuePost(save: QueuedPost): Promise<boolean> {
  const owner = getQueueOwner();
  if (!owner) return false;
  const ours = [...save.unanswered, save.input];
  try {
    return await enqueue(
      { kind: KIND, key: save.id, label: save.input.title, payload: save, owner },
      (waiting) => ours.some((sent) => holds(waiting, sent)),
    );
  } catch {
    return false;
  }
}

/** The post's text on this device that the backend does not have yet. */
export async function readQueuedPost(id: string): Promise<KeptPost | null> {
  const item = (await readQueue()).find(({ kind, key }) => kind === KIND && key === id);
  const save = queuedPostSchema.safeParse(item?.payload).data;
  return item && save ? { save, state: item.state, problem: item.problem } : null;
}

/** @param ours only this text; what another tab has put in its place since stays */
export function discardQueuedPost(id: string, ours?: PostInput): Promise<void> {
  return discardQueued(KIND, id, (waiting) => !ours || holds(waiting, ours));
}

/** What cannot be read any more can only be in the way. */
function holds({ payload }: QueueItem, input: PostInput): boolean {
  const save = queuedPostSchema.safeParse(payload).data;
  return !save || hasSameContent(save.input, input);
}

/** Sends kept saves from any page once the staff area has been open. */
export function useQueuedPosts(onCompare: (id: string) => void) {
  const queryClient = useQueryClient();
  const compare = useEffectEvent((id: string) => onCompare(id));
  useEffect(() => {
    // For as long as the page lives: the connection may come back while staff look at the public site.
    registerQueueHandler(KIND, {
      run: async ({ payload }) => {
        const save = queuedPostSchema.safeParse(payload).data;
        if (!save) throw new AppError('invalid', 'It was kept by an older version of this site');
        const outcome = await replay(save);
        if (outcome === 'done') {
          notifySaved(save.before, save.input);
          void queryClient.invalidateQueries({ queryKey: BLOG_KEY });
        }
        return outcome;
      },
      conflictAction: ({ key }) => ({ label: 'Compare versions', onSelect: () => compare(key) }),
    });
  }, [queryClient]);
}

/** A post that holds what was sent before is no conflict: only the answer had been lost. */
async function replay(save: QueuedPost): Promise<'done' | 'conflict'> {
  try {
    await savePost(save);
    return 'done';
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
  }
  const post = await getPost(save.id);
  const theirs = toPostInput(post);
  if (isStoredFrom(theirs, save.input)) return 'done';
  const arrived = save.unanswered.find((sent) => isStoredFrom(theirs, sent));
  if (!arrived) return 'conflict';
  const rest = save.unanswered.filter((sent) => sent !== arrived);
  return replay({ ...save, version: post.version, before: arrived, unanswered: rest });
}
