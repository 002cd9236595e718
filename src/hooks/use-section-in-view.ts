import { useEffect, useState } from 'react';

/**
 * The section being read, for a list of contents.
 *
 * @param ids of the sections in their order, separated by spaces
 */
export function useSectionInView(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  // The last section may be too short to reach the upper part of the window.
  const [isAtEnd, setIsAtEnd] = useState(false);
  useEffect(() => {
    const handleScroll = () => {
      const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      setIsAtEnd(window.scrollY > 0 && left < 2);
    };
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => window.removeEventListener('scroll', handleScroll);
  }, []);
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
      // A line in the upper part of the window: of two sections one is marked.
      { rootMargin: '-25% 0px -74%' },
    );
    for (const section of observed) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);
  return isAtEnd ? ids.split(' ').at(-1) : current;
}
