// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { insertText, replaceText, toPictureMarkdown } from '@/documents/text-insertion';

afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(document, 'execCommand');
});

/** '|' marks the cursor, or the two ends of the selection. */
function textarea(marked: string) {
  const area = document.createElement('textarea');
  area.value = marked.replaceAll('|', '');
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|');
  area.setSelectionRange(start, end > start ? end - 1 : start);
  const onInput = vi.fn();
  area.addEventListener('input', onInput);
  document.body.append(area);
  return { area, onInput };
}

function marked({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  const middle = value.slice(selectionStart, selectionEnd);
  return `${value.slice(0, selectionStart)}|${middle}${middle && '|'}${value.slice(selectionEnd)}`;
}

/** What browsers do and jsdom does not. */
function stubExecCommand(result: boolean) {
  const execCommand = vi.fn(() => result);
  Object.assign(document, { execCommand });
  return execCommand;
}

test.for([
  ['a|b', 'a-x|b'],
  ['a|bc|d', 'a-x|d'],
  ['|', '-x|'],
])('text inserted into %j gives %j', ([before = '', after]) => {
  const { area, onInput } = textarea(before);
  insertText(area, '-x');
  expect(marked(area)).toBe(after);
  expect(onInput).toHaveBeenCalledOnce();
  expect(onInput.mock.calls[0]?.[0]).toMatchObject({ bubbles: true });
});

test('a focused field is typed into, so that the browser can undo it', () => {
  const execCommand = stubExecCommand(true);
  const { area, onInput } = textarea('a|b');
  area.focus();
  insertText(area, '-x');
  expect(execCommand).toHaveBeenCalledExactlyOnceWith('insertText', false, '-x');
  expect(onInput).not.toHaveBeenCalled();
});

test('a browser that does not type, or a field without focus, gets the text all the same', () => {
  const execCommand = stubExecCommand(false);
  const refused = textarea('a|b');
  refused.area.focus();
  insertText(refused.area, '-x');
  expect(marked(refused.area)).toBe('a-x|b');
  execCommand.mockClear();
  const elsewhere = textarea('a|b');
  insertText(elsewhere.area, '-x');
  expect(marked(elsewhere.area)).toBe('a-x|b');
  expect(execCommand).not.toHaveBeenCalled();
});

test.for([
  ['before|, old after', 'before|, longer after'],
  ['old after|', 'longer after|'],
  ['old af|te|r', 'longer af|te|r'],
  ['old|', 'longer|'],
  ['o|l|d', 'l|o|nger'],
  ['x |old old', 'x |longer old'],
])('a replacement in %j keeps the selection: %j', ([before = '', after]) => {
  const { area, onInput } = textarea(before);
  expect(replaceText(area, 'old', 'longer')).toBe(true);
  expect(marked(area)).toBe(after);
  expect(onInput).toHaveBeenCalledOnce();
});

test('a shorter replacement moves the selection with the text', () => {
  const { area } = textarea('a uploading b|');
  expect(replaceText(area, 'uploading', 'x')).toBe(true);
  expect(marked(area)).toBe('a x b|');
  const inside = textarea('a upload|ing b').area;
  replaceText(inside, 'uploading', 'x');
  expect(marked(inside)).toBe('a x| b');
});

test('a text that is not there any more is not replaced', () => {
  const { area, onInput } = textarea('a|');
  expect(replaceText(area, 'old', 'new')).toBe(false);
  expect(marked(area)).toBe('a|');
  expect(onInput).not.toHaveBeenCalled();
});

test('brackets, backslashes and line breaks in an alternative text do not end the Markdown', () => {
  expect(toPictureMarkdown('A [bike]\n by the \\ lake', '/a.png')).toBe(
    String.raw`![A \[bike\] by the \\ lake](/a.png)`,
  );
});
