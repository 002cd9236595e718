import type { KeyboardEvent, ReactNode } from 'react';
import '@github/markdown-toolbar-element';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  ListTodo,
  Quote,
} from 'lucide-react';
import { continueList } from '../list-continuation';
import { isComposing } from '@/lib/words/is-composing';

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace
  namespace JSX {
    // Declaration merging with React's elements needs an interface.
    // oxlint-disable-next-line typescript/consistent-type-definitions
    interface IntrinsicElements {
      'markdown-toolbar': HTMLAttributes<HTMLElement> & { for: string };
    }
  }
}

const tools = [
  { style: 'bold', label: 'Bold', Icon: Bold, key: 'b' },
  { style: 'italic', label: 'Italic', Icon: Italic, key: 'i' },
  { style: 'header-2', label: 'Heading', Icon: Heading2 },
  { style: 'header-3', label: 'Subheading', Icon: Heading3 },
  { style: 'quote', label: 'Quote', Icon: Quote },
  { style: 'code', label: 'Code', Icon: Code, key: 'e' },
  { style: 'link', label: 'Link', Icon: Link, key: 'k' },
  { style: 'unordered-list', label: 'List', Icon: List },
  { style: 'ordered-list', label: 'Numbered list', Icon: ListOrdered },
  { style: 'task-list', label: 'Task list', Icon: ListTodo },
] as const satisfies readonly { style: string; label: string; Icon: typeof Bold; key?: string }[];

export type MarkdownToolbarProps = {
  /** Id of the text area. */
  textId: string;
  /** One further control at the end, on phones without its words. */
  children?: ReactNode;
};

/** One tab stop; arrow keys move between the buttons. */
export function MarkdownToolbar({ textId, children }: MarkdownToolbarProps) {
  return (
    <div className="flex items-center justify-between rounded-t-control border border-b-0 border-line-strong bg-raised px-1 pointer-fine:has-[+.control:hover]:border-ink">
      <markdown-toolbar
        for={textId}
        aria-label="Formatting"
        className="scroll-hint flex min-w-0 flex-1 overflow-x-auto [--fade:0.5rem] [scrollbar-width:none]"
      >
        {tools.map(({ style, label, Icon, ...tool }, place) => (
          <button
            key={style}
            type="button"
            data-md-button={style}
            aria-label={label}
            title={'key' in tool ? `${label} (Ctrl or ⌘ + ${tool.key.toUpperCase()})` : label}
            tabIndex={place === 0 ? 0 : -1}
            className="grid size-9 flex-none cursor-pointer place-items-center rounded-control -outline-offset-2! text-muted transition-colors duration-control hover:bg-sunken hover:text-ink pointer-coarse:h-11 pointer-coarse:w-10"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        ))}
      </markdown-toolbar>
      {children !== undefined && <div className="border-s border-line">{children}</div>}
    </div>
  );
}

/** Runs the button of a keyboard shortcut; Enter continues a list. */
export function handleToolbarShortcut(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (isComposing(event.nativeEvent)) return;
  if (
    event.key === 'Enter' &&
    !event.shiftKey &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey
  ) {
    if (continueList(event.currentTarget)) event.preventDefault();
    return;
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const tool = tools.find((candidate) => 'key' in candidate && candidate.key === event.key);
  if (!tool) return;
  event.preventDefault();
  document
    .querySelector<HTMLElement>(
      `markdown-toolbar[for="${event.currentTarget.id}"] [data-md-button="${tool.style}"]`,
    )
    ?.click();
}
