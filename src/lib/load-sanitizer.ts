import type { sanitizeHtml } from './sanitize-html';

type Sanitize = typeof sanitizeHtml;

let sanitize: Sanitize | undefined;

/** Undefined until it was loaded once. */
export function getSanitizer(): Sanitize | undefined {
  return sanitize;
}

/** Downloads the 11 kB that an article from the build does without. */
export async function loadSanitizer(): Promise<Sanitize> {
  sanitize ??= (await import('./sanitize-html')).sanitizeHtml;
  return sanitize;
}
