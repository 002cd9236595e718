import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { FileText, Image, Inbox, Newspaper, PanelsTopLeft, Search, UsersRound } from 'lucide-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Input } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { SEARCH_MAX } from '@/lib/constants';
import { messageOf } from '@/lib/errors';
import { isComposing } from '@/lib/words/is-composing';
import { markMatches } from '@/lib/words/matches';
import { HIT_KINDS, type Hit, type HitKind } from '../api';

const KINDS: Readonly<Record<HitKind, { label: string; icon: ReactNode }>> = {
  'case-study': { label: 'Case studies', icon: <FileText aria-hidden="true" /> },
  post: { label: 'Posts', icon: <Newspaper aria-hidden="true" /> },
  page: { label: 'Texts of pages', icon: <PanelsTopLeft aria-hidden="true" /> },
  enquiry: { label: 'Enquiries', icon: <Inbox aria-hidden="true" /> },
  picture: { label: 'Images', icon: <Image aria-hidden="true" /> },
  member: { label: 'People', icon: <UsersRound aria-hidden="true" /> },
};

/** After the last key: each search is a request. */
const PAUSE_MS = 150;

export type SearchDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  search: (words: string, signal: AbortSignal) => Promise<Hit[]>;
  onChoose: (hit: Hit) => void;
};

export function SearchDialog({ isOpen, onOpenChange, ...rest }: SearchDialogProps) {
  return (
    <Dialog title="Search" isTitleHidden size="large" {...{ isOpen, onOpenChange }}>
      <SearchBox {...rest} />
    </Dialog>
  );
}

function SearchBox({ search, onChoose }: Pick<SearchDialogProps, 'search' | 'onChoose'>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // Otherwise the dialog focuses its first button.
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: ['search', words],
    queryFn: ({ signal }) => search(words, signal),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    // What was written meanwhile is found.
    staleTime: 0,
  });
  const hits = words === '' || query.isError ? [] : inOrder(query.data ?? []);
  const current = hits[Math.min(active, hits.length - 1)];
  const optionId = (hit: Hit) => `${id}-${hit.kind}-${hit.id}`;
  const currentId = current && optionId(current);
  useEffect(() => {
    if (currentId === undefined) return;
    document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return;
    const last = hits.length - 1;
    const at = Math.min(active, last);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      // Home and End move the cursor in the field.
      PageDown: last,
      PageUp: 0,
    };
    const next = moves[event.key];
    if (next !== undefined && hits.length > 0) {
      event.preventDefault();
      setActive(next);
    }
    // Not the hits of the words before.
    if (event.key === 'Enter' && current && typed.trim() === words && !query.isPlaceholderData) {
      event.preventDefault();
      onChoose(current);
    }
  }

  return (
    <div className="grid gap-4">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4.5 text-muted"
        />
        <Input
          ref={field}
          type="search"
          role="combobox"
          aria-label="Search the staff area"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={currentId}
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          placeholder="Titles, texts, people, numbers"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={handleKeyDown}
          className="ps-10"
        />
      </div>
      <p role="status" className={clsx('text-small text-muted', hits.length > 0 && 'sr-only')}>
        {statusOf(words, query, hits.length)}
      </p>
      {query.isError && words !== '' && (
        <div role="alert" className="flex flex-wrap items-center gap-4">
          <p>{messageOf(query.error)}</p>
          <Button size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {query.isLoading && (
        <div aria-hidden="true" className="grid gap-3">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-12" />
          ))}
        </div>
      )}
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label="Results"
        aria-busy={query.isFetching}
        className="grid gap-5"
      >
        {HIT_KINDS.map((kind) => {
          const ofKind = hits.filter((hit) => hit.kind === kind);
          return (
            ofKind.length > 0 && (
              <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
                <p
                  id={`${id}-${kind}`}
                  className="flex items-center gap-2 border-b border-line pb-1.5 text-small font-semibold text-muted [&_svg]:size-4"
                >
                  {KINDS[kind].icon}
                  {KINDS[kind].label}
                </p>
                {ofKind.map((hit) => (
                  <Option
                    key={hit.id}
                    {...{ hit, words }}
                    id={optionId(hit)}
                    isActive={hit === current}
                    onChoose={() => onChoose(hit)}
                  />
                ))}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function inOrder(hits: readonly Hit[]): Hit[] {
  return HIT_KINDS.flatMap((kind) => hits.filter((hit) => hit.kind === kind));
}

function statusOf(words: string, query: { isFetching: boolean; isError: boolean }, count: number) {
  if (words === '') return 'Finds every word of case studies, posts, pages, enquiries and images.';
  if (query.isError) return '';
  if (count > 0) return `${count} ${count === 1 ? 'result' : 'results'}`;
  return query.isFetching ? 'Searching…' : `Nothing found for “${words}”.`;
}

type OptionProps = {
  id: string;
  hit: Hit;
  words: string;
  isActive: boolean;
  onChoose: () => void;
};

/** Reached with the arrow keys of the field, which keeps the focus. */
function Option({ id, hit: { title, detail, snippet }, words, isActive, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={clsx(
        'mt-1 block w-full cursor-pointer rounded-control text-start px-3 py-2 text-base',
        isActive ? 'bg-sunken shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-sunken',
      )}
    >
      <span dir="auto" className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <Marked text={title} words={words} />
        </span>
        {detail !== null && (
          <bdi className="min-w-0 text-small [overflow-wrap:anywhere] text-muted">
            <Marked text={detail} words={words} />
          </bdi>
        )}
      </span>
      {snippet !== null && snippet !== '' && (
        <span dir="auto" className="mt-0.5 line-clamp-3 text-small text-muted">
          <Marked text={snippet} words={words} />
        </span>
      )}
    </button>
  );
}

function Marked({ text, words }: { text: string; words: string }) {
  return markMatches(text, words).map((part, place) =>
    part.isMatch ? (
      <mark key={place} className="bg-transparent font-semibold text-accent-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
