/** The signed-in member. */
export type Me = { id: string; email: string };

export type Note = {
  id: string;
  authorId: string | null;
  /** Null after a restore into another project. */
  author: string | null;
  text: string;
  createdAt: Date;
  editedAt: Date | null;
};

export const MESSAGE_STATES = ['sending', 'sent', 'failed', 'received'] as const;

/** A reply of staff, or a mail of the client. */
export type Message = {
  id: string;
  isReply: boolean;
  authorId: string | null;
  authorEmail: string;
  authorName: string | null;
  text: string;
  attachmentNames: readonly string[];
  state: (typeof MESSAGE_STATES)[number];
  error: string | null;
  /** Failed, or without an outcome for a minute. */
  mayBeSentAgain: boolean;
  createdAt: Date;
};

/** A file with the enquiry, a reply or a mail of the client. */
export type ConversationFile = {
  id: string;
  /** Null for the enquiry itself. */
  messageId: string | null;
  name: string;
  bytes: number;
};
