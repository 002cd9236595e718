import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { agency } from '../../../brand/agency.ts';
import { brandHtml } from '../../../scripts/lib/brand/brand-html.ts';

const { handler } = brandHtml.transformIndexHtml as { handler: (html: string) => string };
const compact = (svg: string) =>
  svg
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
    .trim();

it('writes the description and the icon of brand/ into index.html itself', () => {
  const html = handler(readFileSync('index.html', 'utf8'));
  const [, uri = ''] = /rel="icon" href="data:image\/svg\+xml,([^"]+)"/.exec(html) ?? [];
  const file = readFileSync('brand/favicon.svg', 'utf8');

  expect(decodeURIComponent(uri).replaceAll("'", '"')).toBe(compact(file));
  expect(html).toContain(`name="description" content="${agency.description}"`);
  expect(html).not.toMatch(/%[A-Z]+%/);
});
