/** The five services, in the order they are offered. `id` is the anchor on /services. */
export const services = [
  {
    id: 'virtual-assistant',
    title: 'Virtual Assistant Placement',
    description:
      'We find, brief and settle in the assistant who takes the calendar, the inbox and the follow-ups off your desk.',
    features: [
      'Candidates chosen for your time zone and tools',
      'A working handbook written with you in the first week',
      'A second pair of hands when yours is away',
    ],
  },
  {
    id: 'ai-implementation',
    title: 'AI Implementation',
    description:
      'We look at how the work is really done, pick the two or three places where a model earns its keep, and build those.',
    features: [
      'A plain report on what is worth automating and what is not',
      'Tools your team runs without us',
      'Checks that show when an answer is wrong',
    ],
  },
  {
    id: 'web-development',
    title: 'Web & App Development',
    description:
      'Sites and apps that open at once, read well and can be changed by the people who own them.',
    features: [
      'Design and code from the same table',
      'Measured for speed and accessibility before launch',
      'A codebase handed over with its notes',
    ],
  },
  {
    id: 'creative-design',
    title: 'Creative Design & Branding',
    description:
      'Names, marks, type and tone of voice, drawn by hand first and tested in the places they will live.',
    features: [
      'A brand book that answers the awkward questions',
      'Templates your team can fill in alone',
      'Illustration and photography in one hand',
    ],
  },
  {
    id: 'digital-marketing',
    title: 'Digital Marketing',
    description:
      'Search, newsletters and campaigns that say one true thing at a time and are judged by what came of it.',
    features: [
      'A plan for a quarter on one page',
      'Words and pictures made in house',
      'A monthly reading of the figures, with decisions',
    ],
  },
] as const satisfies readonly {
  id: string;
  title: string;
  description: string;
  features: readonly [string, string, string];
}[];
