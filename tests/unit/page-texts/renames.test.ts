import { expect, test } from 'vitest';
import type { Row } from '@/documents/fields';
import { serviceRenames } from '@/features/page-texts/renames';

const service = (id: string, title: string, label = ''): Row => ({ id, title, label });
const renames = (before: Row[], after: Row[]) =>
  serviceRenames({ services: before }, { services: after });

test('a changed title is a rename; a new, removed or moved service is none', () => {
  const [a, b, c] = [service('a', 'Design'), service('b', 'Web'), service('c', 'Ads')];
  expect(renames([a, b], [c, { ...b, title: 'Web & Apps' }, a])).toEqual([
    { from: 'Web', to: 'Web & Apps' },
  ]);
  expect(renames([a, b], [b])).toEqual([]);
});

test('a label of its own is renamed as well', () => {
  expect(
    renames([service('a', 'Web & App Development', 'Web Development')], [service('a', 'Web')]),
  ).toEqual([
    { from: 'Web & App Development', to: 'Web' },
    { from: 'Web Development', to: 'Web' },
  ]);
});

test('a name that another service has now is not replaced', () => {
  expect(
    renames(
      [service('a', 'Design'), service('b', 'Web')],
      [service('a', 'Web'), service('b', 'Design')],
    ),
  ).toEqual([]);
});

test('of other pages nothing is a rename', () => {
  expect(serviceRenames({ hero: 'a' }, { hero: 'b' })).toEqual([]);
});
