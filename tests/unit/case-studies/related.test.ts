import { expect, test } from 'vitest';
import { projectsHref, readStudyFilters } from '@/features/case-studies/filters';
import { relatedTo } from '@/features/case-studies/related';
import { bareStudy } from '../../components/case-studies/public-study';

const study = (id: string, ...serviceTags: string[]) => bareStudy({ id, serviceTags });

test('CS-20: studies that share services come first, then those first in the list', () => {
  const shown = study('shown', 'Design', 'Web');
  const others = [study('a'), study('b', 'Web'), study('c'), study('d', 'Web', 'Design'), shown];
  expect(relatedTo(shown, others).map(({ id }) => id)).toEqual(['d', 'b', 'a']);
});

test('filters are read from the address, and invalid ones are ignored', () => {
  const read = (service: string | undefined, query: string) =>
    readStudyFilters(service, new URLSearchParams(query));
  expect(read('web', 'industry=food-and-drink')).toEqual({
    service: 'web',
    industry: 'food-and-drink',
  });
  expect(read(undefined, 'industry=<script>&service=web')).toEqual({});
  expect(read('UPPER', '')).toEqual({});
});

test.for([
  [{}, '/projects'],
  [{ service: 'web' }, '/projects/services/web'],
  [{ industry: 'retail' }, '/projects?industry=retail'],
  [{ service: 'web', industry: 'retail' }, '/projects/services/web?industry=retail'],
] as const)('the address of the filters %j is %s', ([filters, href]) => {
  expect(projectsHref(filters)).toBe(href);
});
