// Limits of what is written about an enquiry after it has arrived. The database repeats them
// (migrations/*_enquiry_conversations.sql); tests/database compares.

/** In characters as Postgres counts them (code points), inclusive. */
export const CONVERSATION_LIMITS = {
  note: 4000,
} as const;
