import { useEffect, useEffectEvent, useId, useState } from 'react';
import { clsx } from 'clsx';
import type { ToolName } from '../writing/commands';
import { slashQueryOf, type SlashQuery } from '../writing/slash-query';
import type { Surface } from '../writing/surface';
import { toolFaces } from './writing-toolbar';

const BLOCKS = [
  ...(['heading', 'subheading', 'list', 'numbered', 'tasks', 'quote', 'table'] as const),
  ...(['codeBlock', 'divider', 'footnote', 'markdown'] as const),
] satisfies ToolName[];

export type WritingMenuProps = { surface: Surface; without: readonly ToolName[] };

/** Of the menu and the save bar below it, in pixels. */
const HEIGHT = 256 + 80;
/** Of the frame around the text. */
const PADDING = 14;

/** The blocks that `/` offers. The focus stays in the text, which points at the chosen line. */
export function WritingMenu({ surface, without }: WritingMenuProps) {
  const { view, tools } = surface;
  const id = useId();
  const [place, setPlace] = useState(0);
  /** Where the menu was closed by Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const query = slashQueryOf(view.state);
  const isOpen = query !== null && query.from !== closedAt && view.hasFocus();
  const items = isOpen
    ? BLOCKS.filter(
        (name) =>
          !without.includes(name) && toolFaces[name].label.toLowerCase().includes(query.words),
      )
    : [];
  const chosen = items[Math.min(place, items.length - 1)];

  function choose(name: ToolName, { from, to }: SlashQuery) {
    view.dispatch(view.state.tr.delete(from, to));
    tools[name].run(view.state, view.dispatch, view);
    setPlace(0);
    view.focus();
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!query || !chosen || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setPlace((items.indexOf(chosen) + step + items.length) % items.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen, query);
    else if (event.key === 'Escape') setClosedAt(query.from);
    else {
      setPlace(0);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    // Before the keys of the text itself.
    view.dom.addEventListener('keydown', listener, { capture: true });
    return () => view.dom.removeEventListener('keydown', listener, { capture: true });
  }, [view]);

  useEffect(() => {
    if (chosen === undefined) return undefined;
    const { dom } = view;
    dom.setAttribute('aria-activedescendant', `${id}-${chosen}`);
    dom.setAttribute('aria-controls', id);
    return () => {
      dom.removeAttribute('aria-activedescendant');
      dom.removeAttribute('aria-controls');
    };
  }, [view, id, chosen]);

  if (!query || chosen === undefined) return null;
  const { left, top, bottom } = view.coordsAtPos(query.from);
  const frame = view.dom.parentElement?.getBoundingClientRect();
  // Above the line where there is no room below it.
  const isAbove = bottom + HEIGHT > window.innerHeight && top > HEIGHT;
  const lines = Math.min(
    256,
    items.length * (matchMedia('(pointer: coarse)').matches ? 44 : 36) + 10,
  );
  const edge = isAbove ? top - lines - 4 : bottom + 4;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Insert"
      className="absolute z-20 max-h-64 w-56 overflow-y-auto rounded-control border border-line bg-raised p-1 shadow-soft"
      style={{
        left: Math.max(4, left - (frame?.left ?? 0)),
        top: edge - (frame?.top ?? 0) + PADDING,
      }}
    >
      {items.map((name) => {
        const { label, Icon } = toolFaces[name];
        return (
          // The keys are those of the text.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={name}
            id={`${id}-${name}`}
            role="option"
            tabIndex={-1}
            aria-selected={name === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(name, query)}
            className={clsx(
              'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2 text-base pointer-coarse:min-h-11',
              name === chosen && 'bg-sky-soft',
            )}
          >
            <Icon aria-hidden="true" className="size-4.5 text-muted" />
            {label}
          </div>
        );
      })}
    </div>
  );
}
