import { afterEach, expect, test, vi } from 'vitest';
import { createPolicy } from '@/lib/trusted-types';

afterEach(() => {
  vi.unstubAllGlobals();
});

const rules = { createHTML: (html: string) => html };

test('a browser with Trusted Types creates the policy under its name', () => {
  const signing = { createHTML: (html: string) => `signed ${html}` };
  const create = vi.fn(() => signing);
  vi.stubGlobal('window', { trustedTypes: { createPolicy: create } });
  expect(createPolicy('article', rules)).toBe(signing);
  expect(create).toHaveBeenCalledExactlyOnceWith('article', rules);
});

test('without Trusted Types, as in a prerender, the rules apply alone', () => {
  vi.stubGlobal('window', {});
  expect(createPolicy('article', rules)).toBe(rules);
  vi.stubGlobal('window', undefined);
  expect(createPolicy('article', rules)).toBe(rules);
});
