import { insertText } from './text-insertion';

const MARKER = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))([ \t]\[[ xX]\])?[ \t]/;

/**
 * Enter at the end of a Markdown list item begins the next one; in an empty item it ends the list with a blank line.
 *
 * @returns whether it did either
 */
export function continueList(textarea: HTMLTextAreaElement): boolean {
  const { value, selectionStart: cursor, selectionEnd } = textarea;
  if (cursor !== selectionEnd) return false;
  const start = value.lastIndexOf('\n', cursor - 1) + 1;
  const line = value.slice(start, cursor);
  const [marker, indent, bullet, number, mark, box] = MARKER.exec(line) ?? [];
  if (marker === undefined) return false;
  if (marker === line) {
    // With text behind the cursor it is no empty item.
    if (value.slice(cursor).split('\n', 1)[0] !== '') return false;
    textarea.setSelectionRange(start, cursor);
    insertText(textarea, '\n');
    return true;
  }
  const next = bullet ?? `${Number(number) + 1}${mark}`;
  insertText(textarea, `\n${indent}${next}${box === undefined ? '' : ' [ ]'} `);
  return true;
}
