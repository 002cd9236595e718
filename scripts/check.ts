// npm run check: the checks before every commit, in parallel: types (those of the functions by Deno), lint,
// format, unused code (tests are no caller) and packages, acceptance numbers and unit tests.
import { CHECKS, runChecks } from './lib/checks/checks.ts';

const failed = await runChecks(CHECKS, CHECKS.length);
process.exit(failed.length === 0 ? 0 : 1);
