import { directionOf } from '@contracts/words/direction';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { RenderedArticle } from '@/components/rendered-article';
import { SkeletonText } from '@/components/ui/skeleton';
import { useAnchor } from '@/hooks/use-anchor';
import { partRenderer } from '@/lib/article-renderers';
import type { CaseStudy } from '../model';
import { CaseStudyDetails, hasDetails } from './case-study-details';
import { toParagraphs } from './case-study-text';

export type CaseStudyBodyProps = {
  study: CaseStudy;
  heading: 'h2' | 'h3';
  className: string;
};

/** The texts of a study, and its details beside them. */
export function CaseStudyBody({ study, heading: Heading, className }: CaseStudyBodyProps) {
  const intro = toParagraphs(study.description);
  const loved = toParagraphs(study.whatWeLoved);
  const parts = [
    { column: 'challenge', title: 'The Challenge', markdown: study.challenge },
    { column: 'solution', title: 'Our Solution', markdown: study.solution },
    { column: 'results', title: 'The Results', markdown: study.results },
  ].flatMap(({ markdown, ...part }) => (markdown?.trim() ? { ...part, markdown } : []));
  const hasText = intro.length + parts.length + loved.length > 0;
  const isSidebarShown = hasDetails(study);
  const anchor = useAnchor();
  if (!hasText && !isSidebarShown) return null;
  return (
    <div
      className={clsx(
        className,
        'grid grid-cols-1 gap-x-8 gap-y-14 pt-16 tablet:pt-section',
        hasText && 'desktop:grid-cols-12',
      )}
    >
      {isSidebarShown && (
        <aside
          className={clsx(
            'min-w-0',
            hasText &&
              'desktop:sticky desktop:top-[calc(var(--header-height,0px)+2rem)] desktop:col-span-4 desktop:col-start-9 desktop:row-start-1 desktop:self-start',
          )}
        >
          <CaseStudyDetails study={study} heading={Heading} isWide={!hasText} />
        </aside>
      )}
      {hasText && (
        <div className="grid min-w-0 grid-cols-1 gap-y-14 desktop:col-span-7 desktop:col-start-1 desktop:row-start-1 desktop:gap-y-20">
          {intro.length > 0 && (
            <Paragraphs
              {...anchor('study', 'description')}
              texts={intro}
              className="max-w-measure text-lead [&>*+*]:mt-[1em]"
            />
          )}
          {parts.map(({ column, title, markdown }) => (
            <Part key={title} column={column} title={title} heading={Heading}>
              <RenderedArticle
                source={markdown}
                renderer={partRenderer}
                pending={<SkeletonText lines={linesIn(markdown)} className="max-w-measure" />}
                fallback={<Paragraphs texts={toParagraphs(markdown)} className="reading" />}
              />
            </Part>
          ))}
          {loved.length > 0 && (
            <Part column="what_we_loved" title="What We Loved" heading={Heading}>
              <Paragraphs texts={loved} className="reading" />
            </Part>
          )}
        </div>
      )}
    </div>
  );
}

type PartProps = { column: string; title: string; heading: 'h2' | 'h3'; children: ReactNode };

function Part({ column, title, heading: Heading, children }: PartProps) {
  const anchor = useAnchor();
  return (
    <section {...anchor('study', column)} className="reading-part">
      <Heading className="mb-5 text-h2">{title}</Heading>
      {children}
    </section>
  );
}

type ParagraphsProps = { texts: readonly string[]; className: string };

function Paragraphs({ texts, ...box }: ParagraphsProps) {
  return (
    <div {...box}>
      {texts.map((text, index) => (
        <p key={index} dir={directionOf(text)} className="whitespace-pre-line">
          {text}
        </p>
      ))}
    </div>
  );
}

const CHARACTERS_PER_LINE = 66;

/** About as many as the rendered text will have, so that little moves when it replaces the skeleton. */
function linesIn(markdown: string): number {
  return markdown
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE)), 0);
}
