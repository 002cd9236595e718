// node scripts/run.mjs scripts/seed.ts: the local staff account, pictures and posts for `supabase start`. npm start runs it automatically.
import { seed, STAFF } from './lib/local/seed.ts';

const { SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = process.env;
if (!publishableKey || !secretKey) {
  console.error(
    'Set SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY to the keys that `supabase status` shows.',
  );
  process.exit(1);
}
const secret = await seed(
  {
    url: process.env.SUPABASE_URL ?? 'http://127.0.0.1:54321',
    mailboxUrl: process.env.MAILBOX_URL ?? 'http://127.0.0.1:54324',
    keys: { publishableKey, secretKey },
  },
  { name: 'docker' },
);
console.log(
  `The staff account (${STAFF.email}, ${STAFF.password}), the pictures of the case studies and the posts are in place.`,
);
if (secret) {
  console.log(
    `Add this key to an authenticator app, which shows the codes of the sign-in: ${secret}`,
  );
}
