/** The result of a check. */
export type Verdict = {
  isGood: boolean;
  message: string;
  /** What staff can do about it. */
  advice?: string;
  link?: { label: string; to: string };
  /** What is to be mended, each with the page that mends it. */
  places?: readonly { text: string; label: string; to: string }[];
  /** What the caller can do here; afterwards the check runs again. */
  action?: { label: string; run: () => Promise<void> };
};

export type HealthCheck = {
  /** Unique: part of the query key. */
  key: string;
  name: string;
  /** Throws when the check itself fails. */
  run: (signal: AbortSignal) => Promise<Verdict> | Verdict;
  /** What staff can do when the check itself fails. */
  adviceOnFailure?: string;
};

export type HealthGroup = { name: string; checks: readonly HealthCheck[] };
