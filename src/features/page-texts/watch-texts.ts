import { readMark, withoutMarks, type Place } from './places';
import { isComposing } from '@/lib/words/is-composing';

/** A picture, whose place is found by the mark of its alternative text. */
export type PicturePlace = {
  /** A positioned element around the picture. */
  host: HTMLElement;
  /** Of the field with its address. */
  path: string;
  label: string;
};

export type TextEvents = {
  onInput: (place: Place, text: string) => void;
  onFocus: (place: Place, text: string) => void;
  onBlur: (place: Place) => void;
  onPicture: (picture: PicturePlace) => void;
};

const EDITABLE =
  'rounded-sm outline-1 outline-offset-4 outline-dashed outline-transparent hover:outline-accent focus:bg-raised focus:outline-2 focus:outline-solid focus:outline-accent empty:inline-block empty:min-w-8 empty:bg-sunken';

/**
 * Makes every marked text below the container editable, also those that are rendered later, and removes the marks from
 * what else is shown.
 *
 * @returns a function that stops it
 */
export function watchTexts(
  container: HTMLElement,
  places: readonly Place[],
  events: TextEvents,
): () => void {
  const prepare = (root: Node) => {
    for (const text of textsIn(root)) makeEditable(text, places, events);
    for (const image of imagesIn(root)) findPicture(image, places, events);
  };
  prepare(container);
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records) {
      if (type === 'characterData') prepare(target);
      for (const node of addedNodes) prepare(node);
    }
  });
  observer.observe(container, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

function textsIn(root: Node): Text[] {
  if (root instanceof Text) return [root];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) texts.push(node);
  }
  return texts;
}

function imagesIn(root: Node): HTMLImageElement[] {
  if (root instanceof HTMLImageElement) return [root];
  return root instanceof Element ? [...root.querySelectorAll('img')] : [];
}

function makeEditable(node: Text, places: readonly Place[], events: TextEvents) {
  const marked = readMark(node.data);
  const place = marked && places[marked.number];
  if (!marked || !place || !isVisible(node)) {
    const plain = withoutMarks(node.data);
    if (plain !== node.data) node.data = plain;
    return;
  }
  const field = document.createElement('span');
  field.contentEditable = 'plaintext-only';
  // Browsers without that value allow formatting, of which only the text is taken.
  if (field.contentEditable !== 'plaintext-only') field.contentEditable = 'true';
  field.role = 'textbox';
  field.ariaLabel = place.label;
  field.tabIndex = 0;
  field.dataset.place = place.path;
  field.className = EDITABLE;
  node.replaceWith(field);
  node.data = marked.text;
  field.append(node);
  const read = () => (field.textContent ?? '').replace(/\s*\n\s*/g, ' ');
  field.addEventListener('input', () => {
    events.onInput(place, read());
    field.ariaInvalid = String([...read()].length > place.limit || read().trim() === '');
  });
  field.addEventListener('focus', () => events.onFocus(place, read()));
  field.addEventListener('blur', () => events.onBlur(place));
  field.addEventListener('keydown', (event) => {
    // A link or button around the text must not act on it.
    event.stopPropagation();
    if (event.key === 'Enter' && !isComposing(event)) {
      event.preventDefault();
      field.blur();
    }
  });
}

/** Not a text for screen readers only, which has no place to be edited in. */
function isVisible({ parentElement }: Text): boolean {
  return parentElement !== null && parentElement.closest('.sr-only, select, title, svg') === null;
}

function findPicture(image: HTMLImageElement, places: readonly Place[], events: TextEvents) {
  const marked = readMark(image.alt);
  const place = marked && places[marked.number];
  image.alt = withoutMarks(image.alt);
  const host = image.closest<HTMLElement>('span.relative');
  if (!place || !host) return;
  if (place.path.endsWith('.imageAlt')) {
    const path = place.path.replace(/imageAlt$/, 'picture');
    events.onPicture({ host, path, label: `the picture of ${place.label.split(',')[0]}` });
  } else if (place.path.endsWith('picture_alt')) {
    const path = place.path.replace(/alt$/, 'picture');
    events.onPicture({ host, path, label: 'the picture' });
  }
}
