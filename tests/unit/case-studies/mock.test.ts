import { expect, onTestFinished, test, vi } from 'vitest';
import { sampleProjects } from '@brand/samples/projects';
import type { SampleProject } from '@/content/samples';
import { createMockProjects } from '@/features/case-studies/mock';

test('DATA-19, CONST-8: three complete sample projects', () => {
  expect(sampleProjects).toHaveLength(3);
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
  const [sample] = sampleProjects as readonly [SampleProject];
  const mock = createMockProjects();
  const missing = expect(mock.get('x')).rejects.toThrow('Project with ID x not found');
  const there = expect(mock.get(sample.id)).resolves.toMatchObject({
    title: sample.title,
  });
  const listed = expect(mock.list({ tag: sample.tags[0] })).resolves.toHaveLength(
    sampleProjects.filter(({ tags }) => tags.includes(sample.tags[0] ?? '')).length,
  );
  await vi.runAllTimersAsync();
  await Promise.all([missing, there, listed]);
});
