import { use } from 'react';
import { parseVideo } from '@contracts/video';
import { directionOf } from '@contracts/words/direction';
import { clsx } from 'clsx';
import { ErrorBoundary } from '@/components/error-boundary';
import { FirstViewEnd } from '@/components/layout/first-view-end';
import { titleSize } from '@/components/layout/title-size';
import { CallToAction } from '@/components/sections/call-to-action';
import { ButtonLink } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { AnchorsShown, useAnchor } from '@/hooks/use-anchor';
import { paths } from '@/lib/paths';
import type { Confirmation } from '../confirmations';
import type { CaseStudy, CaseStudySummary } from '../model';
import { CaseStudyCard } from './case-study-card';
import { CaseStudyBody } from './case-study-body';
import { CaseStudyGallery } from './case-study-gallery';
import { DrawnCover } from './drawn-cover';
import { splitQuote, toParagraphs } from './case-study-text';
import { motif } from '@brand/motif';
import { caseStudyContent } from '@brand/texts/projects';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';

const content = 'mx-auto w-full max-w-content px-gutter wide:px-0';
const partBelow = clsx('until-near', content);

export type CaseStudyViewProps = {
  study: CaseStudy;
  /** Shown below as 'Explore More Projects'. */
  related?: readonly CaseStudySummary[];
  /** Of the title; 2 if the page has a title of its own. */
  headingLevel?: 1 | 2;
};

/** A study as visitors see it, on its page and in the staff preview. */
export function CaseStudyView({ study, related = [], headingLevel = 1 }: CaseStudyViewProps) {
  const Heading = headingLevel === 1 ? 'h2' : 'h3';
  return (
    <article>
      <div className="pb-section">
        <StudyHeader study={study} headingLevel={headingLevel} />
        <KeyFigures study={study} />
        <CaseStudyBody study={study} heading={Heading} className={partBelow} />
        <ClientQuote study={study} />
        {study.gallery.length > 0 && (
          <section className={clsx(partBelow, 'until-near-long pt-section')}>
            <Heading className="mb-8 text-h2 tablet:mb-12">
              {study.gallery.every(({ url }) => parseVideo(url))
                ? 'Project Videos'
                : 'Project Gallery'}
            </Heading>
            <ErrorBoundary level="component" resetKey={study}>
              <CaseStudyGallery study={study} />
            </ErrorBoundary>
          </section>
        )}
        {related.length > 0 && <RelatedStudies studies={related} heading={Heading} />}
      </div>
      <Closing study={study} />
    </article>
  );
}

function Closing({ study: { ctaHeadline, ctaText } }: { study: CaseStudy }) {
  const { title, text, action } = caseStudyContent.closing;
  const headline = ctaHeadline?.trim();
  const ownText = ctaText?.trim();
  const anchor = useAnchor();
  // Clients read what was written for this study, and are not asked to become clients.
  if (use(AnchorsShown) && !headline && !ownText) return null;
  return (
    <CallToAction
      title={<bdi {...anchor('study', 'cta_headline')}>{headline || title}</bdi>}
      text={
        <p {...anchor('study', 'cta_text')} dir={directionOf(ownText ?? '')}>
          {ownText || text}
        </p>
      }
      scene="sent"
      actions={
        <ButtonLink to={paths.contact} variant="primary" size="large">
          {action}
        </ButtonLink>
      }
    />
  );
}

type SectionHeading = 'h2' | 'h3';

