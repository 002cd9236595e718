/**
 * Replaces the selection by text and puts the cursor after it. The browser can undo it if the field
 * has the focus.
 */
export function insertText(textarea: HTMLTextAreaElement, text: string) {
  const isTyped = document.activeElement === textarea && typeInto(text);
  if (isTyped) return;
  const { selectionStart, selectionEnd } = textarea;
  textarea.setRangeText(text, selectionStart, selectionEnd, 'end');
  textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function typeInto(text: string): boolean {
  // `execCommand` is deprecated, but the only way that keeps the undo history of browsers.
  return (
    typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)
  );
}

/** Replaces the first occurrence and keeps the selection; @returns whether there was one. */
export function replaceText(textarea: HTMLTextAreaElement, old: string, text: string): boolean {
  const start = textarea.value.indexOf(old);
  if (start === -1) return false;
  const end = start + old.length;
  const { selectionStart, selectionEnd } = textarea;
  // 'preserve' would select the new text if the cursor is at the end of the old one.
  const moved = (place: number) =>
    place < end ? Math.min(place, start + text.length) : place + text.length - old.length;
  textarea.setRangeText(text, start, end);
  textarea.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return true;
}

/** A picture as Markdown, with brackets in the alternative text escaped. */
export function toPictureMarkdown(alt: string, address: string): string {
  const words = alt.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
  return `![${words}](${address})`;
}
