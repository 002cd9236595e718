import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** tests/unit/tokens.test.ts measures these on every paper, the sunken one of code included. */
const MEASURED = ['muted', 'accent-text', 'success', 'sky', 'danger'];

test('the colors of highlighted code have enough contrast in both themes', () => {
  const css = readFileSync('src/styles/reading.css', 'utf8');
  const rules = [...css.matchAll(/\.hljs-[^{]*\{(?<style>[^}]*)\}/g)];
  const colors = rules.flatMap((rule) =>
    [...(rule.groups?.style ?? '').matchAll(/color: (.+);/g)].map(([, value]) => value),
  );
  expect(colors.length).toBeGreaterThan(4);
  for (const color of colors) expect(MEASURED.map((name) => `var(--${name})`)).toContain(color);
});
