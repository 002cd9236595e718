import { expect, test } from 'vitest';
import { withTypedSince } from '@/lib/typed-since';

const BEFORE = { title: 'Larder', headline: 'Fresh', rows: [{ value: '1' }] };

test('without typed text there is nothing to take over', () => {
  expect(
    withTypedSince({ ...BEFORE, title: 'Merged' }, BEFORE, structuredClone(BEFORE)),
  ).toBeNull();
});

test('typed text replaces its fields and keeps the merged others', () => {
  const merged = { title: 'Merged', headline: 'Merged too', rows: [] };
  const after = { ...BEFORE, headline: 'Fresh bread' };
  expect(withTypedSince(merged, BEFORE, after)).toEqual({ ...merged, headline: 'Fresh bread' });
  expect(merged.headline).toBe('Merged too');
});

test('rows are identified by their content', () => {
  const after = { ...BEFORE, rows: [{ value: '2' }] };
  expect(withTypedSince(BEFORE, BEFORE, after)?.rows).toEqual([{ value: '2' }]);
});
