import { notify } from '@/lib/notifications';

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, { done, failed }: { done: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(text);
    notify({ type: 'success', title: done });
  } catch {
    // Browsers refuse outside https or without permission; the text can still be selected here.
    notify({ type: 'error', title: failed, description: text });
  }
}
