// The part of a build that needs Vite, as a process of its own: its memory is free again when pages are drawn.
// Started by scripts/lib/build/bundle.ts.
import { writeBundle } from './lib/build/bundle.ts';

await writeBundle(process.argv[2] ?? '');
// Some of Vite's libraries keep the process running.
process.exit(0);
