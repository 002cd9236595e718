import type { CollectionPage, CreativeWork, Thing } from 'schema-dts';
import { projectsContent } from '@brand/texts/projects';
import { agency } from '@/content/structured-data/agency';
import { paths } from '@/lib/paths';
import { breadcrumbs } from '@/lib/structured-data';
import type { CaseStudy, CaseStudySummary } from './model';

/** Only the newest are listed; the page and the sitemap link to all. */
const LISTED_COUNT = 20;

export function caseStudyListData(
  studies: readonly CaseStudySummary[],
  { title, description, path }: { title: string; description: string; path: string },
): Exclude<CollectionPage, string> {
  return {
    '@type': 'CollectionPage',
    name: title,
    description,
    url: path,
    publisher: agency(),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: studies.slice(0, LISTED_COUNT).map((study, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: study.title,
        url: paths.project.to(study.slug),
      })),
    },
  };
}

export function caseStudyData(study: CaseStudy, description: string): Thing[] {
  const path = paths.project.to(study.slug);
  return [
    creativeWork(study, description, path),
    breadcrumbs([
      { name: projectsContent.meta.title, path: paths.projects },
      { name: study.title, path },
    ]),
  ];
}

function creativeWork(
  study: CaseStudy,
  description: string,
  path: string,
): Exclude<CreativeWork, string> {
  const {
    title,
    heroImageUrl,
    clientName,
    clientUrl,
    clientLogoUrl,
    industry,
    createdAt,
    updatedAt,
  } = study;
  return {
    '@type': 'CreativeWork',
    '@id': path,
    name: title,
    description,
    url: path,
    creator: agency(),
    dateCreated: study.projectYear === null ? createdAt : String(study.projectYear),
    dateModified: updatedAt,
    keywords: [...study.serviceTags, ...study.technologies],
    ...(heroImageUrl && { image: heroImageUrl }),
    ...(industry && { genre: industry }),
    ...(clientName && {
      about: {
        '@type': 'Organization',
        name: clientName,
        ...(clientUrl && { url: clientUrl }),
        ...(clientLogoUrl && { logo: clientLogoUrl }),
      },
    }),
  };
}
