import { notify } from '@/lib/notifications';

/** Copies a text to the clipboard and shows a notification. */
export async function copyText(text: string, { done, failed }: { done: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(text);
    notify({ type: 'success', title: done });
  } catch {
    // Browsers refuse outside https or without permission; the user can still select the text in the notification.
    notify({ type: 'error', title: failed, description: text });
  }
}
