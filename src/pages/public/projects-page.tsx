import { useQuery } from '@tanstack/react-query';
import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { CallToAction } from '@/components/sections/call-to-action';
import { ButtonLink } from '@/components/ui/button';
import { projectsContent } from '@/content/projects';
import { site } from '@/content/site';
import { CaseStudyList } from '@/features/case-studies/components/case-study-list';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { useSession } from '@/features/session/use-session';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function ProjectsPage() {
  const { meta, hero, closing } = projectsContent;
  const session = useSession();
  const studies = useQuery(caseStudyQueries.publishedList());
  useDocumentMeta({
    title: `${meta.title} | ${site.name}`,
    description: meta.description,
  });
  return (
    <>
      <PageHero height="low" title={hero.title} lead={hero.lead} />
      <Section label="Case studies" className="pt-10! tablet:pt-16!">
        <CaseStudyList
          query={studies}
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
