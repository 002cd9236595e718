import { useSyncExternalStore } from 'react';
import type { SiteLink } from '@/content/site';
import { paths } from '@/lib/paths';
import { getSession, LOADING, subscribeToSession, type SessionState } from './session-store';

/** The session; `loading` while prerendering and during hydration. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, getSession, () => LOADING);
}

const STAFF_LINKS: readonly SiteLink[] = [{ label: 'Admin', to: paths.adminImages }];
const NO_LINKS: readonly SiteLink[] = [];

/** Navigation entries for signed-in users. */
export function useStaffLinks(): readonly SiteLink[] {
  return useSession().user ? STAFF_LINKS : NO_LINKS;
}
