import type { LegalSection } from '@/content/legal';

// What the terms of service (src/content/legal-terms.ts) say about this agency's own work.

export const offer =
  'We place virtual assistants, put artificial intelligence to work where it helps, build websites and apps, design brands and run digital marketing.';

export const ownSections: readonly LegalSection[] = [
  {
    id: 'assistants',
    title: 'Assistants we place',
    blocks: [
      'You direct the daily work of a virtual assistant; we choose, brief and replace. Who employs the assistant, for what time and with what notice, is stated in the proposal for the placement.',
    ],
  },
  {
    id: 'artificial-intelligence',
    title: 'Artificial intelligence',
    blocks: [
      'Models can be wrong and sound certain. The tools we build come with checks and with a description of their limits; decisions about people, money and law stay with a person. We do not give your data to a provider who would train on it unless you have agreed in writing.',
    ],
  },
];
