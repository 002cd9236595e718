import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { CallToAction } from '@/components/sections/call-to-action';
import { Image } from '@/components/image';
import { TeamList } from '@/components/sections/team-list';
import { ValueList } from '@/components/sections/value-list';
import { ButtonLink, buttonClasses } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { aboutContent } from '@brand/texts/about';
import { offices } from '@brand/texts/offices';
import { pageMeta } from '@/content/page-meta';
import { site } from '@/content/site';
import { organization } from '@/content/structured-data/agency';
import { team } from '@brand/people';
import { OfficePostcards } from '@/features/offices/components/office-list';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';
import { telephoneLink } from '@/lib/links';

export function AboutPage() {
  const { meta, hero, philosophy, picture, values, closing } = aboutContent;
  useDocumentMeta(
    pageMeta({
      ...meta,
      social: 'about',
      structuredData: import.meta.env.SSR ? [organization()] : undefined,
    }),
  );
  return (
    <>
      <PageHero
        title={hero.title}
        lead={hero.lead}
        scene="about"
        actions={
          <ButtonLink to={hero.action.to} variant="primary" size="large">
            {hero.action.label}
          </ButtonLink>
        }
      />
      <Section
        title={<span className="sans-heading text-lead">{philosophy.title}</span>}
        layout="margin"
      >
        <p className="font-display text-h2 leading-tight tracking-[-0.018em] text-balance">
          {philosophy.statement}
        </p>
        <div className="mt-8 grid max-w-measure gap-5 text-lead text-pretty text-muted">
          {philosophy.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Section>
      <Section label="At work" spacing="flush" className="pt-0!">
        <Image
          image={picture.image}
          alt={picture.alt}
          aspect="feature"
          sizes={`(min-width: 1280px) 1200px, ${COLUMN_ON_PHONE}`}
          className="rounded-picture"
        />
      </Section>
      <Section title={values.title}>
        <ValueList values={values.items} />
      </Section>
      <Section title={aboutContent.team.title} lead={aboutContent.team.lead} tone="sunken">
        <TeamList members={team} />
        <p className="mt-14 text-muted desktop:mt-20 desktop:ms-[33.333%]">
          {aboutContent.team.note}
        </p>
      </Section>
      <Section title={aboutContent.offices.title} lead={aboutContent.offices.lead}>
        <OfficePostcards offices={offices} />
      </Section>
      <CallToAction
        title={closing.title}
        text={<p>{closing.text}</p>}
        scene="blog"
        actions={
          <>
            <a
              href={`mailto:${site.email}`}
              className={buttonClasses({
                variant: 'primary',
                size: 'large',
                className: 'max-w-full max-tablet:px-4! max-tablet:text-base!',
              })}
            >
              {site.email}
            </a>
            <a href={telephoneLink(site.phone)} className={buttonClasses({ size: 'large' })}>
              {site.phone}
            </a>
          </>
        }
        note={<TextLink to={paths.contact}>{closing.note}</TextLink>}
      />
    </>
  );
}