function StudyHeader({ study, headingLevel }: { study: CaseStudy; headingLevel: 1 | 2 }) {
  const Title = headingLevel === 1 ? 'h1' : 'h2';
  const anchor = useAnchor();
  return (
    <header className="pt-10 tablet:pt-16">
      <div className={content}>
        <p className="flex flex-wrap gap-x-2.5 text-base text-muted">
          <TextLink to={paths.projects}>Projects</TextLink>
          <span aria-hidden="true">/</span>
          <bdi className="min-w-0">{study.category}</bdi>
          <span aria-hidden="true">/</span>
          <span className="tabular-figures">{study.year}</span>
        </p>
        <Title
          {...anchor('study', 'title')}
          dir={directionOf(study.title)}
          className={clsx('mt-5 tracking-display hyphens-auto', titleSize(study.title))}
        >
          {study.title}
        </Title>
        <Standfirst study={study} />
      </div>
      <div
        {...anchor('study', 'hero_image_url')}
        className="mx-auto mt-10 w-full max-w-[100rem] tablet:mt-14 tablet:px-gutter"
      >
        <DrawnCover key={study.id} study={study} />
      </div>
      <FirstViewEnd />
    </header>
  );
}

function Standfirst({ study }: { study: CaseStudy }) {
  const { headline, subhead, serviceTags } = study;
  const anchor = useAnchor();
  if (!headline && !subhead && serviceTags.length === 0) return null;
  return (
    <div className="mt-6 grid grid-cols-1 gap-x-8 gap-y-5 tablet:mt-8 desktop:grid-cols-12">
      {headline && (
        <p
          {...anchor('study', 'headline')}
          dir={directionOf(headline)}
          className="font-display text-h3 text-balance hyphens-auto desktop:col-span-7"
        >
          {headline}
        </p>
      )}
      <div
        className={clsx(
          'min-w-0',
          headline ? 'desktop:col-span-4 desktop:col-start-9' : 'desktop:col-span-7',
        )}
      >
        {subhead && (
          <p
            {...anchor('study', 'subhead')}
            dir={directionOf(subhead)}
            className="text-lead text-muted desktop:max-w-[20.5em] desktop:text-body"
          >
            {subhead}
          </p>
        )}
        {serviceTags.length > 0 && (
          <ul aria-label="Services" className={clsx('flex flex-wrap gap-2', subhead && 'mt-5')}>
            {serviceTags.map((tag) => (
              <li
                key={tag}
                className="max-w-full rounded-full border border-line-strong px-3 py-0.5 text-small"
              >
                <bdi>{tag}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function KeyFigures({ study }: { study: CaseStudy }) {
  const { outcome, metrics } = study;
  const anchor = useAnchor();
  if (!outcome && metrics.length === 0) return null;
  return (
    <section aria-label="Key figures" className={clsx(partBelow, 'pt-20 tablet:pt-24')}>
      {outcome && (
        <p
          {...anchor('study', 'outcome')}
          dir={directionOf(outcome)}
          className="max-w-[46rem] font-display text-h2"
        >
          {outcome}
        </p>
      )}
      {metrics.length > 0 && <Metrics study={study} isAfterText={Boolean(outcome)} />}
    </section>
  );
}

function Metrics({ study, isAfterText }: { study: CaseStudy; isAfterText: boolean }) {
  const { metrics, confirmations } = study;
  const anchor = useAnchor();
  const longest = Math.max(...metrics.map((metric) => metric.value.length));
  return (
    <dl
      className={clsx(
        'grid gap-x-8 gap-y-8 tablet:gap-y-12',
        isAfterText && 'mt-10 tablet:mt-14',
        metrics.length > 1 && longest <= 12 ? 'grid-cols-2' : 'grid-cols-1',
        figureColumns(metrics.length),
      )}
    >
      {metrics.map((metric, index) => (
        <div
          key={index}
          {...anchor('metrics', String(index))}
          className="flex min-w-0 flex-col-reverse max-tablet:last:odd:col-span-full justify-end gap-3 border-t border-line-strong pt-4"
        >
          <dt dir={directionOf(metric.label)} className="text-body">
            {metric.label}
            <ConfirmedBy confirmation={confirmations?.metrics[index]} />
          </dt>
          <dd
            dir={directionOf(metric.label)}
            className={clsx(
              'font-display leading-none tracking-display text-accent-text',
              figureSize(longest, metrics.length),
            )}
          >
            {metric.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ConfirmedByProps = { confirmation: Confirmation | null | undefined };

function ConfirmedBy({ confirmation }: ConfirmedByProps) {
  if (!confirmation) return null;
  const { by, month } = confirmation;
  return (
    <span className="mt-1.5 block text-small text-muted">
      Confirmed by <bdi>{by}</bdi>, {month}
    </span>
  );
}

function figureColumns(count: number): string {
  if (count === 1) return 'tablet:max-w-96';
  if (count === 2) return 'tablet:grid-cols-2';
  return count === 3 ? 'tablet:grid-cols-3' : 'tablet:grid-cols-3 desktop:grid-cols-4';
}

function figureSize(longest: number, count: number): string {
  if (longest > 16) return 'text-h3 leading-tight!';
  if (longest > 8 || count > 8) return 'text-h2';
  return count > 4 ? 'text-[clamp(2.25rem,1.6rem+2.4vw,4rem)]' : 'text-display';
}

function ClientQuote({ study }: { study: CaseStudy }) {
  const { clientName: client, confirmations } = study;
  const anchor = useAnchor();
  const { words, speaker } = splitQuote(study.clientQuote);
  const paragraphs = toParagraphs(words);
  if (paragraphs.length === 0) return null;
  const isLong = paragraphs.join('').length > 260;
  return (
    <section aria-label="Client quote" className="mt-section bg-sunken">
      <figure {...anchor('study', 'client_quote')} className={clsx(partBelow, 'py-section')}>
        <svg
          aria-hidden="true"
          viewBox="0 0 48 34"
          className="mb-6 h-8 w-auto fill-accent tablet:h-11"
        >
          <path d="M20 2C11 6 6.5 12 6 18.5A8 8 0 1 1 3 26C-1 13 7 3 19 0ZM46 2C37 6 32.5 12 32 18.5A8 8 0 1 1 29 26C25 13 33 3 45 0Z" />
        </svg>
        <blockquote
          className={clsx(
            'font-display tracking-[-0.018em] [&>*+*]:mt-[0.7em]',
            isLong
              ? 'max-w-[48rem] text-h3 leading-[1.35]!'
              : 'max-w-[58rem] text-[clamp(1.75rem,1.2rem+2.4vw,3.5rem)] leading-[1.15]',
          )}
        >
          {paragraphs.map((text, index) => (
            <p key={index} dir={directionOf(text)} className="whitespace-pre-line">
              {text}
            </p>
          ))}
        </blockquote>
        {(speaker ?? client ?? confirmations?.quote) && (
          <figcaption className="mt-8 text-base text-muted">
            <bdi>{speaker ?? client}</bdi>
            <ConfirmedBy confirmation={confirmations?.quote} />
          </figcaption>
        )}
      </figure>
    </section>
  );
}

type RelatedStudiesProps = { studies: readonly CaseStudySummary[]; heading: SectionHeading };

function RelatedStudies({ studies, heading: Heading }: RelatedStudiesProps) {
  return (
    <section className={clsx(partBelow, 'no-print pt-section')}>
      <div
        className={clsx(
          'mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3 border-t border-line pt-10 tablet:mb-12',
          motif === 'sky' && 'nimbus',
        )}
      >
        <Heading className="text-h2">Explore More Projects</Heading>
        <TextLink to={paths.projects} hasArrow>
          All projects
        </TextLink>
      </div>
      <ul className={clsx('grid grid-cols-1 gap-x-8 gap-y-12', relatedColumns(studies.length))}>
        {studies.map((other) => (
          <li key={other.id} className="min-w-0">
            <CaseStudyCard
              study={other}
              variant={studies.length === 1 ? 'lead' : 'small'}
              headingLevel={3}
              sizes={`(min-width: 1280px) 380px, (min-width: 768px) 31vw, ${COLUMN_ON_PHONE}`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function relatedColumns(count: number): string {
  if (count === 1) return '';
  return count === 2 ? 'tablet:grid-cols-2' : 'tablet:grid-cols-3';
}
