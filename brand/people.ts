import type { TeamMember } from '@/content/team';
import { teamElenaStojanovska, teamMaraEllison, teamTheoMarsh } from './pictures.generated';

/** In the order of the about page. */
export const team = [
  {
    id: 'mara-ellison',
    name: 'Mara Ellison',
    role: 'Founder, strategy and words',
    bio: 'Mara asks the first question and usually the last one. She came from magazines, where she learned that a good headline is a promise and a deadline is too. In Brooklyn she runs the long table.',
    image: teamMaraEllison,
    imageAlt:
      'Mara Ellison, with white hair and round glasses, in front of a skyline and a water tower.',
  },
  {
    id: 'theo-marsh',
    name: 'Theo Marsh',
    role: 'Design and campaigns',
    bio: 'Theo draws everything by hand before a screen gets to see it. He looks after brands, pictures and the people in front of the camera from Los Angeles, and keeps a drawer of ideas that were right for someone else.',
    image: teamTheoMarsh,
    imageAlt: 'Theo Marsh, with a beard and a work apron, between two palms.',
  },
  {
    id: 'elena-stojanovska',
    name: 'Elena Stojanovska',
    role: 'Engineering and AI',
    bio: 'Elena builds what the other two promise, and says so early when it cannot be done. She leads the workshop in Skopje, likes software that explains itself, and has never once shipped on a Friday afternoon.',
    image: teamElenaStojanovska,
    imageAlt:
      'Elena Stojanovska, laughing, with a pencil stuck through her hair and cypresses behind her.',
  },
] as const satisfies readonly TeamMember[];
