export const SUBSCRIBER_STATES = ['confirmed', 'pending', 'unsubscribed'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

export const STATE_LABELS: Record<SubscriberState, string> = {
  confirmed: 'Confirmed',
  pending: 'Unconfirmed',
  unsubscribed: 'Unsubscribed',
};

export type Subscriber = {
  id: string;
  /** Null once unsubscribed. */
  email: string | null;
  state: SubscriberState;
  requestedAt: Date;
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
  /** When the row is deleted automatically; null while confirmed. */
  eraseAt: Date | null;
  mailError: string | null;
  /** Whether the failed email is tried again. */
  isMailRetried: boolean;
};

export type SubscriberCounts = Record<SubscriberState, number>;
