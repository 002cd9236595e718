import { insertText, replaceText } from './text-insertion';
import type { Surface } from './writing/surface';

/** A text in either mode, for what is put into it. */
export type TextTarget = {
  focus: () => void;
  /** In place of the selection. */
  insert: (markdown: string) => void;
  /** As words that mean nothing else. */
  insertPlain: (text: string) => void;
  /** Makes the selected words a link; false without a selection. */
  link: (address: string) => boolean;
  /** Does nothing if the old text is gone. */
  replace: (old: string, markdown: string) => void;
  /** The same, and what is new stands on a line of its own. */
  replaceByBlock: (old: string, markdown: string) => void;
  /** The browser inserts pasted words, so that it can undo it. */
  isNative: boolean;
  /** Whether the cursor is where signs mean themselves. */
  isInCode: () => boolean;
};

export function surfaceTarget(surface: Surface): TextTarget {
  return {
    ...surface,
    isNative: false,
    replaceByBlock: (old, markdown) => surface.replace(old, markdown),
  };
}

/** @param id of the text area */
export function areaTarget(id: string): TextTarget {
  const find = () => {
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? element : null;
  };

  const insert = (text: string) => {
    const area = find();
    if (area) insertText(area, text);
  };

  /** Selected first, so that the browser can undo it. */
  function replaceTyped(old: string, write: (before: string, after: string) => string) {
    const area = find();
    const start = area?.value.lastIndexOf(old) ?? -1;
    if (!area || start === -1) return;
    const end = start + old.length;
    area.focus();
    area.setSelectionRange(start, end);
    insertText(area, write(area.value.slice(0, start), area.value.slice(end)));
  }

  return {
    focus: () => find()?.focus(),
    insert,
    insertPlain: insert,
    link: (address) => {
      const area = find();
      if (!area || area.selectionStart === area.selectionEnd) return false;
      const words = area.value.slice(area.selectionStart, area.selectionEnd);
      if (words.includes('\n')) return false;
      insertText(
        area,
        `[${words}](${address.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))})`,
      );
      return true;
    },
    replace: (old, markdown) => {
      const area = find();
      if (!area) return;
      // The place of a picture, while its author may be writing elsewhere.
      if (old.startsWith('![')) replaceText(area, old, markdown);
      else replaceTyped(old, () => markdown);
    },
    replaceByBlock: (old, markdown) =>
      replaceTyped(old, (before, after) => onOwnLine(markdown, before, after)),
    isNative: true,
    isInCode: () => false,
  };
}

function onOwnLine(line: string, before: string, after: string): string {
  const start = before === '' || before.endsWith('\n') ? '' : '\n';
  const end = after === '' || after.startsWith('\n') ? '' : '\n';
  return start + line + end;
}
