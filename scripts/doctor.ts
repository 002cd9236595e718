// npm run doctor -- --url https://www.agency.com: asks a deployed site what can be asked with its keys, and prints
// what is wrong with the line to run. Ends with code 1 if anything is.
import { parseArgs } from 'node:util';
import { BY_HAND, BY_HAND_WITHOUT_TOKEN, examine, type Place } from './lib/checks/doctor.ts';

const place = readPlace();
const findings = await examine(place);
for (const { name, isGood, message, advice } of findings) {
  console.log(`${isGood ? 'good ' : 'WRONG'}  ${name}: ${message}`);
  if (advice !== undefined) console.log(`         ${advice}`);
}
if (place.secretKey === undefined) {
  console.log(
    '\nJobs, policies, migrations and mails: set SUPABASE_SECRET_KEY to have them asked.',
  );
}
if (place.accessToken === undefined) {
  console.log('\nSettings and mails of Auth: set SUPABASE_ACCESS_TOKEN to have them asked.');
}
const byHand = [...(place.accessToken === undefined ? BY_HAND_WITHOUT_TOKEN : []), ...BY_HAND];
console.log(`\nLook at these yourself:\n${byHand.map((line) => `- ${line}`).join('\n')}`);
const wrong = findings.filter(({ isGood }) => !isGood).length;
console.log(`\n${findings.length} checks, ${wrong} wrong.`);
process.exitCode = wrong === 0 ? 0 : 1;

function readPlace(): Place {
  const { env } = process;
  const publishableKey = env.SUPABASE_PUBLISHABLE_KEY || env.VITE_SUPABASE_ANON_KEY;
  try {
    const { values } = parseArgs({ options: { url: { type: 'string' } } });
    if (values.url && publishableKey) {
      const site = new URL(values.url).origin;
      const backend = new URL(env.SUPABASE_URL || env.VITE_SUPABASE_URL || site).origin;
      const { SUPABASE_SECRET_KEY: secretKey, SUPABASE_ACCESS_TOKEN: accessToken } = env;
      return {
        ...{ site, backend, publishableKey },
        ...(secretKey && { secretKey }),
        ...(accessToken && { accessToken }),
      };
    }
  } catch {
    // An unknown option or no address: the usage below says what is expected.
  }
  console.error(
    'Usage: SUPABASE_URL=https://<ref>.supabase.co SUPABASE_PUBLISHABLE_KEY=sb_publishable_… ' +
      '[SUPABASE_SECRET_KEY=sb_secret_…] [SUPABASE_ACCESS_TOKEN=sbp_…] npm run doctor -- --url https://www.agency.com',
  );
  process.exit(1);
}
