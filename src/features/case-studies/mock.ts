import { sampleProjects } from '@brand/samples/projects';
import type { SampleProject } from '@/content/samples';
import { AppError } from '@/lib/errors';

const SHORTEST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 800;

type ProjectFilters = { category?: string; tag?: string; search?: string };

/** The projects service without a server, for reading: answers after 200 to 800 ms. */
export function createMockProjects(seed: readonly SampleProject[] = sampleProjects) {
  return {
    async list({ category, tag, search = '' }: ProjectFilters = {}): Promise<SampleProject[]> {
      await delay();
      const words = search.toLowerCase();
      return seed.filter(
        (project) =>
          (!category || project.category === category) &&
          (!tag || project.tags.includes(tag)) &&
          `${project.title} ${project.description}`.toLowerCase().includes(words),
      );
    },
    async get(id: string): Promise<SampleProject> {
      await delay();
      const project = seed.find((one) => one.id === id);
      if (project) return project;
      throw new AppError('not-found', `Project with ID ${id} not found`, { code: 'NOT_FOUND' });
    },
  };
}

function delay(): Promise<void> {
  const milliseconds = SHORTEST_DELAY_MS + Math.random() * (LONGEST_DELAY_MS - SHORTEST_DELAY_MS);
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
