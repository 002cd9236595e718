import { useQuery, type QueryClient } from '@tanstack/react-query';
import { Clouds, CloudsToggle, PassingCloud } from '@/components/clouds/clouds';
import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { CallToAction } from '@/components/sections/call-to-action';
import { ServiceRows } from '@/components/sections/service-rows';
import { ButtonLink } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { motif } from '@brand/motif';
import { homeContent } from '@brand/texts/home';
import { pageMeta } from '@/content/page-meta';
import { services } from '@brand/texts/services';
import { organization, website } from '@/content/structured-data/agency';
import {
  CaseStudyGrid,
  CaseStudyGridSkeleton,
} from '@/features/case-studies/components/case-study-grid';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { HOME_CASE_STUDIES } from '@/lib/constants';
import { useDocumentMeta } from '@/lib/seo';

export function HomePage() {
  const { hero, about, closing, meta } = homeContent;
  useDocumentMeta({
    ...pageMeta({
      ...meta,
      social: 'home',
      structuredData: import.meta.env.SSR ? [organization(), website()] : undefined,
    }),
    // Without the site's name, which this title begins with.
    title: meta.title,
  });
  const chosen: readonly string[] = homeContent.services.shown;
  const rank = ({ id }: { id: string }) =>
    chosen.includes(id) ? chosen.indexOf(id) : chosen.length;
  // In place of a chosen one that is no longer offered stands the next in the list.
  const shown = services.toSorted((a, b) => rank(a) - rank(b)).slice(0, chosen.length);
  return (
    <>
      <PageHero
        height="tall"
        title={<HomeTitle />}
        lead={hero.lead}
        scene="home"
        sky={<Clouds />}
        skyControl={motif === 'sky' && <CloudsToggle className="-ms-3" />}
        actions={
          <ButtonLink to={hero.action.to} variant="primary" size="large">
            {hero.action.label}
          </ButtonLink>
        }
      />
      {/* As far as the clouds of the closing section. */}
      <div className="day -mb-10 pb-10 tablet:-mb-20 tablet:pb-20">
        <Section
          layout="margin"
          spacing="flush"
          title={about.title}
          action={<TextLink to={about.link.to}>{about.link.label}</TextLink>}
        >
          <div className="grid gap-6 text-lead text-pretty">
            {about.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </Section>
        <Section
          title={homeContent.services.title}
          spacing="flush"
          isLong
          action={
            <TextLink to={homeContent.services.link.to}>{homeContent.services.link.label}</TextLink>
          }
        >
          <ServiceRows services={shown} />
        </Section>
        <FeaturedStudies />
      </div>
      <CallToAction
        title={closing.title}
        text={closing.text}
        scene="sent"
        actions={
          <ButtonLink to={closing.action.to} variant="primary" size="large">
            {closing.action.label}
          </ButtonLink>
        }
      />
    </>
  );
}

function HomeTitle() {
  const [first, second, passed] = homeContent.hero.title;
  return (
    <>
      {first}{' '}
      <span className="block tablet:text-end">
        {second}{' '}
        <span className="relative whitespace-nowrap">
          {passed}
          <PassingCloud />
        </span>
      </span>
    </>
  );
}

HomePage.prepare = (queryClient: QueryClient) =>
  queryClient.prefetchQuery(caseStudyQueries.featured(HOME_CASE_STUDIES));

/** Two featured studies; nothing when there are none or the query fails. */
function FeaturedStudies() {
  const { data, isPending } = useQuery(caseStudyQueries.featured(HOME_CASE_STUDIES));
  const { projects } = homeContent;
  if (!isPending && (!data || data.length === 0)) return <div className="pb-section" />;
  return (
    <Section
      title={projects.title}
      action={<TextLink to={projects.link.to}>{projects.link.label}</TextLink>}
    >
      {data ? (
        <CaseStudyGrid studies={data} headingLevel={3} />
      ) : (
        <CaseStudyGridSkeleton count={HOME_CASE_STUDIES} />
      )}
    </Section>
  );
}
