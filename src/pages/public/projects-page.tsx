import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams, type Params } from 'react-router-dom';
import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { CallToAction } from '@/components/sections/call-to-action';
import { Button, ButtonLink } from '@/components/ui/button';
import { pageMeta } from '@/content/page-meta';
import { ownCard } from '@/content/social-cards';
import { projectsContent } from '@brand/texts/projects';
import { CaseStudyList } from '@/features/case-studies/components/case-study-list';
import { StudyFilterLinks } from '@/features/case-studies/components/study-filters';
import { projectsHref, readStudyFilters } from '@/features/case-studies/filters';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { caseStudyListData } from '@/features/case-studies/structured-data';
import { useSession } from '@/features/session/use-session';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

/** All projects, and those of one service or industry. */
export function ProjectsPage() {
  const { meta, hero, closing } = projectsContent;
  const session = useSession();
  const [params] = useSearchParams();
  const filters = readStudyFilters(useParams().service, params);
  const studies = useInfiniteQuery(caseStudyQueries.publishedList(filters));
  const topics = useQuery(caseStudyQueries.topics()).data ?? [];
  const service = topics.find(({ kind, slug }) => kind === 'service' && slug === filters.service);
  const of = service ? `${service.name}: ` : '';
  const title = of + meta.title;
  const description = of + meta.description;
  // Search engines should index the lists of services, not every combination.
  const canonical = projectsHref({ ...filters, industry: undefined });
  useDocumentMeta({
    ...pageMeta({
      title,
      description,
      canonical,
      social: 'projects',
      card: service && ownCard('service', service.slug, null),
      structuredData:
        import.meta.env.SSR && studies.data
          ? [caseStudyListData(studies.data, { title, description, path: canonical })]
          : undefined,
    }),
    noindex: filters.service !== undefined && !service,
  });
  return (
    <>
      <PageHero height="low" title={hero.title} lead={hero.lead} scene="projects" />
      <Section label="Case studies" className="pt-10! tablet:pt-16!">
        <StudyFilterLinks filters={filters} topics={topics} />
        <CaseStudyList
          query={studies}
          more={
            studies.hasNextPage && (
              <Button
                isPending={studies.isFetchingNextPage}
                onClick={() => void studies.fetchNextPage()}
              >
                {projectsContent.more}
              </Button>
            )
          }
          isFiltered={projectsHref(filters) !== paths.projects}
          isStaff={session.status === 'staff' || session.status === 'waiting'}
        />
      </Section>
      <CallToAction
        title={closing.title}
        text={closing.text}
        scene="about"
        actions={
          <ButtonLink to={paths.contact} variant="primary" size="large">
            {closing.action}
          </ButtonLink>
        }
      />
    </>
  );
}

ProjectsPage.prepare = (queryClient: QueryClient, { service }: Params) =>
  Promise.all([
    queryClient.prefetchInfiniteQuery(
      caseStudyQueries.publishedList(readStudyFilters(service, new URLSearchParams())),
    ),
    queryClient.prefetchQuery(caseStudyQueries.topics()),
  ]);
