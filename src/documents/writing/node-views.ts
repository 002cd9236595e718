import type { Node } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import { parseVideo } from '@contracts/video';
import { toPublicImageUrl } from '@/lib/image-url';

function element(
  tag: string,
  attributes: Record<string, string> = {},
  ...content: (string | HTMLElement)[]
) {
  const result = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) result.setAttribute(name, value);
  result.append(...content);
  return result;
}

/** Code with its language in a field above it. */
const codeBlock: NodeViewConstructor = (first, view, getPosition) => {
  const language = document.createElement('input');
  Object.assign(language, {
    value: first.attrs.language,
    placeholder: 'Language',
    spellcheck: false,
  });
  language.setAttribute('aria-label', 'Language of the code');
  const contentDOM = element('code', { spellcheck: 'false' });
  const dom = element(
    'div',
    { class: 'writing-code' },
    element('div', { contenteditable: 'false', class: 'writing-label' }, language),
    element('pre', {}, contentDOM),
  );
  language.addEventListener('change', () => {
    const position = getPosition();
    if (position === undefined) return;
    const value = language.value.trim().replace(/[\s`]+/g, '-');
    view.dispatch(view.state.tr.setNodeAttribute(position, 'language', value));
  });
  language.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // Enter would save the form.
    event.preventDefault();
    event.stopPropagation();
    language.blur();
    view.focus();
  });
  return {
    dom,
    contentDOM,
    update(node: Node) {
      if (node.type !== first.type) return false;
      if (document.activeElement !== language) language.value = String(node.attrs.language);
      return true;
    },
    stopEvent: (event) => event.target === language,
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
  };
};

/** What the surface cannot show, as its source. */
const markdown: NodeViewConstructor = () => {
  const contentDOM = element('code', { spellcheck: 'false' });
  const dom = element(
    'div',
    { class: 'writing-code', role: 'group', 'aria-label': 'Markdown' },
    element('div', { contenteditable: 'false', class: 'writing-label' }, 'Markdown'),
    element('pre', {}, contentDOM),
  );
  return { dom, contentDOM };
};

const listItem: NodeViewConstructor = (first, view, getPosition) => {
  const contentDOM = element('div');
  const dom = element('li');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.setAttribute('aria-label', 'Done');
  box.contentEditable = 'false';
  box.addEventListener('change', () => {
    const position = getPosition();
    if (position === undefined) return;
    view.dispatch(view.state.tr.setNodeAttribute(position, 'checked', box.checked));
  });
  const show = ({ attrs }: Node) => {
    const isTask = attrs.checked !== null;
    dom.className = isTask ? 'task-list-item' : '';
    box.checked = attrs.checked === true;
    if (isTask && !box.isConnected) dom.prepend(box);
    else if (!isTask) box.remove();
  };
  dom.append(contentDOM);
  show(first);
  return {
    dom,
    contentDOM,
    update(node: Node) {
      if (node.type !== first.type) return false;
      show(node);
      return true;
    },
    stopEvent: (event) => event.target === box,
    ignoreMutation: (mutation) =>
      mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  };
};

const picture: NodeViewConstructor = ({ attrs }) => {
  const src = String(attrs.src);
  const alt = String(attrs.alt);
  // The place of a picture that is being uploaded has no address yet.
  if (src === '') return { dom: element('span', { class: 'writing-upload' }, alt) };
  const dom = element('img', { src: toPublicImageUrl(src), alt, draggable: 'true' });
  dom.addEventListener('error', () => dom.classList.add('writing-upload'));
  return { dom };
};

const video: NodeViewConstructor = ({ attrs }) => {
  const url = String(attrs.url);
  const host = parseVideo(url)?.host ?? new URL(url).hostname;
  const title = attrs.title === null ? '' : String(attrs.title);
  return {
    dom: element(
      'div',
      {
        class: 'writing-video',
        contenteditable: 'false',
        role: 'group',
        'aria-label': `Video: ${title || url}`,
      },
      element('strong', {}, title || `Video on ${host}`),
      element('span', {}, url),
    ),
  };
};

export const nodeViews: Record<string, NodeViewConstructor> = {
  code_block: codeBlock,
  markdown,
  list_item: listItem,
  image: picture,
  video,
};
