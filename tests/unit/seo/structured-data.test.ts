import { expect, test } from 'vitest';
import { offices } from '@brand/texts/offices';
import { services } from '@brand/texts/services';
import {
  HIDDEN_PAGES,
  metaOf,
  parseHead,
  postMeta,
  posts,
  SITE,
  STATIC_PAGES,
  studies,
  studyMeta,
} from './page-heads';
import { problemsOf } from './structured-data-rules';

const pageGraph = (path: string) => {
  const Page = STATIC_PAGES[path];
  if (!Page) throw new Error(`no page at ${path}`);
  return parseHead(metaOf(path, Page), path).graph;
};
const typesOf = (graph: readonly Readonly<Record<string, unknown>>[]) =>
  graph.map((node) => node['@type']);

const TYPES: Readonly<Record<string, readonly string[]>> = {
  '/': ['Organization', 'WebSite'],
  '/about': ['Organization'],
  '/services': services.map(() => 'Service'),
  '/projects': ['CollectionPage'],
  '/blog': ['Blog'],
  '/contact': offices.map(() => 'LocalBusiness'),
};

test.for(Object.keys(STATIC_PAGES))('the structured data of %s follows the rules', (path) => {
  const graph = pageGraph(path);
  expect(typesOf(graph)).toEqual(TYPES[path] ?? []);
  expect(problemsOf(graph)).toEqual([]);
});

const AUTHOR_PAGE = expect.stringMatching(/^https:\/\/site\.example\/about(?:#[a-z-]+)?$/);

test.for(posts.map((post) => [post.slug, post] as const))(
  'the structured data of the post %s follows the rules',
  ([slug, post]) => {
    const { graph } = parseHead(postMeta(post), `/blog/${slug}`);
    expect(typesOf(graph)).toEqual(['BlogPosting', 'BreadcrumbList']);
    expect(problemsOf(graph)).toEqual([]);
    expect(graph[0]).toMatchObject({ headline: post.title, datePublished: post.publishedAt });
    expect(graph[0]?.author).toMatchObject({ name: post.author.name, url: AUTHOR_PAGE });
  },
);

test.for(studies.map((study) => [study.title, study] as const))(
  'the structured data of the study %s follows the rules',
  ([title, { slug }]) => {
    const { graph } = parseHead(studyMeta(slug), `/projects/${slug}`);
    expect(typesOf(graph)).toEqual(['CreativeWork', 'BreadcrumbList']);
    expect(problemsOf(graph)).toEqual([]);
    expect(graph[0]).toMatchObject({ name: title, url: `${SITE}/projects/${slug}` });
  },
);

test('each office has its own address, telephone and hours', () => {
  const graph = pageGraph('/contact');
  expect(graph.map(({ telephone }) => telephone)).toEqual(offices.map(({ phone }) => phone));
  for (const [index, office] of offices.entries()) {
    const { address, openingHoursSpecification } = graph[index] ?? {};
    expect(address).toMatchObject({ streetAddress: office.street, addressLocality: office.city });
    expect(office.address.join(' ')).toContain(office.postalCode);
    // The text for visitors has the same hours.
    expect(office.hours).toBe('9 am to 5 pm, Monday to Friday');
    expect(openingHoursSpecification).toMatchObject([
      {
        ...{ opens: '09:00', closes: '17:00' },
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      },
    ]);
  }
});

test('no ratings, reviews, prices or awards are claimed', () => {
  const all = [
    ...Object.keys(STATIC_PAGES).map(pageGraph),
    ...posts.map((post) => parseHead(postMeta(post), '/').graph),
    ...studies.map(({ slug }) => parseHead(studyMeta(slug), '/').graph),
  ];
  expect(JSON.stringify(all)).not.toMatch(/rating|review|price|award/i);
});

test.for(Object.entries(HIDDEN_PAGES))('%s has no structured data', ([path, Page]) => {
  expect(parseHead(metaOf(path, Page), path).graph).toEqual([]);
});

test('the checker reports violations', () => {
  const name = 'A';
  expect(problemsOf([{ '@type': 'Review' }])).toHaveLength(1);
  const publisher = { '@id': `${SITE}/#nobody` };
  expect(problemsOf([{ '@type': 'WebSite', name, url: SITE, publisher }])).toHaveLength(1);
  expect(problemsOf([{ '@type': 'Organization', name, url: '/', logo: '' }])).toEqual([
    '0.url: /',
    '0.logo: empty',
  ]);
  const step = { '@type': 'ListItem', position: 2, name };
  expect(problemsOf([{ '@type': 'BreadcrumbList', itemListElement: [step] }])).toEqual([
    '0: a trail of one step',
    '0: position of item 0',
    '0: item 0 leads nowhere',
  ]);
});
