import { useSyncExternalStore } from 'react';
import type { SiteLink } from '@/content/site';
import { paths } from '@/lib/paths';
import { getSession, LOADING, subscribeToSession, type SessionState } from './session-store';

/** Who is at the screen; on the server and during hydration nobody is known yet. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, getSession, () => LOADING);
}

const STAFF_LINKS: readonly SiteLink[] = [{ label: 'Admin', to: paths.adminImages }];
const NO_LINKS: readonly SiteLink[] = [];

/** The navigation entries only signed-in people see. */
export function useStaffLinks(): readonly SiteLink[] {
  return useSession().user ? STAFF_LINKS : NO_LINKS;
}
