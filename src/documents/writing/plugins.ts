import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { gapCursor } from 'prosemirror-gapcursor';
import { history, redo, undo } from 'prosemirror-history';
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Attrs, MarkType, Node } from 'prosemirror-model';
import { liftListItem, sinkListItem } from 'prosemirror-schema-list';
import { Plugin, type Command, type EditorState } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { nextCell, previousCell, splitItem, undoBlock, type Tool, type ToolName } from './commands';
import type { WritingSchema } from './schema';

export type PluginOptions = {
  schema: WritingSchema;
  tools: Record<ToolName, Tool>;
  placeholder: string | undefined;
  /** Ctrl or ⌘ and K. */
  onLink: () => void;
};

export function createPlugins({ schema, tools, placeholder, onLink }: PluginOptions): Plugin[] {
  return [
    markdownRules(schema),
    keymap({
      'Mod-b': tools.bold.run,
      'Mod-i': tools.italic.run,
      'Mod-e': tools.code.run,
      'Mod-k': () => {
        onLink();
        return true;
      },
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      Enter: splitItem(schema.nodes),
      'Shift-Enter': chainCommands(exitCode, lineBreak(schema)),
      'Mod-Enter': exitCode,
      Backspace: chainCommands(undoInputRule, undoBlock(schema.nodes)),
    }),
    tabKeys(schema),
    keymap(baseKeymap),
    tableEditing(),
    gapCursor(),
    history(),
    joinLists(),
    hint(placeholder),
  ];
}

const lineBreak =
  ({ nodes }: WritingSchema): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
    return true;
  };

/** Tab moves between cells and indents items. After Escape it leaves the surface, so that the keyboard can. */
function tabKeys({ nodes }: WritingSchema): Plugin {
  let isLeaving = false;
  const inside = keymap({
    Tab: chainCommands(nextCell, sinkListItem(nodes.list_item)),
    'Shift-Tab': chainCommands(previousCell, liftListItem(nodes.list_item)),
  });
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (event.key === 'Escape') isLeaving = true;
        else if (event.key !== 'Tab' && event.key !== 'Shift') isLeaving = false;
        if (event.key !== 'Tab' || isLeaving) return false;
        return inside.props.handleKeyDown?.call(inside, view, event) ?? false;
      },
    },
  });
}

/** Markdown typed by habit becomes what it means. */
function markdownRules({ nodes, marks }: WritingSchema): Plugin {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,4})\s$/, nodes.heading, ([, signs = '']) => ({
        level: signs.length,
      })),
      wrappingInputRule(/^([-*])\s$/, nodes.bullet_list, ([, marker]) => ({ marker })),
      wrappingInputRule(
        /^(\d{1,9})\.\s$/,
        nodes.ordered_list,
        ([, start]) => ({ start: Number(start) }),
        ([, start], list) => list.childCount + Number(list.attrs.start) === Number(start),
      ),
      wrappingInputRule(/^>\s$/, nodes.blockquote),
      textblockTypeInputRule(/^```$/, nodes.code_block),
      new InputRule(/^---$/, (state, _match, start) => {
        const $start = state.doc.resolve(start);
        return state.tr.replaceWith($start.before(), $start.after(), [
          nodes.horizontal_rule.create(),
          nodes.paragraph.create(),
        ]);
      }),
      taskRule(nodes),
      markRule(/(?:^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong, 2),
      markRule(/(?:^|[^*])\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.em, 1),
      markRule(/(?:^|[^~])~~([^~\s](?:[^~]*[^~\s])?)~~$/, marks.strike, 2),
      markRule(/(?:^|[^`])`([^`]+)`$/, marks.code, 1),
      new InputRule(/\[([^\][]+)\]\(([^()\s]+)\)$/, (state, match, start, end) => {
        const [, words = '', href = ''] = match;
        const link = marks.link.create({ href });
        return state.tr
          .replaceWith(start, end, nodes.text.schema.text(words, [link]))
          .removeStoredMark(marks.link);
      }),
    ],
  });
}

/** `[ ] ` makes an item a task, and a paragraph a list of tasks. */
function taskRule({ list_item, bullet_list }: WritingSchema['nodes']): InputRule {
  return new InputRule(/^\[([ xX]?)\]\s$/, (state, [, box = ''], start, end) => {
    const $start = state.doc.resolve(start);
    const checked = box.toLowerCase() === 'x';
    const tr = state.tr.delete(start, end);
    if ($start.node(-1)?.type === list_item) {
      const item = $start.before(-1);
      return tr.setNodeMarkup(item, undefined, { ...$start.node(-1).attrs, checked });
    }
    const range = tr.doc.resolve(start).blockRange();
    if (!range) return null;
    return tr.wrap(range, [{ type: bullet_list }, { type: list_item, attrs: { checked } }]);
  });
}

function markRule(pattern: RegExp, type: MarkType, signs: number): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, words = ''] = match;
    const begin = start + whole.length - words.length - 2 * signs;
    const { tr } = state;
    // The last sign is being typed and is not in the document yet.
    tr.delete(begin + signs + words.length, end);
    tr.delete(begin, begin + signs);
    return tr.addMark(begin, begin + words.length, type.create()).removeStoredMark(type);
  });
}

/** Two lists that have come to stand side by side are one in Markdown. */
function joinLists(): Plugin {
  return new Plugin({
    appendTransaction(transactions, _before, { doc, tr }) {
      if (!transactions.some((transaction) => transaction.docChanged)) return null;
      const joints: number[] = [];
      doc.forEach((node, offset, index) => {
        const before = index > 0 ? doc.child(index - 1) : null;
        if (before && isSameList(before, node)) joints.push(offset);
      });
      joints.reverse().forEach((position) => tr.join(position));
      return joints.length > 0 ? tr : null;
    },
  });
}

const isSameList = (one: Node, other: Node) =>
  one.type === other.type &&
  one.type.name.endsWith('_list') &&
  markerIn(one.attrs) === markerIn(other.attrs);

const markerIn = ({ marker }: Attrs): unknown => marker;

function hint(text: string | undefined): Plugin {
  const isEmpty = ({ doc }: EditorState) =>
    doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.content.size === 2;
  return new Plugin({
    props: {
      decorations(state) {
        if (text === undefined || !isEmpty(state)) return null;
        const attributes = { 'data-placeholder': text };
        return DecorationSet.create(state.doc, [Decoration.node(0, 2, attributes)]);
      },
    },
  });
}
