import { expect, test } from 'vitest';
import { overBudget, PAGE_BUDGETS } from '../../../quality/bench/lib/budgets.ts';
import { kB, median, medians, ms, quantile, summary } from '../../../quality/bench/lib/numbers.ts';
import { replacePart } from '../../../quality/bench/lib/results.ts';
import { table } from '../../../quality/lib/table.ts';

test.for([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100], 10],
  [[7], 7],
] as const)('the median of %j is %d', ([numbers, expected]) => {
  expect(median(numbers)).toBe(expected);
});

test('an empty list has no median', () => {
  expect(median([])).toBeNaN();
});

test('a percentile is interpolated and does not sort the list in place', () => {
  const numbers = [30, 10, 20];
  expect(quantile(numbers, 0.75)).toBe(25);
  expect(quantile(numbers, 1)).toBe(30);
  expect(numbers).toEqual([30, 10, 20]);
});

test('one slow response in thirty changes the maximum, not the 95th percentile', () => {
  const times = [...Array<number>(29).fill(5), 500];
  expect(summary(times)).toEqual({ median: 5, p95: 5, max: 500 });
});

test('each figure of several runs has its own median', () => {
  const runs = [
    { lcp: 700, tbt: 9 },
    { lcp: 600, tbt: 1 },
    { lcp: 650, tbt: 5 },
  ];
  expect(medians(runs)).toEqual({ lcp: 650, tbt: 5 });
});

test('only short times are shown with tenths of a millisecond', () => {
  expect([0.04, 1.26, 9.94, 9.96, 673.6].map(ms)).toEqual(['0.0', '1.3', '9.9', '10', '674']);
  expect(kB(19_780)).toBe('19.8');
});

test('a table escapes a pipe character in a cell', () => {
  const text = table(
    ['page', 'LCP'],
    [
      ['a | b', 674],
      ['c', '—'],
    ],
  );
  expect(text.split('\n')).toEqual([
    '| page | LCP |',
    '| --- | ---: |',
    '| a \\| b | 674 |',
    '| c | — |',
  ]);
});

const within = { lcp: 750, fcp: 700, tbt: 10, cls: 0, firstViewRequests: 8 };

test('a figure equal to its budget passes', () => {
  const figures = { ...within, lcp: 750.4, cls: 0.0004, bytesBeforeScript: 60_000 };
  expect(overBudget(PAGE_BUDGETS.text, figures)).toEqual([]);
});

test('each figure over its budget is reported', () => {
  const figures = { ...within, lcp: 751, cls: 0.013, bytesBeforeScript: 60_001 };
  expect(overBudget(PAGE_BUDGETS.text, figures)).toEqual(['lcp', 'bytesBeforeScript', 'cls']);
});

test('a figure that was not measured fails its budget', () => {
  const figures = { ...within, lcp: NaN, bytesBeforeScript: 1 };
  expect(overBudget(PAGE_BUDGETS.text, figures)).toEqual(['lcp']);
});

const results = '# Results\n\nHow to read them.\n\n## Pages\n\nold\n\n## Start\n\n3 s\n';

test('a measured part replaces the old one, and the others stay', () => {
  expect(replacePart(results, 'Pages', 'new\n')).toBe(results.replace('old', 'new'));
  expect(replacePart(results, 'Start', '2 s')).toBe(results.replace('3 s', '2 s'));
});

test('a part without a place is added at the end', () => {
  expect(replacePart(results, 'Build', '9 s')).toBe(`${results}\n## Build\n\n9 s\n`);
});
