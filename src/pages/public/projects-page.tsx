import { useInfiniteQuery, type QueryClient } from '@tanstack/react-query';
import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { CallToAction } from '@/components/sections/call-to-action';
import { Button, ButtonLink } from '@/components/ui/button';
import { pageMeta } from '@/content/page-meta';
import { projectsContent } from '@/content/projects';
import { CaseStudyList } from '@/features/case-studies/components/case-study-list';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { caseStudyListData } from '@/features/case-studies/structured-data';
import { useSession } from '@/features/session/use-session';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function ProjectsPage() {
  const { meta, hero, closing } = projectsContent;
  const session = useSession();
  const studies = useInfiniteQuery(caseStudyQueries.publishedList());
  useDocumentMeta(
    pageMeta({
      ...meta,
      social: 'projects',
      structuredData:
        import.meta.env.SSR && studies.data ? [caseStudyListData(studies.data)] : undefined,
    }),
  );
  return (
    <>
      <PageHero height="low" title={hero.title} lead={hero.lead} />
      <Section label="Case studies" className="pt-10! tablet:pt-16!">
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
          isStaff={session.status === 'staff' || session.status === 'waiting'}
        />
      </Section>
      <CallToAction
        title={closing.title}
        text={closing.text}
        actions={
          <ButtonLink to={paths.contact} variant="primary" size="large">
            {closing.action}
          </ButtonLink>
        }
      />
    </>
  );
}

ProjectsPage.prepare = (queryClient: QueryClient) =>
  queryClient.prefetchInfiniteQuery(caseStudyQueries.publishedList());
