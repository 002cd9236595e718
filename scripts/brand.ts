// npm run brand: writes everything that follows from brand/: pictures, icons and social cards from brand/art
// (unchanged drawings are skipped; --force exports all), and the files of scripts/lib/brand/brand.ts. --faces also measures
// what stands in for the faces of brand/faces/facts.ts, in Chromium.
import { writeFileSync } from 'node:fs';
import { writeDerivedFiles } from './lib/brand/brand.ts';
import { exportImages } from './lib/brand/images.ts';
import { root } from './lib/install.mjs';
import { measureFallbacks } from './lib/brand/measure-faces.ts';

const started = performance.now();
const { changed, pictures } = await exportImages({
  force: process.argv.includes('--force'),
  report: (line) => console.log(`  ${line}`),
});
if (process.argv.includes('--faces')) {
  writeFileSync(`${root}brand/faces/fallbacks.css`, await measureFallbacks());
}
const files = await writeDerivedFiles();
for (const file of files) console.log(`  ${file}`);

const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `${pictures} pictures, ${changed} files or sets written, and ${files.length} other files, in ${seconds} s.`,
);
