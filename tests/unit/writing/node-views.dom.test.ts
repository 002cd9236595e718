// @vitest-environment jsdom
// The blocks that are more than their text: code with its language, tasks, pictures, videos.
import { EditorState, Plugin } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, expect, test, vi } from 'vitest';
import { nodeViews } from '@/documents/writing/node-views';
import { openText } from '@/documents/writing/open-text';
import { schemas } from '@/documents/writing/schema';

let view: EditorView | undefined;
afterEach(() => view?.destroy());

function open(source: string) {
  const opened = openText(source, 'post');
  const place = document.body.appendChild(document.createElement('div'));
  const handleKeyDown = vi.fn(() => false);
  const plugins = [new Plugin({ props: { handleKeyDown } })];
  const shown = new EditorView(place, {
    state: EditorState.create({ doc: opened.doc, plugins }),
    nodeViews,
  });
  view = shown;
  const find = <Found extends Element = HTMLElement>(selector: string) => {
    const found = shown.dom.querySelector<Found>(selector);
    if (!found) throw new Error(`Nothing is ${selector}`);
    return found;
  };
  return { view: shown, find, handleKeyDown, source: () => opened.print(shown.state.doc).source };
}

const change = (field: HTMLInputElement, value: string | boolean) => {
  if (typeof value === 'string') field.value = value;
  else field.checked = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
};

test.each([
  ['js', '```js\na\n```'],
  [' C++ ', '```C++\na\n```'],
  ['two words `x`', '```two-words-x-\na\n```'],
  ['', '```\na\n```'],
])('the language %j typed above code is that of its Markdown', (language, after) => {
  const { find, source } = open('```ts\na\n```');
  const field = find<HTMLInputElement>('input');
  expect(field.value).toBe('ts');
  expect(field.getAttribute('aria-label')).toBe('Language of the code');
  change(field, language);
  expect(source()).toBe(after);
});

test('another language of the code is shown in its field, but not while one is typed there', () => {
  const { view: shown, find } = open('```ts\na\n```');
  const field = find<HTMLInputElement>('input');
  const dom = find('.writing-code');
  shown.dispatch(shown.state.tr.setNodeAttribute(0, 'language', 'js'));
  expect(field.value).toBe('js');
  field.focus();
  field.value = 'ty';
  shown.dispatch(shown.state.tr.setNodeAttribute(0, 'language', 'css'));
  expect(field.value).toBe('ty');
  // The same field, so that the focus stays in it.
  expect(find('.writing-code')).toBe(dom);
});

test('Enter in the field of the language goes back to the text and does not save the form', () => {
  const { view: shown, find } = open('```ts\na\n```');
  const field = find<HTMLInputElement>('input');
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
    return event.defaultPrevented;
  };
  field.focus();
  expect(press('a')).toBe(false);
  expect(document.activeElement).toBe(field);
  expect(press('Enter')).toBe(true);
  expect(document.activeElement).toBe(shown.dom);
});

test('code that becomes a paragraph is shown as one', () => {
  const { view: shown, find } = open('```ts\na\n```');
  shown.dispatch(shown.state.tr.setBlockType(1, 1, schemas.post.nodes.paragraph));
  expect(find('p').textContent).toBe('a');
  expect(shown.dom.querySelector('.writing-code')).toBeNull();
});

test('what the surface cannot hold is shown as its source, with a name', () => {
  const { find } = open('<b>a</b>');
  const group = find('[role=group]');
  expect(group.getAttribute('aria-label')).toBe('Markdown');
  expect(group.querySelector('code')?.textContent).toBe('<b>a</b>');
  expect(group.querySelector('.writing-label')?.getAttribute('contenteditable')).toBe('false');
});

test('the box of a task is checked and unchecked', () => {
  const { view: shown, find, source } = open('- [ ] a\n- [x] b\n- c');
  const boxes = [...shown.dom.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true]);
  expect([...shown.dom.querySelectorAll('li')].map((item) => item.className)).toEqual([
    ...['task-list-item', 'task-list-item', ''],
  ]);
  expect(find('input').getAttribute('aria-label')).toBe('Done');
  if (boxes[0]) change(boxes[0], true);
  if (boxes[1]) change(boxes[1], false);
  expect(source()).toBe('- [x] a\n- [ ] b\n- c');
});

test('an item that becomes a task gets a box, once, and loses it again', () => {
  const { view: shown } = open('- a');
  const boxes = () => shown.dom.querySelectorAll('li > input').length;
  const item = shown.dom.querySelector('li');
  for (const [checked, count] of [
    [false, 1],
    [true, 1],
    [null, 0],
  ] as const) {
    shown.dispatch(shown.state.tr.setNodeAttribute(1, 'checked', checked));
    expect(boxes()).toBe(count);
    expect(shown.dom.querySelector('li')).toBe(item);
  }
  expect(item?.className).toBe('');
});

test('a picture is shown; one that is being uploaded or cannot be loaded as its words', () => {
  const { find } = open('![A mill](/images/mill.png)');
  const picture = find<HTMLImageElement>('img:not(.ProseMirror-separator)');
  expect(picture.alt).toBe('A mill');
  expect(picture.getAttribute('src')).toContain('/images/mill.png');
  expect(picture.className).toBe('');
  picture.dispatchEvent(new Event('error'));
  expect(picture.className).toBe('writing-upload');
  view?.destroy();
  const place = open('![Uploading a.png]()');
  expect(place.find('.writing-upload').textContent).toBe('Uploading a.png');
});

test.each([
  ['https://vimeo.com/123456789', 'Video on Vimeo', 'Video: https://vimeo.com/123456789'],
  ['[A film](https://vimeo.com/123456789)', 'A film', 'Video: A film'],
])('the video %s is named: %s', (source, title, label) => {
  const { find } = open(source);
  const video = find('.writing-video');
  expect(video.querySelector('strong')?.textContent).toBe(title);
  expect(video.querySelector('span')?.textContent).toBe('https://vimeo.com/123456789');
  expect(video.getAttribute('aria-label')).toBe(label);
  expect(video.getAttribute('contenteditable')).toBe('false');
});

test("keys in a field or a box are its own, those in the text are the text's", () => {
  const { find, handleKeyDown } = open('```ts\na\n```\n\n- [ ] b');
  const press = (selector: string) =>
    find(selector).dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }));
  press('.writing-code input');
  press('li > input');
  expect(handleKeyDown).not.toHaveBeenCalled();
  press('.writing-code code');
  press('li p');
  expect(handleKeyDown).toHaveBeenCalledTimes(2);
});

test('what an extension of the browser writes beside a field is no change of the text', async () => {
  const { view: shown, find } = open('```ts\na\n```\n\n- [ ] b');
  const before = shown.state.doc;
  const [label, item] = [find('.writing-label'), find('li')];
  label.append('x');
  item.append('x');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(shown.state.doc.eq(before)).toBe(true);
  // Neither is drawn again.
  expect(find('.writing-label')).toBe(label);
  expect(find('li')).toBe(item);
});
