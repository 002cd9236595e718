// What the toolbar, the keys and the / menu do.
import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables';
import type { WritingSchema } from './schema';

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
    quote: {
      run: (state, dispatch, view) =>
        isIn(state, nodes.blockquote)
          ? liftOut(state, dispatch, nodes.blockquote)
          : wrapIn(nodes.blockquote)(state, dispatch, view),
      isActive: (state) => isIn(state, nodes.blockquote),
    },
    list: listTool(nodes, nodes.bullet_list, null),
    numbered: listTool(nodes, nodes.ordered_list, null),
    tasks: listTool(nodes, nodes.bullet_list, false),
    table: { run: insertBlock(() => newTable(nodes)) },
    codeBlock: blockTool(nodes.code_block, nodes.paragraph, {}),
    divider: { run: insertBlock(() => nodes.horizontal_rule.create()) },
    footnote: { run: insertFootnote },
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
  { selection: { $from } }: EditorState,
  isWanted: (node: Node) => boolean,
) {
  for (let { depth } = $from; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (isWanted(node)) return { node, depth, position: $from.before(depth) };
  }
  return null;
}

const isIn = (state: EditorState, type: NodeType) =>
  ancestorOf(state, (node) => node.type === type) !== null;

const liftOut = (state: EditorState, dispatch: Parameters<Command>[1], type: NodeType): boolean => {
  const found = ancestorOf(state, (node) => node.type === type);
  if (!found) return false;
  dispatch?.(
    state.tr.replaceWith(found.position, found.position + found.node.nodeSize, found.node.content),
  );
  return true;
};

/** @param checked null for a list that is no list of tasks */
function listTool(
  { bullet_list, ordered_list, list_item }: WritingSchema['nodes'],
  type: NodeType,
  checked: boolean | null,
): Tool {
  const find = (state: EditorState) =>
    ancestorOf(state, (node) => node.type === bullet_list || node.type === ordered_list);
  const isTasks = (list: Node) => list.firstChild?.attrs.checked !== null;
  const isActive = (state: EditorState) => {
    const list = find(state)?.node;
    return list?.type === type && isTasks(list) === (checked !== null);
  };
  return {
    isActive,
    run: (state, dispatch, view) => {
      if (isActive(state)) return liftListItem(list_item)(state, dispatch);
      const found = find(state);
      if (!found) {
        const wrapped = wrapInList(type)(state, undefined);
        if (!wrapped || !dispatch) return wrapped;
        wrapInList(type)(state, (tr) => dispatch(setChecked(tr, checked)), view);
        return true;
      }
      const { node, position } = found;
      const tr = state.tr.setNodeMarkup(position, type, {
        marker: type === ordered_list ? '.' : '-',
        spread: node.attrs.spread,
      });
      node.forEach((item, offset) => {
        tr.setNodeMarkup(position + 1 + offset, undefined, { ...item.attrs, checked });
      });
      dispatch?.(tr);
      return true;
    },
  };
}

function setChecked(tr: EditorState['tr'], checked: boolean | null) {
  const { $from, $to } = tr.selection;
  const range = $from.blockRange($to, (node) => node.type.name.endsWith('_list'));
  if (checked === null || !range) return tr;
  range.parent.forEach((item, offset) => {
    tr.setNodeMarkup(
      range.start -
        range.$from.posAtIndex(range.startIndex, range.depth) +
        range.$from.start(range.depth) +
        offset,
      undefined,
      {
        ...item.attrs,
        checked,
      },
    );
  });
  return tr;
}

/** In place of an empty paragraph, otherwise behind the block. */
function insertBlock(create: () => Node): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    const block = create();
    const isEmpty = $from.parent.isTextblock && $from.parent.content.size === 0 && $from.depth > 0;
    const from = isEmpty ? $from.before() : $from.after($from.depth > 0 ? 1 : 0);
    const to = isEmpty ? $from.after() : from;
    if ($from.depth === 0) return false;
    if (!dispatch) return true;
    const tr = state.tr.replaceWith(from, to, block);
    // There is always a place to write after it.
    if (tr.doc.resolve(from + block.nodeSize).nodeAfter === null) {
      const paragraph = state.schema.nodes.paragraph?.create();
      if (paragraph) tr.insert(from + block.nodeSize, paragraph);
    }
    const inside = block.isLeaf ? from + block.nodeSize + 1 : from + 1;
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(inside))).scrollIntoView());
    return true;
  };
}

function newTable({ table, table_row, table_header, table_cell }: WritingSchema['nodes']): Node {
  const row = (type: NodeType) =>
    table_row.create(
      null,
      [0, 1].map(() => type.create()),
    );
  return table.create(null, [row(table_header), row(table_cell), row(table_cell)]);
}

/** A reference here and its text at the end. */
const insertFootnote: Command = (state, dispatch) => {
  const { footnote_reference, footnote_definition, paragraph } = state.schema.nodes;
  const { $from } = state.selection;
  if (!footnote_reference || !footnote_definition || !paragraph) return false;
  if (!$from.parent.type.spec.content?.includes('inline')) return false;
  if (!dispatch) return true;
  const taken = new Set<string>();
  state.doc.descendants(({ attrs }) => {
    if (typeof attrs.label === 'string') taken.add(attrs.label);
  });
  let number = 1;
  while (taken.has(String(number))) number += 1;
  const label = String(number);
  const tr = state.tr.replaceSelectionWith(footnote_reference.create({ label }), false);
  const end = tr.doc.content.size;
  tr.insert(end, footnote_definition.create({ label }, paragraph.create()));
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end + 2))).scrollIntoView());
  return true;
};

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
export const splitItem: Command = (state, dispatch) => {
  const { list_item } = state.schema.nodes;
  if (!list_item) return false;
  const item = ancestorOf(state, ({ type }) => type === list_item)?.node;
  const attrs = item && item.attrs.checked !== null ? { checked: false } : undefined;
  return splitListItem(list_item, attrs)(state, dispatch);
};

export const sinkItem: Command = (state, dispatch) => {
  const { list_item } = state.schema.nodes;
  return list_item !== undefined && sinkListItem(list_item)(state, dispatch);
};

export const liftItem: Command = (state, dispatch) => {
  const { list_item } = state.schema.nodes;
  return list_item !== undefined && liftListItem(list_item)(state, dispatch);
};

/** Backspace at the start of a heading or code makes it a paragraph; of an item, takes it out of the list. */
export const undoBlock: Command = (state, dispatch, view) => {
  const { $cursor } =
    state.selection instanceof TextSelection ? state.selection : { $cursor: null };
  const { paragraph, list_item } = state.schema.nodes;
  if (!$cursor || $cursor.parentOffset > 0 || !paragraph || !list_item) return false;
  if (['heading', 'code_block', 'markdown'].includes($cursor.parent.type.name)) {
    return setBlockType(paragraph)(state, dispatch, view);
  }
  const isFirst = $cursor.depth > 1 && $cursor.index($cursor.depth - 1) === 0;
  return isFirst && $cursor.node(-1).type === list_item && liftListItem(list_item)(state, dispatch);
};
