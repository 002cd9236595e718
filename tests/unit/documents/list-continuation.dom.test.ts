// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { continueList } from '@/documents/list-continuation';

/** The text after Enter; `|` is the cursor. Null if the browser should handle it. */
function enter(text: string): string | null {
  const textarea = document.createElement('textarea');
  textarea.value = text.replace('|', '');
  textarea.setSelectionRange(text.indexOf('|'), text.indexOf('|'));
  if (!continueList(textarea)) return null;
  const { value, selectionStart } = textarea;
  return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
}

test.each([
  ['- one|', '- one\n- |'],
  ['- one|\n- two', '- one\n- |\n- two'],
  ['  * one| two', '  * one\n  * | two'],
  ['9. nine|', '9. nine\n10. |'],
  ['2) two|', '2) two\n3) |'],
  ['- [x] done|', '- [x] done\n- [ ] |'],
  ['- one\n- |', '- one\n\n|'],
  ['1. one\n2. |\nafter', '1. one\n\n|\nafter'],
])('Enter in %j gives %j', (before, after) => expect(enter(before)).toBe(after));

test.each(['words|', '-no item|', '- |text', '|- one', ''])('Enter in %j is left alone', (before) =>
  expect(enter(before.includes('|') ? before : '|')).toBeNull(),
);
