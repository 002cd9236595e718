import type { PictureFacts } from '@contracts/picture-facts';
import type { Json } from '@/lib/database.types';

/** What a link may answer instead of showing its text. */
export type Refusal =
  | 'unknown'
  | 'withdrawn'
  | 'expired'
  | 'deleted'
  | 'passphrase'
  | 'wrong-passphrase'
  | 'locked';

/** Where words stand in the content, like ['study', 'challenge'] or ['metrics', '0']; [] for the whole. */
export type Anchor = readonly string[];

export type ClientComment = {
  id: string;
  authorName: string;
  anchor: Anchor;
  /** The words or the picture beside which it was written. */
  quote: string | null;
  text: string;
  /** The client does not approve the text before this is changed. */
  asksChange: boolean;
  isDone: boolean;
  /** What staff have answered. */
  answer: { text: string; at: Date } | null;
  /** The words beside it have changed since. */
  isOutdated: boolean;
  createdAt: Date;
};

/** A note of a member for others. No client is shown it. */
export type StaffNote = ClientComment & {
  /** Null once the member has left. */
  authorEmail: string | null;
  /** The member in whose To do it stands. */
  forEmail: string | null;
};

/** Where in a document a note can stand. */
export type NotePlace = { label: string; anchor: Anchor };

/** What a client reads by a link. */
export type OpenedSignOff = {
  id: string;
  kind: 'case-study' | 'post';
  version: number;
  title: string;
  /** Shaped like the content of a working copy. */
  content: Json;
  contentHash: string;
  clientName: string;
  askedAt: Date;
  expiresAt: Date;
  /** False once staff have saved something else. */
  isCurrent: boolean;
  pictureFacts: PictureFacts;
  /** Of these words. */
  approval: {
    name: string;
    approvedAt: Date;
    /** The client gave an address, to which a copy was sent. */
    isMailed: boolean;
  } | null;
  comments: readonly ClientComment[];
};

export type Key = { token: string; passphrase: string | null };

export type NewComment = {
  /** The same when it is sent again. */
  id: string;
  authorName: string;
  anchor: Anchor;
  quote: string | null;
  text: string;
  asksChange: boolean;
};

export type NewApproval = { id: string; name: string; email: string; contentHash: string };
