import { expect, test } from 'vitest';
import { splitQuote } from '@/features/conversations/quote';

test.for([
  ['On Monday.\n\nOn Nov 20 Ada wrote:\n> When?\n>\n> Ada', 'On Monday.', 'On Nov 20 Ada wrote:'],
  ['Ja.\n\nAm Freitag schrieb\nAda <ada@a.example>:\n> Wann?', 'Ja.', 'Am Freitag schrieb'],
  ['Yes.\n> When?\n\n', 'Yes.', '> When?'],
  ['Yes.\n\n-----Original Message-----\nFrom: Ada', 'Yes.', '-----Original Message-----'],
  ['Yes.\n\n________________________________\nFrom: Ada', 'Yes.', '____'],
] as const)('the quoted end of %j is separated', ([text, own, quote]) => {
  const parts = splitQuote(text);
  expect(parts.own).toBe(own);
  expect(parts.quoted?.startsWith(quote)).toBe(true);
  expect(`${parts.own}${parts.quoted}`.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
});

test.for([
  'Only this.',
  '> All of it is quoted',
  '> Your question\nMy answer below it',
  'The list:\n- one\n- two',
  '',
])('%j is shown whole', (text) => {
  expect(splitQuote(text)).toEqual({ own: text, quoted: null });
});
