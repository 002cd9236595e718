import { TOAST_DURATION_MS } from '@/lib/constants';
import { notify } from '@/lib/notifications';

/** Stands where the picture would. */
export const IMAGE_FAILURE = 'Image could not be loaded.';

/** 'low' stays silent: the picture's own place says enough. */
export type ImageSeverity = 'low' | 'medium';

let toldAt: string | null = null;

/**
 * Tells of a picture that did not come. A page speaks once however many of its pictures are
 * missing, and only as a warning, which never takes the place of an open error.
 */
export function reportImageFailure(severity: ImageSeverity) {
  const page = window.location.pathname;
  if (severity === 'low' || page === toldAt) return;
  toldAt = page;
  notify({ type: 'warning', title: 'Image loading error', duration: TOAST_DURATION_MS });
}
