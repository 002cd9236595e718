import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { expect } from 'vitest';
import { openText } from '@/documents/writing/open-text';
import type { Dialect } from '@/documents/writing/schema';

/** A text of the writing surface without a view. `¦` is the caret, two of them are the ends of the selection. */
export function written(marked: string, dialect: Dialect = 'post') {
  const opened = openText(marked.replaceAll('¦', ''), dialect);
  const ends: number[] = [];
  openText(marked, dialect).doc.descendants((node, position) => {
    for (const [at, sign] of [...(node.text ?? '')].entries()) {
      if (sign === '¦') ends.push(position + at - ends.length);
    }
  });
  let state = EditorState.create({
    doc: opened.doc,
    selection: TextSelection.create(opened.doc, ends[0] ?? 1, ends.at(-1) ?? 1),
  });
  return {
    opened,
    /** @returns whether the command did something; it says the same when it is only asked. */
    run: (command: Command) => {
      const isPossible = command(state);
      const isDone = command(state, (transaction) => {
        state = state.apply(transaction);
      });
      expect(isPossible).toBe(isDone);
      return isDone;
    },
    type: (words: string) => {
      state = state.apply(state.tr.insertText(words));
    },
    get state() {
      return state;
    },
    source: () => opened.print(state.doc).source,
    /** The words around the caret. */
    caret: () => {
      const { $head } = state.selection;
      const text = $head.parent.textBetween(0, $head.parent.content.size, '', '\uFFFC');
      return `${text.slice(0, $head.parentOffset)}¦${text.slice($head.parentOffset)}`;
    },
  };
}
