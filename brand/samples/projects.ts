import { imageSources } from '@/content/images';
import type { SampleProject } from '@/content/samples';
import { placeholder1, placeholder2, placeholder3 } from '../pictures.generated';

export const sampleProjects: readonly SampleProject[] = [
  {
    id: 'sample-orchard-shop',
    title: 'A shop for an orchard',
    description: 'Apples by the crate, sold from the week they ripen until the barn is empty.',
    imageUrl: imageSources(placeholder1).src,
    category: 'Web development',
    tags: ['shop', 'seasonal'],
    createdAt: '2026-05-12T09:00:00.000Z',
  },
  {
    id: 'sample-ferry-timetable',
    title: 'A timetable for two ferries',
    description: 'One page that answers the only question anybody has on the pier.',
    imageUrl: imageSources(placeholder2).src,
    category: 'Design',
    tags: ['information', 'phone first'],
    createdAt: '2026-03-03T09:00:00.000Z',
  },
  {
    id: 'sample-choir-campaign',
    title: 'A campaign for a choir',
    description: 'Forty voices, four posters, and a hall that was too small in the end.',
    imageUrl: imageSources(placeholder3).src,
    category: 'Digital marketing',
    tags: ['campaign', 'print'],
    createdAt: '2025-11-20T09:00:00.000Z',
  },
];
