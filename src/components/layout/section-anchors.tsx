import { useEffect, useState } from 'react';
import { clsx } from 'clsx';

export type SectionAnchorsProps = {
  /** The ids of elements on the page, in their order. */
  sections: readonly { id: string; title: string }[];
  className?: string;
};

/** Beside a long form: its sections, with the one being read marked. */
export function SectionAnchors({ sections, className }: SectionAnchorsProps) {
  const current = useSectionInView(sections.map(({ id }) => id).join(' '));
  return (
    <nav aria-label="Sections" className={clsx('text-small', className)}>
      <ul className="sticky top-6 border-s border-line">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={clsx(
                '-ms-px flex min-h-9 items-center border-s-2 py-1 ps-4 transition-colors duration-control',
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
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        setCurrent((before) => order.find((id) => inView.has(id)) ?? before);
      },
      // The upper part of the window.
      { rootMargin: '-20% 0px -65%' },
    );
    for (const id of order) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
