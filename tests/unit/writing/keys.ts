import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** What a person does on the writing surface. */
export function keysOf(view: EditorView) {
  return {
    select: (words: string) => {
      let at = 0;
      view.state.doc.descendants((node, position) => {
        const found = node.text?.indexOf(words) ?? -1;
        if (found >= 0) at = position + found;
      });
      const { tr, doc } = view.state;
      view.dispatch(tr.setSelection(TextSelection.create(doc, at, at + words.length)));
    },
    /** As typed, with the rules of typing. */
    type: (words: string) => {
      for (const sign of words) {
        const { from, to } = view.state.selection;
        const insert = () => view.state.tr.insertText(sign, from, to);
        const isHandled = view.someProp('handleTextInput', (handle) =>
          handle(view, from, to, sign, insert),
        );
        if (!isHandled) view.dispatch(insert());
      }
    },
    press: (key: string, more: KeyboardEventInit = {}) => {
      const event = new KeyboardEvent('keydown', { key, ...more });
      return view.someProp('handleKeyDown', (handle) => handle(view, event)) ?? false;
    },
  };
}
