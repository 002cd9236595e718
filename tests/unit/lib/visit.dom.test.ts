// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { ENQUIRY_LIMITS } from '@contracts/enquiry-fields';
import { noteVisit, readVisit } from '@/lib/visit';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

const from = (referrer: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);

test('a visit is its first page, the website that led to it and the studies that were opened', () => {
  from('https://www.search.example/find?q=secret');
  noteVisit('/services');
  from(`${location.origin}/services`);
  for (const page of [
    '/projects/bakery',
    '/projects',
    '/projects/services/web',
    '/projects/bakery',
  ])
    noteVisit(page);
  noteVisit('/projects/ferry');
  expect(readVisit()).toEqual({
    page: '/services',
    host: 'www.search.example',
    studies: ['bakery', 'ferry'],
  });
});

test.each(['', 'about:blank', 'android-app://com.mail/', `${location.origin}/about`])(
  'a visit from %j has no other website',
  (referrer) => {
    from(referrer);
    noteVisit('/');
    expect(readVisit()).toEqual(
      referrer.startsWith('android')
        ? { page: '/', host: 'com.mail', studies: [] }
        : { page: '/', studies: [] },
    );
  },
);

test('of many studies the last twenty are kept', () => {
  for (let number = 1; number <= 25; number += 1) noteVisit(`/projects/s-${number}`);
  expect(readVisit()?.studies).toHaveLength(ENQUIRY_LIMITS.startedStudies);
  expect(readVisit()?.studies.at(-1)).toBe('s-25');
});

test('where storage is blocked nothing is known', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
  });
  noteVisit('/');
  expect(readVisit()).toBeNull();
});
