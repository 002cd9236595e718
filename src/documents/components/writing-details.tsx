import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Trash2 } from 'lucide-react';
import type { Mark } from 'prosemirror-model';
import { NodeSelection, Selection, type EditorState } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  selectedRect,
} from 'prosemirror-tables';
import { Button } from '@/components/ui/button';
import type { Surface } from '../writing/surface';

export type WritingDetailsProps = {
  surface: Surface;
  isLinkOpen: boolean;
  onLinkClose: () => void;
};

/** Below the toolbar: what belongs to the selected link, picture, video or table. */
export function WritingDetails({ surface, isLinkOpen, onLinkClose }: WritingDetailsProps) {
  const { state } = surface.view;
  const { selection } = state;
  if (isLinkOpen) return <LinkDetails surface={surface} onClose={onLinkClose} />;
  if (selection instanceof NodeSelection && selection.node.type.name === 'image') {
    return <NodeText surface={surface} attribute="alt" label="Alternative text" />;
  }
  if (selection instanceof NodeSelection && selection.node.type.name === 'video') {
    return <NodeText surface={surface} attribute="title" label="Title of the video" />;
  }
  return isInTable(state) ? <TableDetails surface={surface} /> : null;
}

const BAR =
  'flex flex-wrap items-center gap-x-2 gap-y-1 border-x border-t border-line-strong bg-raised px-2 py-1.5 text-small';

type LineProps = {
  label: string;
  value: string;
  isAddress?: boolean;
  isFocused?: boolean;
  onDone: (value: string) => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** A field that does not belong to the form: Enter applies it. */
function Line({ label, value, isAddress, isFocused, onDone, onCancel, children }: LineProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') onDone(text.trim());
    else onCancel();
  }

  return (
    <div role="group" aria-label={label} className={BAR}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        ref={input}
        value={text}
        type={isAddress ? 'url' : 'text'}
        placeholder={isAddress ? 'https://' : undefined}
        dir="auto"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKeyDown}
        className="control h-9 min-h-0! min-w-40 flex-1 py-1"
      />
      <Button size="small" variant="primary" onClick={() => onDone(text.trim())}>
        Apply
      </Button>
      {children}
    </div>
  );
}

/** The link at the cursor, with the range it covers. */
function linkAt({
  selection,
  schema,
}: EditorState): { mark: Mark; from: number; to: number } | null {
  const { $from, from, to, empty } = selection;
  const type = schema.marks.link;
  if (!type) return null;
  const { parent, parentOffset } = $from;
  const start = from - parentOffset;
  let found: { mark: Mark; from: number; to: number } | null = null;
  parent.forEach((node, offset) => {
    const mark = type.isInSet(node.marks);
    if (!mark) return;
    const range = { from: start + offset, to: start + offset + node.nodeSize };
    if (found && found.mark.eq(mark) && found.to === range.from) found.to = range.to;
    else if (!found || found.to < from) found = { mark, ...range };
  });
  const link = found as { mark: Mark; from: number; to: number } | null;
  const isHere = link !== null && link.from <= from && link.to >= (empty ? from : to);
  return isHere ? link : null;
}

function LinkDetails({ surface, onClose }: { surface: Surface; onClose: () => void }) {
  const { view } = surface;
  const [link] = useState(() => linkAt(view.state));
  const [range] = useState(() => link ?? view.state.selection);

  function apply(text: string) {
    const type = view.state.schema.marks.link;
    if (!type) return;
    const tr = view.state.tr.removeMark(range.from, range.to, type);
    const href = toAddress(text);
    if (href !== '') {
      const mark = type.create({ href });
      if (range.from === range.to) {
        tr.insert(range.from, view.state.schema.text(href, [mark]));
      } else tr.addMark(range.from, range.to, mark);
    }
    view.dispatch(tr);
    close();
  }

  function close() {
    onClose();
    view.focus();
  }

  return (
    <Line
      label="Address of the link"
      value={typeof link?.mark.attrs.href === 'string' ? link.mark.attrs.href : ''}
      isAddress
      isFocused
      onDone={apply}
      onCancel={close}
    >
      {link && (
        <Button size="small" onClick={() => apply('')}>
          Remove link
        </Button>
      )}
    </Line>
  );
}

/** `client.example` is written as `https://client.example`. */
function toAddress(text: string): string {
  const address = text.replace(/[\s<>]/g, (sign) => encodeURIComponent(sign));
  const isBare = address !== '' && !/^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(address);
  if (!isBare) return address;
  return address.includes('@') ? `mailto:${address}` : `https://${address}`;
}

type NodeTextProps = { surface: Surface; attribute: 'alt' | 'title'; label: string };

function NodeText({ surface, attribute, label }: NodeTextProps) {
  const { view } = surface;
  const { from } = view.state.selection;
  const node = view.state.doc.nodeAt(from);
  const value: unknown = node?.attrs[attribute];
  return (
    <Line
      key={from}
      label={label}
      value={typeof value === 'string' ? value : ''}
      onDone={(text) => {
        const empty = attribute === 'alt' ? '' : null;
        const tr = view.state.tr.setNodeAttribute(from, attribute, text === '' ? empty : text);
        view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, from)));
        view.focus();
      }}
      onCancel={() => view.focus()}
    >
      <Button
        size="small"
        variant="quiet"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => {
          view.dispatch(view.state.tr.deleteSelection());
          view.focus();
        }}
      >
        Remove
      </Button>
    </Line>
  );
}

function TableDetails({ surface }: { surface: Surface }) {
  const { view } = surface;
  const { top, bottom, map, tableStart } = selectedRect(view.state);
  const actions = [
    { label: 'Add row', run: addRowAfter, isPossible: true },
    { label: 'Add column', run: addColumnAfter, isPossible: true },
    // The first row has the headings of the columns.
    { label: 'Delete row', run: deleteRow, isPossible: top > 0 && bottom - top < map.height },
    { label: 'Delete column', run: deleteColumn, isPossible: map.width > 1 },
    { label: 'Delete table', run: deleteTable, isPossible: true },
  ];
  return (
    <div role="group" aria-label="Table" className={BAR}>
      {actions.map(({ label, run, isPossible }) => (
        <Button
          key={label}
          size="small"
          variant="quiet"
          disabled={!isPossible}
          className="px-2!"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            run(view.state, view.dispatch);
            // Deleting the last row or column would leave the table.
            if (run !== deleteTable && !isInTable(view.state)) {
              const start = view.state.doc.resolve(tableStart);
              view.dispatch(view.state.tr.setSelection(Selection.near(start)));
            }
            view.focus();
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
