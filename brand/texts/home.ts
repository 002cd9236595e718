import { paths } from '@/lib/paths';

export const homeContent = {
  meta: {
    title: 'Cumulus & Craft, a small digital agency',
    description:
      'Virtual assistants, AI, websites, brands and marketing by one small team in Brooklyn, Los Angeles and Skopje. Greatness is crafted over time.',
  },
  hero: {
    /** On wide screens the second line ends at the right edge. A cloud passes before the last word. */
    title: ['Greatness is', 'crafted over', 'time.'] as const,
    lead: 'We are a small digital agency. We sit down with people who make something, stay long enough to understand it, and build what helps them do it better.',
    action: { label: 'Start Your Journey', to: paths.contact },
  },
  about: {
    title: 'Who We Are',
    paragraphs: [
      'Clouds gather slowly and nobody sees the hand that shapes them. Good work is like that: weeks of looking, a few strong lines, and a result that seems as if it had always been there.',
      'We are designers, developers and organizers in Brooklyn, Los Angeles and Skopje. The person who listens to you in the first hour is the person who does the work, and who answers when you call a year later.',
    ],
    link: { label: 'Read our story', to: paths.about },
  },
  services: {
    title: 'What We Do',
    shown: ['virtual-assistant', 'ai-implementation', 'web-development'],
    link: { label: 'View All Services', to: paths.services.to() },
  },
  projects: {
    title: 'Lately on the bench',
    link: { label: 'See every project', to: paths.projects },
  },
  closing: {
    title: 'Tell us what you are making.',
    text: 'A first talk costs nothing and commits you to nothing. We answer within 24 hours.',
    action: { label: 'Write to us', to: paths.contact },
  },
} as const;
