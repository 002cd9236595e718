import { TOAST_DURATION_MS } from '@/lib/constants';
import { notify } from '@/lib/notifications';

/** Shown in place of the picture. */
export const IMAGE_FAILURE = 'Image could not be loaded.';

/** 'low' shows no notification: the text in place of the picture is enough. */
export type ImageSeverity = 'low' | 'medium';

let notifiedPage: string | null = null;

/**
 * Shows a notification for a picture that failed to load: once per page, and only as a warning,
 * which never replaces an open error.
 */
export function reportImageFailure(severity: ImageSeverity) {
  const page = window.location.pathname;
  if (severity === 'low' || page === notifiedPage) return;
  notifiedPage = page;
  notify({ type: 'warning', title: 'Image loading error', duration: TOAST_DURATION_MS });
}
