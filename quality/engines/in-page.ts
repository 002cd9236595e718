// Sent to the browser as source: a function here may use only its arguments and what it finds in the page.
import type * as Queries from '@testing-library/dom';
import type { Target } from './page';

declare const TestingLibraryDom: typeof Queries;

/** The first element that assistive technology is given by this role and name. */
export function findTarget({ role, name, startsWith, within }: Target): HTMLElement | null {
  const container = within ? findTarget(within) : document.body;
  if (!container) return null;
  const wanted = startsWith === undefined ? name : (found: string) => found.startsWith(startsWith);
  // Fields of a password have no role.
  if (role === 'password') return container.querySelector('input[type=password]');
  return TestingLibraryDom.queryAllByRole(container, role, { name: wanted })[0] ?? null;
}

/** The middle of an element in the viewport; null while it is missing, disabled or covered. */
export function locate(target: Target): { x: number; y: number } | null {
  const element = findTarget(target);
  if (!element || element.matches(':disabled')) return null;
  element.scrollIntoView({ behavior: 'instant', block: 'center' });
  const box = element.getBoundingClientRect();
  const x = Math.round(box.x + box.width / 2);
  const y = Math.round(box.y + box.height / 2);
  const top = document.elementFromPoint(x, y);
  const isReachable = element.contains(top) || top?.closest('label')?.contains(element);
  return isReachable ? { x, y } : null;
}

/** React has taken over the page: it marks the elements it knows. Before that, links load documents. */
export function isHydrated(): boolean {
  return Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));
}

/** Keeps errors beyond the next document of this tab. */
export function watchProblems() {
  const note = (problem: string) => {
    const before = JSON.parse(sessionStorage.getItem('problems') ?? '[]');
    sessionStorage.setItem('problems', JSON.stringify([...before, problem]));
  };
  addEventListener('error', ({ message }) => message && note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(`unhandled: ${reason}`));
  const report = console.error;
  console.error = (...values: unknown[]) => {
    note(values.join(' '));
    report(...values);
  };
}
