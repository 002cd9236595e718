import type { Value } from '@/content/about';
import { paths } from '@/lib/paths';
import {
  aboutPhilosophy,
  valueCollaboration,
  valueIntentionality,
  valueJoy,
} from '../pictures.generated';

export const aboutContent = {
  meta: {
    title: 'Our Story',
    description:
      'Three people in Brooklyn, Los Angeles and Skopje, what they believe about good work, and where to find them.',
  },
  hero: {
    title: 'Our Story',
    lead: 'Three friends in three cities kept finishing each other’s projects. In the end it was simpler to put one name on the door.',
    action: { label: 'Get In Touch', to: paths.contact },
  },
  philosophy: {
    title: 'Our Philosophy',
    statement: 'We would rather make one thing you keep than ten you replace.',
    paragraphs: [
      'That takes time, though less than people fear. We work on few projects at once and stay with each until we understand it. We ask what a thing is for before we ask what it should look like, and we show it to you while it is still a sketch, because a sketch is cheap to argue with.',
      'Crafted over time does not mean late. It means that we agree on a date, keep it, and come back afterward to see how the work is holding up in the weather.',
    ],
  },
  picture: {
    image: aboutPhilosophy,
    alt: 'The three of them at one table in front of a wide window: one pours tea, two draw.',
  },
  values: {
    title: 'What we hold on to',
    items: [
      {
        id: 'intentionality',
        title: 'Intentionality',
        text: 'Every page, button and sentence is there for a reason, and we can tell you which. When we cannot find the reason, it goes.',
        image: valueIntentionality,
        imageAlt: 'A gardener on a box trims a tree into the shape of a cloud.',
      },
      {
        id: 'collaboration',
        title: 'Collaboration',
        text: 'You know your trade better than we ever will. We bring ours, put both on the table, and decide together with the people who will live with the result.',
        image: valueCollaboration,
        imageAlt: 'Three people carry one big cloud over a hill together.',
      },
      {
        id: 'joy',
        title: 'Joy in the Process',
        text: 'Work made in good spirits ages better. We leave room for play, for a second try and, about one time in ten, for something unexplained crossing the sky.',
        image: valueJoy,
        imageAlt: 'Someone on a swing that hangs from a cloud paints the moon orange.',
      },
    ],
  },
  team: {
    title: 'The people you will talk to',
    lead: 'There is no account department. Whoever listens to you in the first hour also does the work.',
    note: 'The cat in the pictures is called Nimbus. She has no title and attends every meeting.',
  },
  offices: {
    title: 'Three rooms, one workshop',
    lead: 'When Brooklyn locks up, Los Angeles is still at it, and Skopje has breakfast with what they left on the table.',
  },
  closing: {
    title: 'Come and sit at the table.',
    text: 'Free consultation, no commitment, response within 24 hours.',
    note: 'Or write to us on the contact page',
  },
} as const satisfies {
  values: { title: string; items: readonly Value[] };
  [part: string]: unknown;
};
