import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import type { CaseStudySummary } from '../model';
import { CaseStudyCard, CaseStudyCardSkeleton, type CaseStudyCardVariant } from './case-study-card';

const SKELETON_CARDS = 6;

type Place = 'lead' | 'wide-left' | 'narrow-right' | 'narrow-left' | 'wide-right';

const placeCycle = ['lead', 'wide-left', 'narrow-right', 'narrow-left', 'wide-right'] as const;

/** On wide screens the covers of a row end at one height. */
const placeClasses: Record<Place, string> = {
  lead: 'tablet:col-span-2 desktop:col-span-12',
  'wide-left': 'desktop:col-span-7',
  'narrow-right': 'desktop:col-span-5 desktop:mt-28 wide:mt-[7.1875rem]',
  'narrow-left': 'desktop:col-span-5 desktop:mt-28 wide:mt-[7.1875rem]',
  'wide-right': 'desktop:col-span-7',
};

const placeSizes: Record<Place, string> = {
  lead: `(min-width: 1280px) 790px, (min-width: 1024px) 62vw, ${COLUMN_ON_PHONE}`,
  'wide-left': `(min-width: 1280px) 684px, (min-width: 1024px) 54vw, (min-width: 768px) 45vw, ${COLUMN_ON_PHONE}`,
  'narrow-right': `(min-width: 1280px) 482px, (min-width: 1024px) 38vw, (min-width: 768px) 45vw, ${COLUMN_ON_PHONE}`,
  'narrow-left': `(min-width: 1280px) 482px, (min-width: 1024px) 38vw, (min-width: 768px) 45vw, ${COLUMN_ON_PHONE}`,
  'wide-right': `(min-width: 1280px) 684px, (min-width: 1024px) 54vw, (min-width: 768px) 45vw, ${COLUMN_ON_PHONE}`,
};

/** One wide card, then two pairs of unequal width, repeated; a single card in the last row is wide. */
function placeOf(index: number, count: number): Place {
  const place = placeCycle[index % placeCycle.length] ?? 'lead';
  const isAlone = index === count - 1 && (place === 'wide-left' || place === 'narrow-left');
  return isAlone ? 'lead' : place;
}

function variantOf(place: Place): CaseStudyCardVariant {
  return place === 'lead' ? 'lead' : 'standard';
}

export type CaseStudyGridProps = {
  studies: readonly CaseStudySummary[];
  headingLevel?: 2 | 3;
  /** Whether the first cover is above the fold. */
  isFirstCritical?: boolean;
  renderActions?: (study: CaseStudySummary) => ReactNode;
};

export function CaseStudyGrid({
  studies,
  headingLevel = 2,
  isFirstCritical = false,
  renderActions,
}: CaseStudyGridProps) {
  return (
    <ul className={gridClasses}>
      {studies.map((study, index) => {
        const place = placeOf(index, studies.length);
        return (
          <li
            key={study.id}
            className={clsx('min-w-0', index > 0 && 'until-painted', placeClasses[place])}
          >
            <CaseStudyCard
              study={study}
              variant={variantOf(place)}
              headingLevel={headingLevel}
              sizes={placeSizes[place]}
              isCritical={isFirstCritical && index === 0}
              actions={renderActions?.(study)}
            />
          </li>
        );
      })}
    </ul>
  );
}

export function CaseStudyGridSkeleton({ count = SKELETON_CARDS }: { count?: number }) {
  return (
    <div role="status">
      <span className="sr-only">Loading case studies...</span>
      <div className={gridClasses}>
        {Array.from({ length: count }, (_, index) => {
          const place = placeOf(index, count);
          return (
            <div key={index} data-skeleton-card="" className={clsx('min-w-0', placeClasses[place])}>
              <CaseStudyCardSkeleton variant={variantOf(place)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const gridClasses =
  'grid grid-cols-1 gap-x-8 gap-y-14 tablet:grid-cols-2 tablet:gap-y-16 desktop:grid-cols-12 desktop:gap-y-24';
