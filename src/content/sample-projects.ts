import { imageSources, projectImages } from './images';

/** The data of the mock projects service, which needs no server. */
export type SampleProject = {
  id: string;
  title: string;
  description: string;
  imageUrl: string;
  category: string;
  tags: readonly string[];
  /** ISO 8601. */
  createdAt: string;
};

export const sampleProjects: readonly SampleProject[] = [
  {
    id: 'sample-orchard-shop',
    title: 'A shop for an orchard',
    description: 'Apples by the crate, sold from the week they ripen until the barn is empty.',
    imageUrl: imageSources(projectImages['sample-orchard-shop']).src,
    category: 'Web development',
    tags: ['shop', 'seasonal'],
    createdAt: '2026-05-12T09:00:00.000Z',
  },
  {
    id: 'sample-ferry-timetable',
    title: 'A timetable for two ferries',
    description: 'One page that answers the only question anybody has on the pier.',
    imageUrl: imageSources(projectImages['sample-ferry-timetable']).src,
    category: 'Design',
    tags: ['information', 'phone first'],
    createdAt: '2026-03-03T09:00:00.000Z',
  },
  {
    id: 'sample-choir-campaign',
    title: 'A campaign for a choir',
    description: 'Forty voices, four posters, and a hall that was too small in the end.',
    imageUrl: imageSources(projectImages['sample-choir-campaign']).src,
    category: 'Digital marketing',
    tags: ['campaign', 'print'],
    createdAt: '2025-11-20T09:00:00.000Z',
  },
];
