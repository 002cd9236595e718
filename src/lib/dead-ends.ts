import { getAppState, getPageBefore } from './app-state';

/** Visited addresses that are no pages to come back to, with the page before each. */
const deadEnds = new Map<string, string>();

export function noteDeadEnd(pathname: string) {
  deadEnds.set(pathname, pageBeforeDeadEnd(pathname));
}

/** The same before and after the visit of this dead end is recorded. */
export function pageBeforeDeadEnd(pathname: string): string {
  const { lastVisitedPage } = getAppState();
  const before = lastVisitedPage === pathname ? getPageBefore() : lastVisitedPage;
  return deadEnds.get(before) ?? before;
}
