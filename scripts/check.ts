// npm run check: the checks before every commit, in parallel: types (those of the functions by Deno), lint,
// format, unused code (tests are no caller) and packages, acceptance numbers and unit tests.
import { runChecks } from './lib/checks.ts';
import { root } from './lib/install.mjs';

const failed = await runChecks(root, [
  'types',
  'functions',
  'lint',
  'format',
  'unused',
  'packages',
  'acceptance',
  'brand',
  'unit',
]);
process.exit(failed.length === 0 ? 0 : 1);
