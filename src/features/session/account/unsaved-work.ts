import { discardUnsavedTexts, listUnsavedSubjects } from '@/lib/journal';
import { discardQueueOf, readQueueOf } from '@/lib/offline-queue';

/** The number of the user's texts that are only on this device. */
export async function countUnsavedWork(userId: string): Promise<number> {
  const [waiting, subjects] = await Promise.all([readQueueOf(userId), listUnsavedSubjects(userId)]);
  // A kept save and the unsaved text of its form count once.
  const others = waiting.filter(({ key }) => !subjects.includes(key));
  return subjects.length + others.length;
}

export async function discardUnsavedWork(userId: string): Promise<void> {
  await Promise.all([discardQueueOf(userId), discardUnsavedTexts(userId)]);
}
