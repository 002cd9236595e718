// npm run check: what must hold before every commit. Types, lint, format, acceptance numbers and
// unit tests, side by side.
import { ensureInstalled, root } from './lib/install.mjs';

ensureInstalled();
const { runChecks } = await import('./lib/checks.mjs');
const failed = await runChecks(root, ['types', 'lint', 'format', 'acceptance', 'unit']);
process.exit(failed.length === 0 ? 0 : 1);
