import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = '.github/workflows';
const workflows = readdirSync(FOLDER).map(
  (name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')] as const,
);
/** The lines of a step, from its dash to the next one. */
const stepsOf = (text: string) => text.split(/^ {6}- /m).slice(1);

test.each(workflows)('%s pins every action to a commit and names its version', (_, text) => {
  const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
  expect(used.length).toBeGreaterThan(0);
  for (const action of used) {
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test.each(workflows)('%s has write permission only for a release', (name, text) => {
  expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m);
  const written = [...text.matchAll(/^ +([\w-]+): write$/gm)].map(([, right]) => right);
  expect(written).toEqual(name === 'release.yml' ? ['contents'] : []);
  // It would run the code of a pull request with this repository's permissions.
  expect(text).not.toContain('pull_request_target');
});

test.each(workflows)('%s does not keep the token after a checkout', (_, text) => {
  for (const step of stepsOf(text).filter((lines) => lines.includes('actions/checkout@'))) {
    expect(step).toContain('persist-credentials: false');
  }
});

test.each(workflows)(
  '%s passes secrets to single steps only, and to none that installs or builds',
  (_, text) => {
    const holders = stepsOf(text).filter((step) => /secrets\.|github\.token/.test(step));
    for (const step of holders) expect(step).not.toMatch(/npm (?:ci|run)/);
    const mentions = (part: string) => part.match(/\$\{\{ secrets\.|github\.token/g)?.length ?? 0;
    expect(holders.reduce((sum, step) => sum + mentions(step), 0)).toBe(mentions(text));
  },
);

test.each(workflows)('%s passes expressions to a shell as variables, never inline', (_, text) => {
  const commands = [...text.matchAll(/run: (?:\|\n((?: {10}.*\n)+)|(.+))/g)];
  for (const [, block, line] of commands) expect(block ?? line).not.toContain('${{');
});

test('only the jobs of the protected environment deploy', () => {
  const [, deploy = ''] = workflows.find(([name]) => name === 'deploy.yml') ?? [];
  const jobs = deploy.split(/^jobs:$/m)[1]?.match(/^ {2}\w+:$/gm) ?? [];
  expect(jobs).toHaveLength(3);
  expect(deploy.match(/^ {4}environment: production$/gm)).toHaveLength(jobs.length);
  for (const [name, text] of workflows) {
    if (name !== 'deploy.yml') expect(text).not.toMatch(/secrets\./);
  }
});

test('install scripts are disabled', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
});
