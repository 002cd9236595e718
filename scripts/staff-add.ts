// npm run staff:add -- you@agency.com: makes an address an owner. For the first owner of an
// installation, hosted or local; owners add later ones with the database function add_staff_member.
import { parseArgs } from 'node:util';
import { openProject, request, type Project } from './lib/backup/backup-project.ts';
import { StackError } from './lib/local/stack-error.ts';

const PLACES = {
  hosted: 'the hosted project',
  running: 'the running local site',
  stopped: 'the local data',
} satisfies Record<Project['state'], string>;

const { email, data } = readArguments();
try {
  const project = await openProject(data);
  try {
    await addOwner(project, email);
  } finally {
    await project.close();
  }
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

/**
 * The same as this SQL, run as the database's owner:
 *   insert into public.staff_members (email, role) values ('you@agency.com', 'owner')
 *   on conflict (email) do update set role = 'owner';
 */
async function addOwner(project: Project, email: string) {
  await request(project, 'POST', '/rest/v1/staff_members?on_conflict=email', {
    headers: {
      'content-type': 'application/json',
      prefer: 'resolution=merge-duplicates,return=minimal',
    },
    body: JSON.stringify({ email, role: 'owner' }),
  });
  const place = PLACES[project.state];
  console.log(
    `${email} is an owner of ${place}. They sign up and confirm their address at /admin.`,
  );
}
