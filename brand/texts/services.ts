import { builtInOf } from '@/content/apply-texts';
import { countWord } from '@/content/count-word';
import type { CatalogueImage } from '@/lib/images/catalogue-image';
import * as pictures from '../pictures.generated';
import { services as names } from '../services';

const texts = {
  'virtual-assistant': {
    description:
      'We find, brief and settle in the assistant who takes the calendar, the inbox and the follow-ups off your desk.',
    features: [
      'Candidates chosen for your time zone and tools',
      'A working handbook written with you in the first week',
      'A second pair of hands when yours is away',
    ],
    invitation: 'Tell us what should leave your desk first.',
    image: pictures.serviceVirtualAssistant,
    imageAlt:
      'An assistant at a tidy desk, with two clocks and a checked-off calendar on the wall behind her.',
  },
  'ai-implementation': {
    description:
      'AI implementation consulting: we look at how the work is really done, pick the two or three places where a model earns its keep, and build those.',
    features: [
      'A plain report on what is worth automating and what is not',
      'Tools your team runs without us',
      'Checks that show when an answer is wrong',
    ],
    invitation: 'Bring the task that nobody likes to do.',
    image: pictures.serviceAiImplementation,
    imageAlt:
      'A big blue machine that sorts odd shapes: one person feeds it, another checks what comes out.',
  },
  'web-development': {
    description:
      'Sites and apps that open at once, read well and can be changed by the people who own them.',
    features: [
      'Design and code from the same table',
      'Measured for speed and accessibility before launch',
      'A codebase handed over with its notes',
    ],
    invitation: 'Send the address of the site you have.',
    image: pictures.serviceWebDevelopment,
    imageAlt:
      'A web page as tall as a house, in scaffolding, with three people and a crane at work on it.',
  },
  'creative-design': {
    description:
      'Names, marks, type and tone of voice, drawn by hand first and tested in the places they will live.',
    features: [
      'A brand book that answers the awkward questions',
      'Templates your team can fill in alone',
      'Illustration and photography in one hand',
    ],
    invitation: 'Show us the name, or the gap where one belongs.',
    image: pictures.serviceCreativeDesign,
    imageAlt: 'A designer draws letters at a board, between two that are taller than she is.',
  },
  'digital-marketing': {
    description:
      'Search, newsletters and campaigns that say one true thing at a time and are judged by what came of it.',
    features: [
      'A plan for a quarter on one page',
      'Words and pictures made in house',
      'A monthly reading of the figures, with decisions',
    ],
    invitation: 'Say who should hear of you, and by when.',
    image: pictures.serviceDigitalMarketing,
    imageAlt: 'Three people on a hill above a town fly kites, and one of the kites is a letter.',
  },
} as const satisfies Record<
  (typeof names)[number]['id'],
  {
    description: string;
    features: readonly [string, string, string];
    /** What to write about, beside the link to the contact form. */
    invitation: string;
    /** 3:2. */
    image: CatalogueImage;
    imageAlt: string;
  }
>;

/** The services with their texts, in display order. */
export const services = builtInOf(names).map(({ id, title }) => ({ id, title, ...texts[id] }));

/** As many as staff have published. */
const count = countWord(names.length);

export const servicesContent = {
  meta: {
    title: 'Services',
    description: `Virtual assistant placement, AI implementation consulting, web and app development, creative design and branding, and digital marketing: ${count.toLowerCase()} trades at one table.`,
  },
  hero: {
    title: `${count} trades at one table.`,
    lead: `Hire us for one of them or for all ${count.toLowerCase()}. What you get is the same few people, who talk to each other, so that you do not have to carry messages.`,
  },
  closing: {
    title: `Not sure which of the ${count.toLowerCase()}?`,
    text: 'Nor are most people who write to us. Describe what is in the way, and we will tell you which of us you need, if any.',
    action: 'Describe it to us',
  },
} as const;
