import { discardUnsavedTexts, listUnsavedSubjects } from '@/lib/journal';
import { discardQueueOf, readQueueOf } from '@/lib/offline-queue';

/** How many texts of this person are on this device and not on the server. */
export async function countUnsavedWork(userId: string): Promise<number> {
  const [waiting, subjects] = await Promise.all([readQueueOf(userId), listUnsavedSubjects(userId)]);
  // A save that waits and the form it came from are one text.
  const others = waiting.filter(({ key }) => !subjects.includes(key));
  return subjects.length + others.length;
}

export async function discardUnsavedWork(userId: string): Promise<void> {
  await Promise.all([discardQueueOf(userId), discardUnsavedTexts(userId)]);
}
