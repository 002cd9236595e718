import { useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CaseStudyInput } from '@contracts/case-study';
import { AppError } from '@/lib/errors';
import {
  discardQueued,
  enqueue,
  getQueueOwner,
  readQueue,
  registerQueueHandler,
  type QueueItem,
} from '@/lib/offline-queue';
import { getCaseStudy } from './api';
import { hasSameContent } from './conflict';
import { saveCaseStudy, toCaseStudyInput, type SaveCaseStudy } from './editing';
import { notifySaved } from './mutations';
import { caseStudyQueries } from './queries';

const KIND = 'case-study';

/** A save that nobody answered, kept on this device. */
export type QueuedSave = SaveCaseStudy & {
  /** Sent before it, and not answered either: the backend may hold any of these. */
  unanswered: CaseStudyInput[];
};

export type KeptSave = { save: QueuedSave; state: QueueItem['state']; problem: string | null };

/**
 * @returns whether it is kept; a browser without storage keeps nothing, and what another tab keeps
 *   of the same study is not pushed aside
 */
export async function queueSave(save: QueuedSave): Promise<boolean> {
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

/** The study's text on this device that the backend does not have yet. */
export async function readQueuedSave(id: string): Promise<KeptSave | null> {
  const item = (await readQueue()).find(({ kind, key }) => kind === KIND && key === id);
  if (!item || !isQueuedSave(item.payload)) return null;
  return { save: item.payload, state: item.state, problem: item.problem };
}

/** @param ours only this text; what another tab has put in its place since stays */
export function discardQueuedSave(id: string, ours?: CaseStudyInput): Promise<void> {
  return discardQueued(KIND, id, (waiting) => !ours || holds(waiting, ours));
}

/** What cannot be read any more can only be in the way. */
function holds({ payload }: QueueItem, input: CaseStudyInput): boolean {
  return !isQueuedSave(payload) || hasSameContent(payload.input, input);
}

/** Sends kept saves from any page once the staff area has been open. */
export function useQueuedSaves(onCompare: (id: string) => void) {
  const queryClient = useQueryClient();
  const compare = useEffectEvent((id: string) => onCompare(id));
  useEffect(() => {
    // For as long as the page lives: the connection may come back while staff look at the public site.
    registerQueueHandler(KIND, {
      run: async ({ payload }) => {
        if (!isQueuedSave(payload)) {
          throw new AppError('invalid', 'It was kept by an older version of this site');
        }
        const outcome = await replay(payload);
        if (outcome === 'done') {
          notifySaved(payload.input.title, payload.version === null);
          void queryClient.invalidateQueries({ queryKey: caseStudyQueries.all });
        }
        return outcome;
      },
      conflictAction: ({ key }) => ({ label: 'Compare versions', onSelect: () => compare(key) }),
    });
  }, [queryClient]);
}

/** A study that holds what was sent before is no conflict: only the answer had been lost. */
async function replay(save: QueuedSave): Promise<'done' | 'conflict'> {
  try {
    await saveCaseStudy(save);
    return 'done';
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
  }
  const study = await getCaseStudy(save.id);
  const theirs = toCaseStudyInput(study);
  if (hasSameContent(theirs, save.input)) return 'done';
  const arrived = save.unanswered.find((sent) => hasSameContent(theirs, sent));
  if (!arrived) return 'conflict';
  const rest = save.unanswered.filter((sent) => sent !== arrived);
  return replay({ ...save, version: study.version, before: arrived, unanswered: rest });
}

function isQueuedSave(payload: unknown): payload is QueuedSave {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'id' in payload &&
    'version' in payload &&
    'input' in payload &&
    'before' in payload &&
    'unanswered' in payload
  );
}
