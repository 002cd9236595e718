import { spawn } from 'node:child_process';
import { root } from '../install.mjs';

const commands: Record<string, string[]> = {
  functions: [
    ...['node_modules/deno/bin.cjs', 'check', '--quiet'],
    ...['--no-lock', '--node-modules-dir=manual', 'supabase/functions/*/index.ts'],
  ],
  // Reports what the compiler would.
  lint: [
    ...['node_modules/oxlint/bin/oxlint', '--config', 'oxlint.config.js'],
    ...['--deny-warnings', '--report-unused-disable-directives'],
  ],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  unused: ['node_modules/knip/bin/knip.js', '--cache', '--production'],
  packages: ['node_modules/knip/bin/knip.js', '--cache'],
  acceptance: ['scripts/run.mjs', 'scripts/check-acceptance.ts'],
  brand: ['scripts/run.mjs', 'scripts/check-brand.ts'],
  // Those that import what has changed since the last commit (all after other files: forceRerunTriggers in
  // vite.config.ts); npm test runs all. By default Vitest leaves one core free.
  unit: [
    ...['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--project=dom'],
    ...['--changed', '--maxWorkers=100%'],
  ],
};

export const CHECKS = Object.keys(commands);

/**
 * Runs the named checks, `atOnce` at a time, and prints the output of those that fail.
 *
 * @returns the names of those that failed
 */
export async function runChecks(names: string[], atOnce: number): Promise<string[]> {
  const waiting = [...names];
  const results: Awaited<ReturnType<typeof run>>[] = [];
  const runNext = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      results.push(await run(name));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  for (const { name, code, output, seconds } of results) {
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
    if (code !== 0) console.log(output);
  }
  return results.filter(({ code }) => code !== 0).map(({ name }) => name);
}

function run(
  name: string,
): Promise<{ name: string; code: number; output: string; seconds: string }> {
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, commands[name] ?? [], { cwd: root });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
      resolve({ name, code: code ?? 1, output, seconds });
    });
  });
}
