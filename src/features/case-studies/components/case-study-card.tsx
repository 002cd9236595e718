import { directionOf } from '@contracts/words/direction';
import { ViewTransition, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { Image } from '@/components/image';
import { Skeleton } from '@/components/ui/skeleton';
import { paths } from '@/lib/paths';
import { coverOf } from '../cover';
import { coverTransition } from '../cover-transition';
import type { CaseStudyMetric, CaseStudySummary } from '../model';

const TAGS_SHOWN = 2;

/** 'lead' sets the text beside the cover on a desktop, 'small' leaves out description and tags. */
export type CaseStudyCardVariant = 'lead' | 'standard' | 'small';

export type CaseStudyCardProps = {
  study: CaseStudySummary;
  variant?: CaseStudyCardVariant;
  headingLevel?: 2 | 3;
  /** The `sizes` attribute of the image. */
  sizes?: string;
  isCritical?: boolean;
  /** Links or buttons, in front of the card's link. */
  actions?: ReactNode;
  className?: string;
};

export function CaseStudyCard({
  study,
  variant = 'standard',
  headingLevel = 2,
  sizes = '(min-width: 768px) 50vw, 100vw',
  isCritical = false,
  actions,
  className,
}: CaseStudyCardProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const metric = study.metrics[0];
  const tags = study.serviceTags.slice(0, TAGS_SHOWN);
  const text = study.description ?? study.headline;
  const isLead = variant === 'lead';
  const isSmall = variant === 'small';
  return (
    <article
      className={clsx(
        'card flex h-full min-w-0 flex-col',
        isLead && 'desktop:grid desktop:grid-cols-12 desktop:gap-x-8',
        className,
      )}
    >
      <ViewTransition {...(isSmall ? { default: 'none' } : coverTransition(study.id))}>
        <div
          className={clsx(
            'overflow-hidden rounded-picture',
            isLead && 'desktop:col-span-8 desktop:self-start',
          )}
        >
          <Image
            {...coverOf(study)}
            alt=""
            aspect="card"
            sizes={sizes}
            priority={isCritical ? 'critical' : 'normal'}
            className="card-picture"
          />
        </div>
      </ViewTransition>
      <div
        className={clsx(
          'flex min-w-0 flex-1 flex-col',
          isLead ? 'mt-5 desktop:col-span-4 desktop:mt-0' : 'mt-5',
        )}
      >
        <p className="flex gap-x-2.5 text-small text-muted">
          <span
            dir={directionOf(study.category)}
            className="min-w-0 truncate font-semibold text-ink"
          >
            {study.category}
          </span>
          <span aria-hidden="true">/</span>
          <span className="shrink-0 tabular-figures">{study.year}</span>
        </p>
        <Heading
          dir={directionOf(study.title)}
          className={clsx(
            'mt-1.5',
            isLead && 'text-h2',
            variant === 'standard' && 'text-h3',
            isSmall && 'text-h4',
          )}
        >
          <Link
            to={paths.project.to(study.slug)}
            className="card-title stretched-link after:-inset-2 tablet:after:-inset-3"
          >
            {study.title}
          </Link>
        </Heading>
        {!isSmall && text !== null && (
          <p
            dir={directionOf(text)}
            className="mt-3 line-clamp-6 max-w-[34rem] text-base text-muted tablet:line-clamp-4"
          >
            {text}
          </p>
        )}
        {!isSmall && tags.length > 0 && (
          <ServiceTags tags={tags} className={clsx('mt-4', isLead && 'desktop:mb-6')} />
        )}
        {metric && <FirstMetric metric={metric} variant={variant} />}
        {actions !== undefined && (
          <div className="relative mt-5 flex flex-wrap gap-3">{actions}</div>
        )}
      </div>
    </article>
  );
}

function ServiceTags({ tags, className }: { tags: readonly string[]; className: string }) {
  return (
    <ul aria-label="Services" className={clsx('flex flex-wrap gap-2', className)}>
      {tags.map((tag) => (
        <li
          key={tag}
          dir={directionOf(tag)}
          className="max-w-full truncate rounded-full border border-line-strong px-3 py-0.5 text-small"
        >
          {tag}
        </li>
      ))}
    </ul>
  );
}

function FirstMetric({
  metric,
  variant,
}: {
  metric: CaseStudyMetric;
  variant: CaseStudyCardVariant;
}) {
  const isLong = metric.value.length > 8;
  return (
    // At the bottom of the card, so that the lines above the figures of a row are at one height.
    <p
      dir={directionOf(metric.label)}
      className={clsx('mt-auto', variant === 'lead' ? 'pt-6' : 'pt-5')}
    >
      <span className="block border-t border-line pt-4" />
      <span
        className={clsx(
          'block font-display leading-none tracking-display text-accent-text',
          variant === 'lead' && (isLong ? 'text-h2' : 'text-display'),
          variant === 'standard' && (isLong ? 'text-h3' : 'text-[clamp(2.5rem,2rem+2vw,3.75rem)]'),
          variant === 'small' && 'text-h3',
        )}
      >
        {metric.value}
      </span>{' '}
      <span
        className={clsx(
          'mt-2 block',
          variant === 'small' ? 'text-small' : 'text-body',
          variant !== 'lead' && 'tablet:min-h-[2lh]',
        )}
      >
        {metric.label}
      </span>
    </p>
  );
}

export function CaseStudyCardSkeleton({
  variant = 'standard',
  className,
}: {
  variant?: CaseStudyCardVariant;
  className?: string;
}) {
  const isLead = variant === 'lead';
  return (
    <div
      className={clsx(
        'flex flex-col',
        isLead && 'desktop:grid desktop:grid-cols-12 desktop:gap-x-8',
        className,
      )}
    >
      <Skeleton
        className={clsx('aspect-video w-full rounded-picture!', isLead && 'desktop:col-span-8')}
      />
      <div
        className={clsx('flex flex-col', isLead ? 'mt-5 desktop:col-span-4 desktop:mt-0' : 'mt-5')}
      >
        <Skeleton className="h-4 w-32" />
        <Skeleton className={clsx('mt-3 w-4/5', isLead ? 'h-11' : 'h-7')} />
        <Skeleton className="mt-4 h-4 w-full" />
        <Skeleton className="mt-2.5 h-4 w-3/5" />
        <div className="mt-5 flex gap-2">
          <Skeleton className="h-7 w-28 rounded-full!" />
          <Skeleton className="h-7 w-24 rounded-full!" />
        </div>
        <Skeleton className={clsx('h-12 w-36', isLead ? 'mt-6 desktop:mt-auto' : 'mt-6')} />
      </div>
    </div>
  );
}
