import { camelCase } from '../brand/picture-names.ts';
import type { Answers } from './answers.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Constants of `name` with plain texts, in which `$path` stands for paths of lib/paths.ts and `$picture` for pictures. */
function texts(name: string, value: unknown) {
  const code = JSON.stringify(value)
    .replace(/"\$paths\.([^"]+)"/g, 'paths.$1')
    .replace(/"\$picture\.([^"]+)"/g, (_, picture: string) => `pictures.${camelCase(picture)}`);
  return `${code.includes('paths.') ? `import { paths } from '@/lib/paths';\n` : ''}${code.includes('pictures.') ? `import * as pictures from '../pictures.generated';\n` : ''}\nexport const ${name} = ${code} as const;\n`;
}

const where = ({ offices }: Answers) => list.format(offices.map(({ city }) => city));

/** Browsers and search engines show 60 characters; the name of the agency follows. */
const TITLE_MAX = 60;

function homeTitle({ name, tagline, services, offices }: Answers) {
  const titles = [
    tagline.replace(/\.$/, ''),
    list.format(services.map(({ title }) => title)),
    list.format(offices.map(({ city }) => city)),
  ];
  return titles.find((title) => `${title} | ${name}`.length <= TITLE_MAX) ?? 'Home';
}

function home(answers: Answers) {
  const { name, tagline, description, services } = answers;
  return texts('homeContent', {
    meta: { title: homeTitle(answers), description },
    hero: {
      title: linesOf(`${tagline}.`.replace('..', '.')),
      lead: description,
      action: { label: 'Start Your Journey', to: '$paths.contact' },
    },
    about: {
      title: 'Who We Are',
      paragraphs: [
        `We are ${name}, in ${where(answers)}.`,
        'The person who listens to you in the first hour is the person who does the work.',
      ],
      link: { label: 'Read our story', to: '$paths.about' },
    },
    services: {
      title: 'What We Do',
      shown: services.slice(0, 3).map(({ id }) => id),
      link: { label: 'View All Services', to: '$paths.services.to()' },
    },
    projects: {
      title: 'Our latest work',
      link: { label: 'See every project', to: '$paths.projects' },
    },
    closing: {
      title: 'Tell us what you are making.',
      text: 'A first talk costs nothing and commits you to nothing. We answer within 24 hours.',
      action: { label: 'Write to us', to: '$paths.contact' },
    },
  });
}

const VALUES = [
  [
    'intentionality',
    'Intentionality',
    'Everything we make has a reason, and we can tell you which.',
  ],
  ['collaboration', 'Collaboration', 'You know your trade. We bring ours, and decide together.'],
  ['joy', 'Joy in the Process', 'Work made in good spirits ages better.'],
] as const;

function about(answers: Answers) {
  const { name, people, offices } = answers;
  return texts('aboutContent', {
    meta: {
      title: 'Our Story',
      description: `${name} in ${where(answers)}: who we are and what we believe.`,
    },
    hero: {
      title: 'Our Story',
      lead: `${list.format(people.map((person) => person.name))} of ${name}.`,
      action: { label: 'Get In Touch', to: '$paths.contact' },
    },
    philosophy: {
      title: 'Our Philosophy',
      statement: 'We would rather make one thing you keep than ten you replace.',
      paragraphs: ['We work on few projects at once and stay with each until we understand it.'],
    },
    picture: { image: '$picture.about-philosophy', alt: 'Three hills below a low sun.' },
    values: {
      title: 'What we hold on to',
      items: VALUES.map(([id, title, text]) => ({
        ...{
          id,
          title,
          text,
          image: `$picture.value-${id}`,
          imageAlt: 'Three hills below a low sun.',
        },
      })),
    },
    team: {
      title: 'The people you will talk to',
      lead: 'The people who listen to you in the first hour also do the work.',
      note: 'Ask for any of us by name.',
    },
    offices: {
      title: offices.length === 1 ? 'Where to find us' : 'Where we work',
      lead: `In ${where(answers)}, from nine to five.`,
    },
    closing: {
      title: 'Come and talk to us.',
      text: 'Free consultation, no commitment, response within 24 hours.',
      note: 'Or write to us on the contact page',
    },
  });
}

