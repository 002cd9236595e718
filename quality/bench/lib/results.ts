/**
 * Replaces one part of results.md, from its heading to the next one, or adds it at the end.
 *
 * @param results the whole text
 * @param text of the part, without its heading
 */
export function replacePart(results: string, title: string, text: string): string {
  const heading = `## ${title}\n`;
  const parts = results.trimEnd().split(/^(?=## )/m);
  const place = parts.findIndex((part) => part.startsWith(heading));
  parts[place < 0 ? parts.length : place] = `${heading}\n${text}`;
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}

/** Whether a figure keeps its budget. */
export const verdict = (isMet: boolean) => (isMet ? 'met' : '**not met**');
