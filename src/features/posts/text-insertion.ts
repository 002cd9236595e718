/**
 * Puts text in place of the selection and behind it the cursor. In a field that has the focus it can be
 * undone like typing.
 */
export function insertText(textarea: HTMLTextAreaElement, text: string) {
  const isTyped = document.activeElement === textarea && typeInto(text);
  if (isTyped) return;
  const { selectionStart, selectionEnd } = textarea;
  textarea.setRangeText(text, selectionStart, selectionEnd, 'end');
  textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function typeInto(text: string): boolean {
  // The only way to write that the undo of browsers knows about.
  return (
    typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)
  );
}

/** Replaces the first occurrence, wherever the cursor is by now; @returns whether there was one. */
export function replaceText(textarea: HTMLTextAreaElement, old: string, text: string): boolean {
  const start = textarea.value.indexOf(old);
  if (start === -1) return false;
  const end = start + old.length;
  const { selectionStart, selectionEnd } = textarea;
  // 'preserve' would select the new text where the cursor stands at the end of the old one.
  const moved = (place: number) =>
    place < end ? Math.min(place, start + text.length) : place + text.length - old.length;
  textarea.setRangeText(text, start, end);
  textarea.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return true;
}

/** A picture as Markdown; brackets in the words would end them. */
export function toPictureMarkdown(alt: string, address: string): string {
  const words = alt.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
  return `![${words}](${address})`;
}
