/** What a check came to, in words for whoever has to act on it. */
export type Verdict = {
  isGood: boolean;
  says: string;
  /** What to do about it. */
  advice?: string;
  /** Where to do it. */
  link?: { label: string; to: string };
};

export type HealthCheck = {
  /** Unique, and the same for as long as the check means the same. */
  key: string;
  name: string;
  /** Throws when it cannot be found out. */
  run: (signal: AbortSignal) => Promise<Verdict> | Verdict;
  /** What to do when it cannot be found out. */
  adviceOnFailure?: string;
};

export type HealthGroup = { name: string; checks: readonly HealthCheck[] };
