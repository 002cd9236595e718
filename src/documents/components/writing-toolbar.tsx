import { useRef, useState, type KeyboardEvent } from 'react';
import {
  Bold,
  Code,
  FileCode,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  Minus,
  Quote,
  SquareCode,
  Strikethrough,
  Superscript,
  Table,
} from 'lucide-react';
import { clsx } from 'clsx';
import type { ToolName } from '../writing/commands';
import type { Surface } from '../writing/surface';

type ToolFace = { label: string; Icon: typeof Bold; key?: string };

/** In the order of the toolbar; the / menu lists the blocks. */
export const toolFaces: Readonly<Record<ToolName | 'link', ToolFace>> = {
  bold: { label: 'Bold', Icon: Bold, key: 'B' },
  italic: { label: 'Italic', Icon: Italic, key: 'I' },
  heading: { label: 'Heading', Icon: Heading2 },
  subheading: { label: 'Subheading', Icon: Heading3 },
  link: { label: 'Link', Icon: Link, key: 'K' },
  list: { label: 'List', Icon: List },
  numbered: { label: 'Numbered list', Icon: ListOrdered },
  tasks: { label: 'Task list', Icon: ListTodo },
  quote: { label: 'Quote', Icon: Quote },
  table: { label: 'Table', Icon: Table },
  codeBlock: { label: 'Code block', Icon: SquareCode },
  code: { label: 'Code', Icon: Code, key: 'E' },
  strike: { label: 'Struck through', Icon: Strikethrough },
  footnote: { label: 'Footnote', Icon: Superscript },
  divider: { label: 'Divider', Icon: Minus },
  markdown: { label: 'Markdown block', Icon: FileCode },
};

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record).filter((name): name is Name => name in record);
}

const toolNames = namesOf(toolFaces);

export type WritingToolbarProps = {
  surface: Surface;
  /** A part of a study has no footnotes. */
  without: readonly ToolName[];
  isLinkOpen: boolean;
  onLink: () => void;
};

/** One tab stop; arrow keys move between the buttons. */
export function WritingToolbar({ surface, without, isLinkOpen, onLink }: WritingToolbarProps) {
  const names = toolNames.filter((name) => name === 'link' || !without.includes(name));
  const [current, setCurrent] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  function handleKeyDown(event: KeyboardEvent) {
    const next = placeAfter(event.key, current, names.length);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    buttons.current[next]?.focus();
  }

  function press(name: ToolName | 'link') {
    if (name === 'link') onLink();
    else {
      surface.focus();
      surface.tools[name].run(surface.view.state, surface.view.dispatch, surface.view);
    }
  }

  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Formatting"
      onKeyDown={handleKeyDown}
      className="flex min-w-0 flex-1 outline-none max-tablet:scroll-hint max-tablet:overflow-x-auto max-tablet:[--fade:0.5rem] max-tablet:[scrollbar-width:none] tablet:flex-wrap"
    >
      {names.map((name, place) => {
        const { label, Icon, key } = toolFaces[name];
        const isActive =
          name === 'link' ? isLinkOpen : surface.tools[name].isActive?.(surface.view.state);
        return (
          <button
            key={name}
            ref={(button) => {
              buttons.current[place] = button;
            }}
            type="button"
            aria-label={label}
            aria-pressed={isActive}
            title={key === undefined ? label : `${label} (Ctrl or ⌘ + ${key})`}
            tabIndex={place === current ? 0 : -1}
            onFocus={() => setCurrent(place)}
            // The selection in the text stays.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => press(name)}
            className={clsx(
              'grid size-9 flex-none cursor-pointer place-items-center rounded-control -outline-offset-2! transition-colors duration-control hover:bg-sunken hover:text-ink pointer-coarse:h-11 pointer-coarse:w-10',
              isActive ? 'bg-sky-soft text-ink' : 'text-muted',
            )}
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        );
      })}
    </div>
  );
}

/** Where an arrow key leads in a row of so many; null for any other key. */
function placeAfter(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count;
    case 'ArrowLeft':
      return (place - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
