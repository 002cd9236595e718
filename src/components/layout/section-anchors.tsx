import { useEffect, useRef, useState } from 'react';
import { clsx } from 'clsx';

export type SectionAnchorsProps = {
  /** The ids of elements on the page, in their order. */
  sections: readonly { id: string; title: string }[];
  className?: string;
};

/** The sections of a long form, with the one being read marked: beside it, on small screens above it. */
export function SectionAnchors({ sections, className }: SectionAnchorsProps) {
  const current = useSectionInView(sections.map(({ id }) => id).join(' '));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const first = list.current?.querySelector('li');
    const row = list.current?.querySelector('[aria-current]')?.closest('li');
    // Not scrollIntoView, which would also scroll the page.
    if (list.current && first && row) list.current.scrollLeft = row.offsetLeft - first.offsetLeft;
  }, [current]);
  return (
    <nav
      aria-label="Sections"
      className={clsx(
        'text-small max-wide:sticky max-wide:top-16 max-wide:z-20 max-wide:-mx-gutter max-wide:border-y max-wide:border-line max-wide:bg-surface desktop:max-wide:top-0',
        className,
      )}
    >
      <ul
        ref={list}
        className="scroll-hint flex gap-x-6 max-wide:overflow-x-auto max-wide:px-gutter [scrollbar-width:none] wide:sticky wide:top-6 wide:flex-col wide:border-s wide:border-line"
      >
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={clsx(
                'flex min-h-11 items-center transition-colors duration-control max-wide:border-b-2 max-wide:whitespace-nowrap wide:-ms-px wide:min-h-9 wide:border-s-2 wide:py-1 wide:ps-4',
                id === current
                  ? 'border-accent text-ink wide:font-semibold'
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
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** @param ids separated by spaces */
function useSectionInView(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    const inView = new Set<string>();
    const order = ids.split(' ');
    const observed = order.flatMap((id) => document.getElementById(id) ?? []);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        // Between two sections the last one stays; above all of them it is the first.
        const isAbove = (observed[0]?.getBoundingClientRect().top ?? 0) > 0;
        setCurrent((before) => order.find((id) => inView.has(id)) ?? (isAbove ? order[0] : before));
      },
      // The upper part of the window.
      { rootMargin: '-20% 0px -65%' },
    );
    for (const section of observed) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
