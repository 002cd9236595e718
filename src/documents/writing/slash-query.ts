import { TextSelection, type EditorState } from 'prosemirror-state';

export type SlashQuery = { words: string; from: number; to: number };

/** What is typed after a `/` at the start of a paragraph; null elsewhere. */
export function slashQueryOf({ selection }: EditorState): SlashQuery | null {
  if (!(selection instanceof TextSelection) || !selection.$cursor) return null;
  const { parent, parentOffset, pos } = selection.$cursor;
  if (parent.type.name !== 'paragraph') return null;
  const text = parent.textBetween(0, parentOffset, '', '\uFFFC');
  const [, words] = /^\/([\p{L} ]{0,20})$/u.exec(text) ?? [];
  if (words === undefined || parentOffset !== parent.content.size) return null;
  return { words: words.toLowerCase(), from: pos - parentOffset, to: pos };
}
