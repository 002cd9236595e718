// npm run import -- <export>: posts, pictures, names and old addresses of a WordPress export (.xml), a Ghost export (.json)
// or a folder of Markdown files. Says what would happen; --run does it, --undo takes it back. docs/moving-in.md
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { openExport } from './lib/import/open-export.ts';
import { planImport, type Fact } from './lib/import/plan.ts';
import { readStored, runImport, type Outcome, type Stored } from './lib/import/run.ts';
import { signInAsStaff } from './lib/import/staff-session.ts';
import { undoImport } from './lib/import/undo.ts';
import { StackError } from './lib/local/stack-error.ts';

/** Lines of a group on the screen; --report has all. */
const SHOWN = 10;
const options = readArguments();
const report: string[] = [];
try {
  const source = await openExport(options.path, options.from);
  const isDry = !options.run && !options.undo;
  const session = isDry ? null : await signInAsStaff(options.data, askCode);
  const nothing: Stored = { posts: new Map(), redirects: [], pictures: new Map() };
  const stored = session ? await readStored(session) : nothing;
  const plan = await planImport(source, stored);
  const pictures = [...new Set(plan.pictures.values())];
  say(
    `${source.site}: ${count(plan.posts.size, 'post')}, ${count(pictures.length, 'picture')}, ${count(plan.redirects.length, 'redirect')}, ` +
      `${count(plan.authors.length, 'author')}, ${count(plan.categories.length, 'category')}, ${count(plan.tags.length, 'tag')}.`,
  );
  if (isDry) {
    list(
      'Posts',
      [...plan.posts.values()].map(({ path, body }) => `${path} ${body.title} (${stateOf(body)})`),
    );
    list('Authors', plan.authors);
    list('Categories', plan.categories);
    list(
      'Redirects',
      plan.redirects.map(({ from, to }) => `${from} → ${to}`),
    );
    list(
      'Pictures',
      pictures.map(({ addresses }) => addresses[0]?.slice(0, 300) ?? ''),
    );
  }
  list('Carried over differently, or not at all', plan.notes.map(line));
  list('Old addresses that cannot lead here', plan.lost.map(line));
  if (session) {
    const { folder } = source;
    const places = { folder, pictures: options.pictures, hosts: options.hosts };
    const outcome = options.undo
      ? await undoImport(session, plan, stored)
      : await runImport(session, source, plan, stored, {
          places,
          leavesOut: options['leave-out-missing'],
          log: console.log,
        });
    sayOutcome(outcome, session.label);
  } else say('\nNothing was written. The same command with --run imports it.');
  if (options.report) writeFileSync(options.report, `${report.join('\n')}\n`);
} catch (error) {
  console.error(error instanceof StackError ? error.message : error);
  process.exitCode = 1;
}

function sayOutcome(
  { posts, pictures, redirects, names, there, kept, failed }: Outcome,
  label: string,
) {
  list('Kept as it is here', kept.map(line));
  list('Failed', failed.map(line));
  const what = `${count(posts, 'post')}, ${count(pictures, 'picture')}, ${count(redirects, 'redirect')}`;
  say(
    options.undo
      ? `\n${what} and ${count(names, 'name')} removed from ${label}.`
      : `\n${what} written to ${label}; ${count(there, 'post')} of an earlier run.`,
  );
  if (options.undo) return;
  say(
    'Build and publish the site, so that hosts know the redirects. The same command with --undo takes it back.',
  );
  if (failed.length > 0) {
    say(
      'Run the same command again for what has failed. --leave-out-missing writes posts without missing pictures.',
    );
    process.exitCode = 1;
  }
}

function stateOf({
  status,
  publishedAt,
}: {
  status?: string | undefined;
  publishedAt?: string | null | undefined;
}) {
  if (status !== 'published') return 'draft';
  return `${Date.parse(publishedAt ?? '') > Date.now() ? 'scheduled for' : 'published'} ${publishedAt?.slice(0, 10) ?? 'now'}`;
}

function line({ what, why }: Fact) {
  return `${what}: ${why}`;
}

function count(number: number, noun: string) {
  const many = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number.toLocaleString('en')} ${number === 1 ? noun : many}`;
}

function say(text: string) {
  report.push(text);
  console.log(text);
}

function list(title: string, lines: string[]) {
  if (lines.length === 0) return;
  const all = lines.map((one) => `  ${one}`);
  report.push(`\n${title} (${lines.length})`, ...all);
  console.log([`\n${title} (${lines.length})`, ...all.slice(0, SHOWN)].join('\n'));
  if (all.length > SHOWN)
    console.log(
      `  and ${all.length - SHOWN} more${options.report ? '' : ': add --report report.txt'}`,
    );
}

async function askCode() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const code = await terminal.question('Code of the authenticator app: ');
  terminal.close();
  return code.replace(/\s/g, '');
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        run: { type: 'boolean', default: false },
        undo: { type: 'boolean', default: false },
        from: { type: 'string' },
        pictures: { type: 'string' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        'leave-out-missing': { type: 'boolean', default: false },
        report: { type: 'string' },
        data: { type: 'string', default: 'local' },
      },
    });
    const [path, ...more] = positionals;
    if (path && more.length === 0 && !(values.run && values.undo)) {
      const { from = null, pictures = null, report: file = null } = values;
      return { ...values, path, from, pictures, report: file, hosts: values['allow-host'] };
    }
  } catch {
    // An unknown option: the usage below lists the valid ones.
  }
  console.error(
    'Usage: npm run import -- <export.xml | export.json | folder> [--run | --undo] [--from https://old-site] [--pictures <folder>]\n' +
      '         [--allow-host <host:port>] [--leave-out-missing] [--report <file>] [--data <name of other local data>]',
  );
  process.exit(1);
}
