import type { sanitizeHtml } from './sanitize-html';

type Sanitize = typeof sanitizeHtml;

let sanitize: Sanitize | undefined;

/** Undefined until loadSanitizer() has finished. */
export function getSanitizer(): Sanitize | undefined {
  return sanitize;
}

/** Downloads the sanitizer (11 kB), which a prerendered article does not need. */
export async function loadSanitizer(): Promise<Sanitize> {
  sanitize ??= (await import('./sanitize-html')).sanitizeHtml;
  return sanitize;
}
