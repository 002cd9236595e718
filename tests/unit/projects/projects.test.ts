// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { sampleProjects } from '@/content/sample-projects';
import { projects, type ProjectInput } from '@/features/projects/api';
import { createMockProjects } from '@/features/projects/mock';
import { SAMPLE_PROJECTS_COUNT } from '@/lib/constants';
import { fakeSupabase, json } from '../../support/fake-supabase';

const PROJECTS = '/functions/v1/projects';
const input: ProjectInput = {
  title: 'A shop',
  description: 'For apples',
  imageUrl: '/images/placeholder-1-960.webp',
  category: 'Web',
  tags: ['shop'],
};

test('PROJAPI-1: the filters become the query', async () => {
  const backend = fakeSupabase({ [`GET ${PROJECTS}`]: () => json([]) });
  await expect(projects.list({ category: 'Web', search: 'a b' })).resolves.toEqual([]);
  expect(backend.requests[0]?.url.search).toBe('?category=Web&search=a+b');
});

test('PROJAPI-2..6: get, post, put, patch and delete, with their bodies', async () => {
  const backend = fakeSupabase({
    [`GET ${PROJECTS}/a%2Fb`]: () => json({ id: 'a/b' }),
    [`POST ${PROJECTS}`]: () => json({ id: '1' }, 201),
    [`PUT ${PROJECTS}/1`]: () => json({ id: '1' }),
    [`PATCH ${PROJECTS}/1`]: () => json({ id: '1' }),
    [`DELETE ${PROJECTS}/1`]: () => new Response(null, { status: 204 }),
  });
  await projects.get('a/b');
  await projects.create(input);
  await projects.replace('1', input);
  await projects.change('1', { title: 'B' });
  await expect(projects.remove('1')).resolves.toBeNull();
  expect(backend.requests.map(({ method, body }) => [method, body])).toEqual([
    ['GET', null],
    ['POST', input],
    ['PUT', input],
    ['PATCH', { title: 'B' }],
    ['DELETE', null],
  ]);
  expect(backend.requests[1]?.headers.get('content-type')).toBe('application/json');
});

test.for([
  ['the message of the body', { message: 'Taken' }, 'Taken'],
  ['the message of an error in it', { error: { message: 'Taken' } }, 'Taken'],
  ['status and text', {}, 'API Error: 409 Conflict'],
] as const)('PROJAPI-9: an error response has the message %s', async ([, body, message]) => {
  fakeSupabase({
    [`POST ${PROJECTS}`]: () => json(body, { status: 409, statusText: 'Conflict' }),
  });
  await expect(projects.create(input)).rejects.toMatchObject({ message, kind: 'conflict' });
});

test('PROJAPI-8: a text response is returned as text', async () => {
  fakeSupabase({ [`GET ${PROJECTS}/1`]: () => new Response('plain') });
  await expect(projects.get('1')).resolves.toBe('plain');
});

test('DATA-19, CONST-8: three complete sample projects', () => {
  expect(sampleProjects).toHaveLength(SAMPLE_PROJECTS_COUNT);
  for (const project of sampleProjects) {
    expect(Object.keys(project)).toEqual([
      'id',
      'title',
      'description',
      'imageUrl',
      'category',
      'tags',
      'createdAt',
    ]);
    expect(new Date(project.createdAt).toISOString()).toBe(project.createdAt);
    expect(Object.values(project)).not.toContain('');
  }
});

test('PROJAPI-10: a sample project is found by id, an unknown id is not', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const mock = createMockProjects();
  const missing = expect(mock.get('x')).rejects.toThrow('Project with ID x not found');
  const there = expect(mock.get('sample-ferry-timetable')).resolves.toMatchObject({
    title: 'A timetable for two ferries',
  });
  const listed = expect(mock.list({ tag: 'shop' })).resolves.toHaveLength(1);
  await vi.runAllTimersAsync();
  await Promise.all([missing, there, listed]);
});
