import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

const pages = readdirSync('src/pages/public')
  .map((file) => readFileSync(`src/pages/public/${file}`, 'utf8'))
  .flatMap((code) => [...code.matchAll(/\bscene="(\w+)"/g)].map(([, name = '']) => name));
const files = readdirSync('public/scenes').sort();

test('every scene that a page names has a drawing, and every drawing a page', () => {
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.map((name) => `${name}.svg`).sort()).toEqual(files);
});

test.each(files)('%s is 3:2, small, and loads nothing', (file) => {
  const svg = readFileSync(`public/scenes/${file}`);
  expect(svg.toString()).toContain('viewBox="0 0 960 640"');
  expect(brotliCompressSync(svg).length).toBeLessThan(10_000);
  expect(svg.toString()).not.toMatch(/<script|href=|<image|<style/);
});
