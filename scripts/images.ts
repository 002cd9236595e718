// node scripts/run.mjs scripts/images.ts: exports art/*.svg to public/images, the social cards and the icons, and writes
// src/content/images.generated.ts. Unchanged drawings are skipped; --force exports all.
import { exportImages } from './lib/images.ts';

const started = performance.now();
const { changed, pictures } = await exportImages({
  force: process.argv.includes('--force'),
  report: (line) => console.log(`  ${line}`),
});

const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`${pictures} pictures, ${changed} files or sets written in ${seconds} s.`);
