// node scripts/run.mjs scripts/seed.ts: the local staff account, pictures and posts for `supabase start`. npm start runs it automatically.
import { seed } from './lib/seed.ts';

const { SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = process.env;
if (!publishableKey || !secretKey) {
  console.error(
    'Set SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY to the keys that `supabase status` shows.',
  );
  process.exit(1);
}
await seed(
  {
    url: process.env.SUPABASE_URL ?? 'http://127.0.0.1:54321',
    mailboxUrl: process.env.MAILBOX_URL ?? 'http://127.0.0.1:54324',
    keys: { publishableKey, secretKey },
  },
  { name: 'docker' },
);
console.log('The staff account, the pictures of the case studies and the posts are in place.');