/** What the present texts say about offices and prices, replaced; the rest of contact.ts names no agency. */
function contact(source: string, answers: Answers) {
  const { length } = answers.offices;
  const lead =
    length === 1 ? 'One office, one team' : `${words[length] ?? length} locations, one team`;
  const description = `Write to us, call or come by: the form, the phone numbers and the opening hours of our offices in ${where(answers)}.`;
  return (length === 1 ? source.replace("'Our Worldwide Presence'", "'Our office'") : source)
    .replace("'Global Offices'", length === 1 ? "'Where to find us'" : "'Offices'")
    .replace(
      /(title: 'Contact Us',\s*description:\s*)'(?:[^'\\]|\\.)*'/,
      (_, start: string) => start + JSON.stringify(description),
    )
    .replace(
      /(headline: '(?:Our Worldwide Presence|Our office)',\s*lead: )(?:'[^']*'|"[^"]*")/,
      (_, start: string) => start + JSON.stringify(lead),
    );
}

const words = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];

const terms = ({ services }: Answers) => `import type { LegalSection } from '@/content/legal';

// What the terms of service (src/content/legal-terms.ts) say about this agency's own work.

export const offer = ${JSON.stringify(`Our services are ${list.format(services.map(({ title }) => title))}.`)};

export const ownSections: readonly LegalSection[] = [];
`;

const SAMPLES = [
  'A first conversation',
  'What a brief is for',
  'How we name things',
  'Reading a page aloud',
  'Why we draw first',
  'A good hand-over',
];

function samplePosts({ people }: Answers) {
  const [author] = people;
  return `import { imageSources } from '@/content/images';
import type { SamplePost } from '@/content/samples';
import { placeholderImages } from '../pictures';
import { ${camelCase(`team-${author?.id}`)} as portrait } from '../pictures.generated';

const author = { name: ${JSON.stringify(author?.name)}, avatar: imageSources(portrait).src };
const PARAGRAPH =
  'This is a sample. Replace it in brand/samples/posts.ts with the beginning of a post of yours, so that visitors see how you write.';
const titles = ${JSON.stringify(SAMPLES)};

export const samplePosts: readonly SamplePost[] = titles.map((title, place) => ({
  id: \`sample-\${place + 1}\`,
  title,
  excerpt: 'A sample post, which is shown while the blog cannot be reached.',
  content: Array.from({ length: 6 }, () => \`<p>\${PARAGRAPH}</p>\`).join(''),
  imageUrl: imageSources(placeholderImages[place % 5] ?? placeholderImages[0]).src,
  imageAlt: 'Three hills below a low sun.',
  publishedAt: \`2026-0\${6 - place}-01T09:00:00.000Z\`,
  category: 'Notes',
  tags: ['sample'],
  author,
}));
`;
}

const sampleProjects = () => `import { imageSources } from '@/content/images';
import type { SampleProject } from '@/content/samples';
import { placeholderImages } from '../pictures';

export const sampleProjects: readonly SampleProject[] = [1, 2, 3].map((number) => ({
  id: \`sample-project-\${number}\`,
  title: \`Sample project \${number}\`,
  description: 'A sample, which stands for a project of yours.',
  imageUrl: imageSources(placeholderImages[number - 1] ?? placeholderImages[0]).src,
  category: 'Sample',
  tags: ['sample'],
  createdAt: \`2026-0\${7 - number}-01T09:00:00.000Z\`,
}));
`;

/**
 * Plain first texts of the pages, to be rewritten by the agency.
 *
 * @param contactSource of brand/texts/contact.ts
 */
export function pageModules(answers: Answers, contactSource: string): Record<string, string> {
  return {
    'texts/home.ts': home(answers),
    'texts/about.ts': about(answers),
    'texts/contact.ts': contact(contactSource, answers),
    'texts/terms.ts': terms(answers),
    'samples/posts.ts': samplePosts(answers),
    'samples/projects.ts': sampleProjects(),
  };
}

/** Two lines of about the same length, and the last word apart, before which a cloud passes. */
function linesOf(title: string): [string, string, string] {
  const words = title.split(' ');
  const last = words.pop() ?? title;
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half).join(' '), words.slice(half).join(' '), last];
}
