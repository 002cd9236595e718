// What the toolbar, the keys and the / menu do.
import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables';
import type { WritingSchema } from './schema';

type WritingNodes = WritingSchema['nodes'];

export type Tool = {
  run: Command;
  /** Whether the selection has it; undefined for what is inserted. */
  isActive?: (state: EditorState) => boolean;
};

export type ToolName =
  | 'heading'
  | 'subheading'
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'quote'
  | 'list'
  | 'numbered'
  | 'tasks'
  | 'table'
  | 'codeBlock'
  | 'divider'
  | 'footnote'
  | 'markdown';

export function createTools({ nodes, marks }: WritingSchema): Record<ToolName, Tool> {
  return {
    heading: blockTool(nodes.heading, nodes.paragraph, { level: 2 }),
    subheading: blockTool(nodes.heading, nodes.paragraph, { level: 3 }),
    bold: markTool(marks.strong),
    italic: markTool(marks.em),
    strike: markTool(marks.strike),
    code: markTool(marks.code),
    quote: quoteTool(nodes.blockquote),
    list: listTool(nodes, nodes.bullet_list, null),
    numbered: listTool(nodes, nodes.ordered_list, null),
    tasks: listTool(nodes, nodes.bullet_list, false),
    table: { run: insertBlock(nodes, () => newTable(nodes)) },
    codeBlock: blockTool(nodes.code_block, nodes.paragraph, {}),
    divider: { run: insertBlock(nodes, () => nodes.horizontal_rule.create()) },
    footnote: { run: insertFootnote(nodes) },
    markdown: blockTool(nodes.markdown, nodes.paragraph, {}),
  };
}

function markTool(type: MarkType): Tool {
  return { run: toggleMark(type), isActive: (state) => hasMark(state, type) };
}

export function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, $from, empty } = selection;
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, type);
}

function blockTool(type: NodeType, plain: NodeType, attrs: Record<string, unknown>): Tool {
  const isActive = ({ selection: { $from } }: EditorState) =>
    $from.parent.type === type &&
    Object.entries(attrs).every(([name, value]) => $from.parent.attrs[name] === value);
  return {
    run: (state, dispatch, view) =>
      isActive(state)
        ? setBlockType(plain)(state, dispatch, view)
        : setBlockType(type, attrs)(state, dispatch, view),
    isActive,
  };
}

/** The innermost ancestor of a kind, with its depth. */
export function ancestorOf(
  { selection: { $from } }: Pick<EditorState, 'selection'>,
  isWanted: (node: Node) => boolean,
) {
  for (let { depth } = $from; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (isWanted(node)) return { node, depth, position: $from.before(depth) };
  }
  return null;
}

function quoteTool(type: NodeType): Tool {
  const find = (state: EditorState) => ancestorOf(state, (node) => node.type === type);
  return {
    isActive: (state) => find(state) !== null,
    run: (state, dispatch) => {
      const quote = find(state);
      if (!quote) return wrapIn(type)(state, dispatch);
      const { node, position } = quote;
      dispatch?.(state.tr.replaceWith(position, position + node.nodeSize, node.content));
      return true;
    },
  };
}

/** @param checked null for a list that is no list of tasks */
function listTool(
  { bullet_list, ordered_list, list_item }: WritingNodes,
  type: NodeType,
  checked: boolean | null,
): Tool {
  const find = (state: Pick<EditorState, 'selection'>) =>
    ancestorOf(state, (node) => node.type === bullet_list || node.type === ordered_list);
  const isTasks = (list: Node) => list.firstChild?.attrs.checked !== null;
  const isActive = (state: EditorState) => {
    const list = find(state)?.node;
    return list?.type === type && isTasks(list) === (checked !== null);
  };
  const withChecked = (tr: Transaction) => {
    const list = find(tr);
    list?.node.forEach((item, offset) => {
      tr.setNodeMarkup(list.position + 1 + offset, undefined, { ...item.attrs, checked });
    });
    return tr;
  };
  return {
    isActive,
    run: (state, dispatch) => {
      if (isActive(state)) return liftListItem(list_item)(state, dispatch);
      const send = dispatch && ((tr: Transaction) => dispatch(withChecked(tr)));
      const found = find(state);
      if (!found) return wrapInList(type)(state, send);
      const marker = type === ordered_list ? '.' : '-';
      const { spread } = found.node.attrs;
      send?.(state.tr.setNodeMarkup(found.position, type, { marker, spread }));
      return true;
    },
  };
}

