import { expect, test } from 'vitest';
import { splitQuote, toParagraphs } from '@/features/case-studies/components/case-study-text';

test('CS-13: a quote is separated from its speaker', () => {
  expect(splitQuote('They asked first. That is when I knew. — Dana Whitlock, co-owner')).toEqual({
    words: 'They asked first. That is when I knew.',
    speaker: 'Dana Whitlock, co-owner',
  });
  expect(splitQuote('Први дел – и втор. — Јана Ристова')).toMatchObject({
    words: 'Први дел – и втор.',
    speaker: 'Јана Ристова',
  });
});

test.for(['No name at all.', 'A dash-joined word', 'It ends — ', '', null])(
  'CS-13: %o has no speaker and keeps its whole text',
  (quote) => {
    expect(splitQuote(quote)).toEqual({ words: quote ?? '', speaker: null });
  },
);

test('a blank line separates paragraphs', () => {
  expect(toParagraphs('One\n \nTwo\nstill two\n\n\n')).toEqual(['One', 'Two\nstill two']);
  expect(toParagraphs(null)).toEqual([]);
});
