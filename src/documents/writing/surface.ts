// The writing surface without React: a ProseMirror view that takes and gives Markdown.
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { createTools } from './commands';
import { nodeViews } from './node-views';
import { openText, toOffset, toPosition, type OpenText, type PrintedText } from './open-text';
import { createPlugins } from './plugins';
import { schemas, type Dialect } from './schema';
import { printBlock } from './to-markdown';

export type SurfaceOptions = {
  place: HTMLElement;
  source: string;
  dialect: Dialect;
  /** Of the source, where the caret stands first. */
  offset?: number | undefined;
  attributes: () => Record<string, string>;
  placeholder: string | undefined;
  onChange: (source: string) => void;
  onUpdate: (surface: Surface) => void;
  onLink: () => void;
  onBlur: () => void;
  /** @returns whether it was handled */
  onTransfer: (event: ClipboardEvent | DragEvent, data: DataTransfer) => boolean;
};

const SAVE_BAR = 96;

/** @throws MarkdownError for a text that cannot be rendered */
export function createSurface(options: SurfaceOptions) {
  const { dialect } = options;
  const schema = schemas[dialect];
  const tools = createTools(schema);
  let opened: OpenText = openText(options.source, dialect);
  let printed: PrintedText = opened.print(opened.doc);
  /** What was written and did not come back by `show` yet. */
  let written: string[] = [];
  const plugins = createPlugins({ schema, tools, ...options });
  const stateOf = (doc: Node) => EditorState.create({ doc, plugins });

  const view = new EditorView(options.place, {
    state: stateOf(opened.doc),
    nodeViews,
    attributes: options.attributes,
    // Above the bar with the buttons that save.
    scrollThreshold: { top: 0, right: 0, bottom: SAVE_BAR, left: 0 },
    scrollMargin: { top: 8, right: 0, bottom: SAVE_BAR, left: 0 },
    clipboardTextSerializer: (slice) => printSlice(slice),
    handleDOMEvents: {
      blur: () => options.onBlur(),
      paste: (_view, event) =>
        event.clipboardData !== null && options.onTransfer(event, event.clipboardData),
      drop: (_view, event) =>
        view.dragging === null &&
        event.dataTransfer !== null &&
        options.onTransfer(event, event.dataTransfer),
    },
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) {
        printed = opened.print(view.state.doc);
        written.push(printed.source);
        options.onChange(printed.source);
      }
      options.onUpdate(surface);
    },
  });

  function printSlice({ content }: Slice): string {
    const blocks: Node[] = [];
    const isInline = content.firstChild?.isInline ?? false;
    if (isInline) blocks.push(schema.nodes.paragraph.create(null, content));
    else content.forEach((node) => blocks.push(...blocksIn(node)));
    return blocks.map((block) => printBlock(block, dialect)).join('\n\n');
  }

  /** Parts of a list or table stand alone on the clipboard. */
  function blocksIn(node: Node): Node[] {
    if (node.type === schema.nodes.list_item) return [schema.nodes.bullet_list.create(null, node)];
    if (node.type === schema.nodes.table_row) return [schema.nodes.table.create(null, node)];
    return schema.nodes.doc.contentMatch.matchType(node.type) ? [node] : [...node.children];
  }

  function blocksOf(markdown: string): readonly Node[] {
    return openText(markdown, dialect).doc.children;
  }

  /** Puts Markdown in place of a range, by default the selection. */
  function insert(markdown: string, range?: { from: number; to: number }) {
    const { from, to } = range ?? view.state.selection;
    const blocks = blocksOf(markdown.trim());
    const [first] = blocks;
    const { tr } = view.state;
    if (blocks.length === 1 && first?.type === schema.nodes.paragraph) {
      const $from = view.state.doc.resolve(from);
      if ($from.parent.inlineContent) tr.replaceWith(from, to, first.content);
      else tr.replaceWith(from, to, first);
    } else {
      const $from = view.state.doc.resolve(from);
      const isEmpty = $from.parent.isTextblock && $from.parent.content.size === 0;
      const isParagraph = (node: Node | undefined) => node?.type === schema.nodes.paragraph;
      const open = (node: Node | undefined) => (!isEmpty && isParagraph(node) ? 1 : 0);
      const slice = new Slice(Fragment.fromArray([...blocks]), open(first), open(blocks.at(-1)));
      tr.replaceRange(from, to, slice);
    }
    const end = tr.mapping.map(to);
    tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(end, tr.doc.content.size)), -1));
    view.dispatch(tr.scrollIntoView());
  }

  /** Where a text stands, or the place of a picture that is being uploaded. */
  function find(text: string): { from: number; to: number } | null {
    const [block] = blocksOf(text);
    const picture = block?.firstChild?.type === schema.nodes.image ? block.firstChild : null;
    let found: { from: number; to: number } | null = null;
    view.state.doc.descendants((node, position) => {
      if (picture && node.type === picture.type && node.attrs.alt === picture.attrs.alt) {
        found = { from: position, to: position + node.nodeSize };
      } else if (!picture && node.isTextblock) {
        const at = node.textBetween(0, node.content.size, '', '\uFFFC').lastIndexOf(text);
        if (at >= 0) found = { from: position + 1 + at, to: position + 1 + at + text.length };
      }
    });
    return found;
  }

  const surface = {
    view,
    tools,
    focus: () => view.focus(),
    insert,
    insertPlain(text: string) {
      const { $from } = view.state.selection;
      if ($from.parent.type.spec.code) {
        view.dispatch(view.state.tr.insertText(text).scrollIntoView());
        return;
      }
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const paragraphs = lines.map((line) =>
        schema.nodes.paragraph.create(null, schema.text(line)),
      );
      if (paragraphs.length === 0) return;
      view.dispatch(
        view.state.tr
          .replaceSelection(new Slice(Fragment.fromArray(paragraphs), 1, 1))
          .scrollIntoView(),
      );
    },
    link(address: string) {
      const { from, to, empty, $from, $to } = view.state.selection;
      if (empty || !$from.sameParent($to) || !$from.parent.inlineContent) return false;
      const link = schema.marks.link.create({ href: address });
      view.dispatch(view.state.tr.removeMark(from, to, schema.marks.link).addMark(from, to, link));
      return true;
    },
    /** Replaces a text or the place of a picture by Markdown. Nothing happens if it is gone. */
    replace(old: string, markdown: string) {
      const range = find(old);
      if (!range) return;
      if (markdown === '') view.dispatch(view.state.tr.delete(range.from, range.to));
      else insert(markdown, range);
    },
    isInCode: () => view.state.selection.$from.parent.type.spec.code === true,
    /** Shows another text, such as one that was restored. What is shown already stays as it is. */
    show(source: string) {
      const known = written.lastIndexOf(source);
      if (known !== -1) written = written.slice(known + 1);
      if (known !== -1 || source === printed.source) return;
      written = [];
      const offset = toOffset(view.state.doc, view.state.selection.head, printed);
      opened = openText(source, dialect);
      printed = opened.print(opened.doc);
      view.updateState(stateOf(opened.doc));
      placeCaret(Math.min(offset, source.length));
      options.onUpdate(surface);
    },
    /** Where the caret stands in the source. */
    offset: () => toOffset(view.state.doc, view.state.selection.head, printed),
    destroy: () => view.destroy(),
  };

  function placeCaret(offset: number) {
    const { doc } = view.state;
    const position = Math.min(toPosition(doc, offset, printed), doc.content.size);
    const selection = TextSelection.near(doc.resolve(position));
    view.updateState(view.state.apply(view.state.tr.setSelection(selection)));
  }

  if (options.offset !== undefined) {
    placeCaret(options.offset);
    view.focus();
  }
  return surface;
}

export type Surface = ReturnType<typeof createSurface>;
