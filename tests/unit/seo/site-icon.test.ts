import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const compact = (svg: string) =>
  svg
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
    .trim();

it('has the icon in index.html itself, the same as favicon.svg', () => {
  const [, uri] =
    /rel="icon"\s+href="data:image\/svg\+xml,([^"]+)"/.exec(readFileSync('index.html', 'utf8')) ??
    [];

  const file = readFileSync('public/favicon.svg', 'utf8');
  expect(decodeURIComponent(uri ?? '').replaceAll("'", '"')).toBe(compact(file));
});
