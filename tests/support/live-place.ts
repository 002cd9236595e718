import pg from 'pg';

export type LivePlace = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The legacy keys; '' where the project has none. */
  anonKey: string;
  serviceRoleKey: string;
  databaseUrl: string;
  /** An origin that ALLOWED_ORIGINS of the functions names. */
  siteUrl: string;
  /** Of Mailpit's API. */
  mailboxUrl: string;
  /** INBOUND_MAIL_SECRET of the functions; '' where they have none. */
  inboundSecret: string;
};

export async function connectToSupabase({ databaseUrl, ...place }: LivePlace) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const sql = {
    query: (text: string, values?: unknown[]) => client.query(text, values),
    exec: (text: string) => client.query(text),
  };
  // No test of this suite signs tokens itself.
  return { ...place, sql, jwtSecret: '' };
}
