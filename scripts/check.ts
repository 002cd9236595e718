// npm run check: the checks before every commit, in parallel: types (those of the functions by Deno), lint,
// format, unused code (tests are no caller) and packages, acceptance numbers and unit tests.
import { runChecks } from './lib/checks.ts';
import { root } from './lib/install.mjs';

const names = [
  'lint',
  'types',
  'functions',
  'format',
  'unused',
  'packages',
  'acceptance',
  'brand',
  'unit',
];
const failed = await runChecks(root, names, names.length);
process.exit(failed.length === 0 ? 0 : 1);