/** In place of an empty paragraph, otherwise behind the block. */
function insertBlock({ paragraph }: WritingNodes, create: () => Node): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    if ($from.depth === 0) return false;
    if (!dispatch) return true;
    const block = create();
    const isEmpty = $from.parent.isTextblock && $from.parent.content.size === 0;
    const from = isEmpty ? $from.before() : $from.after(1);
    const to = isEmpty ? $from.after() : from;
    const tr = state.tr.replaceWith(from, to, block);
    // There is always a place to write after it.
    if (tr.doc.resolve(from + block.nodeSize).nodeAfter === null) {
      tr.insert(from + block.nodeSize, paragraph.create());
    }
    const inside = block.isLeaf ? from + block.nodeSize + 1 : from + 1;
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(inside))).scrollIntoView());
    return true;
  };
}

function newTable({ table, table_row, table_header, table_cell }: WritingNodes): Node {
  const row = (type: NodeType) =>
    table_row.create(
      null,
      [0, 1].map(() => type.create()),
    );
  return table.create(null, [row(table_header), row(table_cell), row(table_cell)]);
}

/** A reference here and its text at the end. */
function insertFootnote(nodes: WritingNodes): Command {
  const { footnote_reference, footnote_definition, paragraph } = nodes;
  return (state, dispatch) => {
    const { $from } = state.selection;
    if (!$from.parent.canReplaceWith($from.index(), $from.index(), footnote_reference))
      return false;
    if (!dispatch) return true;
    const taken = new Set<unknown>();
    state.doc.descendants(({ attrs }) => void taken.add(attrs.label));
    let number = 1;
    while (taken.has(String(number))) number += 1;
    const label = String(number);
    const tr = state.tr.replaceSelectionWith(footnote_reference.create({ label }), false);
    const end = tr.doc.content.size;
    tr.insert(end, footnote_definition.create({ label }, paragraph.create()));
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end + 2))).scrollIntoView());
    return true;
  };
}

/** The next cell; behind the last one a new row. */
export const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch)) return true;
  addRowAfter(state, dispatch);
  return view ? goToNextCell(1)(view.state, view.dispatch) : true;
};

export const previousCell: Command = (state, dispatch) =>
  isInTable(state) && (goToNextCell(-1)(state, dispatch) || true);

/** A new item is a task if the one before it is. */
export function splitItem({ list_item }: WritingNodes): Command {
  return (state, dispatch) => {
    const item = ancestorOf(state, ({ type }) => type === list_item)?.node;
    const attrs = item && item.attrs.checked !== null ? { checked: false } : undefined;
    return splitListItem(list_item, attrs)(state, dispatch);
  };
}

/** Backspace at the start of a heading or code makes it a paragraph; of an item, takes it out of the list. */
export function undoBlock({ paragraph, list_item }: WritingNodes): Command {
  return (state, dispatch) => {
    const { selection } = state;
    const $cursor = selection instanceof TextSelection ? selection.$cursor : null;
    if (!$cursor || $cursor.parentOffset > 0) return false;
    if (['heading', 'code_block', 'markdown'].includes($cursor.parent.type.name)) {
      return setBlockType(paragraph)(state, dispatch);
    }
    const isFirst = $cursor.index(-1) === 0 && $cursor.node(-1).type === list_item;
    return isFirst && liftListItem(list_item)(state, dispatch);
  };
}
