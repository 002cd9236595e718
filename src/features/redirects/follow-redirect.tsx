import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router-dom';
import { redirectLookup } from './lookup';

export type FollowRedirectProps = {
  /** Shown during the lookup. */
  pending: ReactNode;
  /** Shown if there is no redirect. */
  children: ReactNode;
};

const redirectedState = { moved: true } as const;

/** Follows the redirect of an address without a page, once. */
export function FollowRedirect({ pending, children }: FollowRedirectProps) {
  const { pathname, state } = useLocation();
  const wasRedirected = isRecord(state) && state.moved === true;
  const lookup = useQuery({ ...redirectLookup(pathname), enabled: !wasRedirected });
  if (wasRedirected) return children;
  if (lookup.isPending) return pending;
  if (lookup.data) return <Navigate to={lookup.data} state={redirectedState} replace />;
  return children;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
