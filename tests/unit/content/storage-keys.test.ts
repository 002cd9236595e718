import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cookiePolicy } from '@/content/legal-cookie';

/** Keys (by the name of their constant) and databases (by name) that the source passes to browser storage. */
const KEYS_IN_SOURCE = /(?:KEY|NAME) = '([a-z-]+)';/g;
const DATABASES = /createStore\('([a-z-]+)'/g;
const TOUCHES_STORAGE = /\b(?:localStorage|sessionStorage|createStore)\b/;

test('the cookie policy names every key that the site leaves in a browser', () => {
  const policy = JSON.stringify(cookiePolicy);
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .filter((text) => TOUCHES_STORAGE.test(text))
    .flatMap((text) => [...text.matchAll(KEYS_IN_SOURCE), ...text.matchAll(DATABASES)])
    .map((match) => match[1] ?? '');
  expect(names.length).toBeGreaterThan(8);
  const isNamed = (name: string) => new RegExp(`(?<![a-z-])${name}(?![a-z-])`).test(policy);
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});
