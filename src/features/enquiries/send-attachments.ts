import type { ChosenFile } from '@/components/file-field';
import { notify } from '@/lib/notifications';
import { wasWrittenHere } from './draft';
import { sendFile } from './sending';

/**
 * Sends files one after another, after their enquiry, and says what was refused.
 *
 * @throws AppError of kind `offline` when the server does not answer
 */
export async function sendAttachments(
  submissionId: string,
  files: readonly ChosenFile[],
): Promise<void> {
  const refused: string[] = [];
  for (const { file } of files) {
    const problem = await sendFile(submissionId, file);
    if (problem !== null) refused.push(`${file.name}: ${problem}`);
  }
  if (refused.length === 0) return;
  const description = wasWrittenHere(submissionId)
    ? `${refused.join('. ')}. Please send it by mail.`
    : // This may be another person.
      'The sender of the message may send them by mail.';
  notify({ type: 'error', title: 'Not every file was sent', description });
}
