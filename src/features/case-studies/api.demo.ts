import { slugFromTitle } from '@contracts/words/latin';
import type { SampleProject } from '@/content/samples';
import { CASE_STUDY_PAGE_SIZE } from '@/lib/constants';
import type * as api from './api';
import { createMockProjects } from './mock';
import type { CaseStudy } from './model';

const projects = createMockProjects();

export const listPublishedCaseStudies: typeof api.listPublishedCaseStudies = async ({
  from = 0,
  count = CASE_STUDY_PAGE_SIZE,
  filters: { service, industry } = {},
} = {}) =>
  (await projects.list())
    .filter(
      ({ category, tags }) =>
        (industry === undefined || slugFromTitle(category) === industry) &&
        (service === undefined || tags.some((tag) => slugFromTitle(tag) === service)),
    )
    .slice(from, from + count)
    .map(toCaseStudy);

export const listNewestCaseStudies: typeof api.listNewestCaseStudies = () =>
  listPublishedCaseStudies();

export const listCaseStudyHeads: typeof api.listCaseStudyHeads = async function* () {
  yield (await projects.list()).map((project) => ({ ...toCaseStudy(project), changedAt: null }));
};

export const listCaseStudiesById: typeof api.listCaseStudiesById = async (ids) =>
  (await projects.list()).filter(({ id }) => ids.includes(id)).map(toCaseStudy);

export const listTopics: typeof api.listTopics = async () => {
  const listed = await projects.list();
  const topics = (kind: api.Topic['kind'], names: readonly string[]) =>
    [...new Set(names)].map((name) => ({ kind, name, slug: slugFromTitle(name) }));
  return [
    ...topics(
      'service',
      listed.flatMap(({ tags }) => tags),
    ),
    ...topics(
      'industry',
      listed.map(({ category }) => category),
    ),
  ];
};

export const getPublishedCaseStudy: typeof api.getPublishedCaseStudy = async (id) =>
  toCaseStudy(await projects.get(id));

export const getCaseStudy: typeof api.getCaseStudy = (id) => getPublishedCaseStudy(id);

function toCaseStudy({
  imageUrl,
  tags,
  createdAt,
  category,
  ...project
}: SampleProject): CaseStudy {
  return {
    ...project,
    slug: project.id,
    category,
    industry: category,
    heroImageUrl: imageUrl,
    serviceTags: [...tags],
    status: 'published',
    publishedAt: createdAt,
    version: 1,
    year: new Date(createdAt).getUTCFullYear(),
    createdAt,
    updatedAt: createdAt,
    metrics: [],
    gallery: [],
    technologies: [],
    headline: null,
    subhead: null,
    challenge: null,
    solution: null,
    results: null,
    whatWeLoved: null,
    clientQuote: null,
    outcome: null,
    metaDescription: null,
    clientName: null,
    clientUrl: null,
    clientLogoUrl: null,
    pictureFacts: {},
    timeline: null,
    projectYear: null,
    role: null,
    ctaHeadline: null,
    ctaText: null,
  };
}
