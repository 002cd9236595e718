import { expect, test } from 'vitest';
import { withTypedSince } from '@/lib/typed-since';

const BEFORE = { title: 'Larder', headline: 'Fresh', rows: [{ value: '1' }] };

test('where nothing was typed there is nothing to take over', () => {
  expect(
    withTypedSince({ ...BEFORE, title: 'Merged' }, BEFORE, structuredClone(BEFORE)),
  ).toBeNull();
});

test('what was typed replaces its fields and leaves the others as they were merged', () => {
  const merged = { title: 'Merged', headline: 'Merged too', rows: [] };
  const after = { ...BEFORE, headline: 'Fresh bread' };
  expect(withTypedSince(merged, BEFORE, after)).toEqual({ ...merged, headline: 'Fresh bread' });
  expect(merged.headline).toBe('Merged too');
});

test('rows are told apart by what stands in them', () => {
  const after = { ...BEFORE, rows: [{ value: '2' }] };
  expect(withTypedSince(BEFORE, BEFORE, after)?.rows).toEqual([{ value: '2' }]);
});
