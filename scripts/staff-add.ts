// npm run staff:add -- you@agency.com: makes an address an owner. For the first owner of an
// installation, hosted or local; owners add later ones with the database function add_staff_member.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runningStack } from './lib/running.ts';
import { StackError } from './lib/stack-error.ts';
import { startStack } from './lib/stack.ts';
import { workspaceFolder } from './lib/workspace.ts';

const { email, data } = readArguments();
const { SUPABASE_URL: hostedUrl, SUPABASE_SECRET_KEY: hostedKey } = process.env;
if (Boolean(hostedUrl) !== Boolean(hostedKey)) {
  console.error(
    'For a hosted project set both SUPABASE_URL and SUPABASE_SECRET_KEY; for the local one neither.',
  );
  process.exit(1);
}

try {
  if (hostedUrl && hostedKey) await addOwner(hostedUrl, hostedKey, 'the hosted project');
  else await addLocally();
} catch (error) {
  console.error(error instanceof StackError ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { data: { type: 'string', default: 'local' } },
    });
    const email = positionals[0]?.trim().toLowerCase() ?? '';
    const isAddress = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email) && email.length <= 254;
    if (isAddress && positionals.length === 1) return { email, data: values.data };
  } catch {
    // An unknown option: the usage below lists the valid ones.
  }
  console.error('Usage: npm run staff:add -- you@agency.com [--data <name of other local data>]');
  process.exit(1);
}

async function addLocally() {
  const running = await runningStack(data);
  if (running) return addOwner(running.url, running.secretKey, 'the running local site');
  if (!existsSync(workspaceFolder(data))) {
    throw new StackError(`There is no ${data} data yet: run npm start once.`, 'none');
  }
  const stack = await startStack({
    name: data,
    siteUrl: 'http://localhost:5173',
    port: 0,
    mailboxPort: 0,
    smtpPort: 0,
    seed: false,
  });
  try {
    await addOwner(stack.url, stack.keys.secretKey, 'the local data');
  } finally {
    await stack.stop();
  }
}

/**
 * The same as this SQL, run as the database's owner:
 *   insert into public.staff_members (email, role) values ('you@agency.com', 'owner')
 *   on conflict (email) do update set role = 'owner';
 */
async function addOwner(url: string, secretKey: string, where: string) {
  const response = await fetch(
    `${url.replace(/\/+$/, '')}/rest/v1/staff_members?on_conflict=email`,
    {
      method: 'POST',
      headers: {
        apikey: secretKey,
        'content-type': 'application/json',
        prefer: 'resolution=merge-duplicates,return=minimal',
      },
      body: JSON.stringify({ email, role: 'owner' }),
    },
  );
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  console.log(
    `${email} is an owner of ${where}. They sign up and confirm their address at /admin.`,
  );
}
