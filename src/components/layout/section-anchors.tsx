import { useEffect, useRef } from 'react';
import { clsx } from 'clsx';
import { useSectionInView } from '@/hooks/use-section-in-view';

/** short: of a long title, in the list */
export type PageSection = { id: string; title: string; short?: string };

export type SectionAnchorsProps = {
  /** The ids of elements on the page, in their order. */
  sections: readonly PageSection[];
  /** Beside the form on wide screens; above it on the others. */
  isBeside: boolean;
};

/** The fade of .scroll-hint. */
const FADE_PX = 48;

/** The sections of a long form, with the one being read marked. */
export function SectionAnchors({ sections, isBeside }: SectionAnchorsProps) {
  const current = useSectionInView(sections.map(({ id }) => id).join(' '));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const first = list.current?.querySelector('li');
    const row = list.current?.querySelector('[aria-current]')?.closest('li');
    // Not scrollIntoView, which would also scroll the page.
    if (list.current && first && row) {
      list.current.scrollLeft = row.offsetLeft - first.offsetLeft - FADE_PX;
    }
  }, [current]);
  return (
    <nav
      aria-label="Sections"
      className={clsx(
        'sticky top-0 z-20 short:static -mx-gutter tablet:top-16 border-b border-line bg-surface text-small desktop:top-0',
        isBeside && 'wide:static wide:mx-0 wide:border-0 wide:pt-9',
      )}
    >
      <ul
        ref={list}
        className={clsx(
          'scroll-hint flex gap-x-4.5 overflow-x-auto desktop:gap-x-6 px-gutter [scrollbar-width:none]',
          isBeside &&
            'wide:sticky wide:top-6 wide:flex-col wide:overflow-visible wide:border-s wide:border-line wide:px-0',
        )}
      >
        {sections.map(({ id, title, short }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={clsx(
                'flex min-h-11 items-center border-b-2 whitespace-nowrap transition-colors duration-control',
                isBeside &&
                  'wide:-ms-px wide:min-h-9 wide:border-s-2 wide:border-b-0 wide:py-1 wide:ps-4 wide:whitespace-normal',
                id === current
                  ? 'border-accent font-semibold text-ink'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
              onClick={(event) => {
                // Not a navigation: one would ask about unsaved text.
                event.preventDefault();
                const section = document.getElementById(id);
                section?.scrollIntoView();
                section?.focus({ preventScroll: true });
              }}
            >
              <BoldWidth>{short ?? title}</BoldWidth>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** As wide as its words in bold: a link that is marked moves no other. */
function BoldWidth({ children }: { children: string }) {
  return (
    <span
      data-text={children}
      className="after:block after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-text)/'']"
    >
      {children}
    </span>
  );
}
