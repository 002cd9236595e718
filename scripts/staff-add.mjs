// npm run staff:add -- you@agency.com: makes an address an owner. For the first owner of an
// installation, hosted or local; later ones are added in the admin area.
import { ensureInstalled } from './lib/install.mjs';

ensureInstalled();
const { existsSync } = await import('node:fs');
const { FolderInUseError } = await import('./lib/lock.mjs');
const { startStack, StackError } = await import('./lib/stack.mjs');
const { workspaceFolder } = await import('./lib/workspace.mjs');
const { runningStack } = await import('./lib/running.mjs');

const email = process.argv[2]?.trim().toLowerCase() ?? '';
if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email) || email.length > 254) {
  console.error('Usage: npm run staff:add -- you@agency.com');
  process.exit(1);
}

const { SUPABASE_URL: hostedUrl, SUPABASE_SECRET_KEY: hostedKey } = process.env;
if (Boolean(hostedUrl) !== Boolean(hostedKey)) {
  console.error('For a hosted project set both SUPABASE_URL and SUPABASE_SECRET_KEY; for the local one neither.');
  process.exit(1);
}

try {
  if (hostedUrl && hostedKey) await addOwner(hostedUrl, hostedKey, 'the hosted project');
  else await addLocally();
} catch (error) {
  console.error(error instanceof StackError || error instanceof FolderInUseError ? error.message : error);
  process.exitCode = 1;
}

async function addLocally() {
  const running = await runningStack('local');
  if (running) return addOwner(running.url, running.secretKey, 'the running local site');
  if (!existsSync(workspaceFolder('local'))) {
    throw new StackError('There is no local data yet. Run npm start once.', 'none');
  }
  const stack = await startStack({
    name: 'local',
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
 *
 * @param {string} url
 * @param {string} secretKey
 * @param {string} where
 */
async function addOwner(url, secretKey, where) {
  const response = await fetch(`${url.replace(/\/+$/, '')}/rest/v1/staff_members?on_conflict=email`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      'content-type': 'application/json',
      prefer: 'resolution=merge-duplicates,return=minimal',
    },
    body: JSON.stringify({ email, role: 'owner' }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  console.log(`${email} is an owner of ${where}. They sign up and confirm their address at /admin.`);
}
