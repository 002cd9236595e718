import { useState } from 'react';
import type { WaitingEnquiry } from './api';

/** Something that happened and concerns this member. */
export type Notice = {
  /** The same for the same event, on every device. */
  key: string;
  title: string;
  detail: string;
  at: Date;
  to: string;
};

type Addresses = { enquiry: (id: string) => string; requests: string };
type AskedAccess = { id: string; email: string; createdAt: Date };

/**
 * Computed from what is open: an answered enquiry or request is no notice any more.
 *
 * @param others notices of other features
 */
export function noticesOf(
  enquiries: readonly WaitingEnquiry[],
  requests: readonly AskedAccess[],
  others: readonly Notice[],
  me: string,
  addresses: Addresses,
): Notice[] {
  const ofEnquiries = enquiries.flatMap(({ id, name, about, isNew, assignedTo, createdAt }) => {
    const notice = { detail: about, at: createdAt, to: addresses.enquiry(id) };
    if (assignedTo === me) {
      return [{ ...notice, key: `assigned ${id}`, title: `Assigned to you: ${name}` }];
    }
    return isNew && assignedTo === null
      ? [{ ...notice, key: `enquiry ${id}`, title: `New enquiry: ${name}` }]
      : [];
  });
  const ofRequests = requests.map(({ id, email, createdAt }) => ({
    key: `access ${id}`,
    title: 'Access requested',
    detail: email,
    at: createdAt,
    to: addresses.requests,
  }));
  return [...ofEnquiries, ...ofRequests, ...others].sort((a, b) => b.at.getTime() - a.at.getTime());
}

export const SEEN_NOTICES_KEY = 'seen-notices';

type Seen = { user: string; keys: readonly string[] };

/** Which notices were in the bell when it was last opened on this device. */
export function useSeenNotices(user: string, notices: readonly Notice[]) {
  const [seen, setSeen] = useState(readSeen);
  const known = seen?.user === user ? seen.keys : [];
  return {
    newKeys: new Set(notices.map(({ key }) => key).filter((key) => !known.includes(key))),
    markSeen: () => {
      const next = { user, keys: notices.map(({ key }) => key) };
      setSeen(next);
      try {
        localStorage.setItem(SEEN_NOTICES_KEY, JSON.stringify(next));
      } catch {
        // Storage is blocked: they stay seen until the page is closed.
      }
    },
  };
}

function readSeen(): Seen | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SEEN_NOTICES_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { user, keys } = stored as Record<string, unknown>;
    if (typeof user !== 'string' || !Array.isArray(keys)) return null;
    return { user, keys: keys.filter((key) => typeof key === 'string') };
  } catch {
    return null;
  }
}
