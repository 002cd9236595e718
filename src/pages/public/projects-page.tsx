import { useQuery } from '@tanstack/react-query';
import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { CallToAction } from '@/components/sections/call-to-action';
import { ButtonLink } from '@/components/ui/button';
import { site } from '@/content/site';
import { CaseStudyList } from '@/features/case-studies/components/case-study-list';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { useSession } from '@/features/session/use-session';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function ProjectsPage() {
  const session = useSession();
  const studies = useQuery(caseStudyQueries.publishedList());
  useDocumentMeta({
    title: `Projects | ${site.name}`,
    description:
      'Shops, apps, brands and campaigns we made with the people who run them, and what came of it.',
  });
  return (
    <>
      <PageHero
        height="low"
        title="Projects"
        lead="A few things we made with the people who run them, told from the first question to the last figure."
      />
      <Section label="Case studies" className="pt-10! tablet:pt-16!">
        <CaseStudyList
          query={studies}
          isStaff={session.status === 'staff' || session.status === 'waiting'}
        />
      </Section>
      <CallToAction
        title="Start Your Project"
        text="Bring a plan, a problem or half a sentence. We will find out together what it wants to become."
        actions={
          <ButtonLink to={paths.contact} variant="primary" size="large">
            Tell us about it
          </ButtonLink>
        }
      />
    </>
  );
}
