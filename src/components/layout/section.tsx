import { Suspense, type ReactNode } from 'react';
import { clsx } from 'clsx';

export type SectionProps = {
  children: ReactNode;
  title?: ReactNode;
  lead?: ReactNode;
  /** What follows the content, like a link to more of the same: beside or below the title, on narrow screens last. */
  action?: ReactNode;
  /** Below title and lead of the layout 'margin'. */
  aside?: ReactNode;
  /** 'margin' sets the title in the left columns and the content in the right ones. */
  layout?: 'stack' | 'margin';
  tone?: 'surface' | 'sunken';
  /** 'flush' has no space below, for a section that continues in the next. */
  spacing?: 'full' | 'flush';
  id?: string;
  /** Two screens or more on a phone: reserves more space, so that sections below it do not count as near. */
  isLong?: boolean;
  /** The accessible name of a section without a title. */
  label?: string;
  className?: string;
};

const toneClasses = { surface: '', sunken: 'bg-sunken' };

/** A part of a page with the common width and spacing. */
export function Section({
  children,
  title,
  lead,
  action,
  aside,
  layout = 'stack',
  tone = 'surface',
  spacing = 'full',
  id,
  label,
  isLong = false,
  className,
}: SectionProps) {
  const hasHead = title !== undefined || lead !== undefined || action !== undefined;
  const isMargin = layout === 'margin';
  return (
    <section
      id={id}
      aria-label={label}
      className={clsx(
        spacing === 'full' ? 'py-section' : 'pt-section',
        toneClasses[tone],
        className,
      )}
    >
      {/* Each section hydrates separately: in small steps, and first where the visitor clicks. */}
      <Suspense>
        <div
          className={clsx(
            'until-near mx-auto max-w-content px-gutter wide:px-0',
            isLong && 'until-near-long',
          )}
        >
          <div
            className={clsx(
              isMargin && 'grid items-start gap-x-12 gap-y-8 desktop:grid-cols-12',
              !isMargin && action !== undefined && 'max-tablet:flex max-tablet:flex-col',
            )}
          >
            {hasHead && (
              <div
                className={clsx(
                  isMargin
                    ? clsx(
                        'desktop:sticky desktop:top-26 desktop:col-span-4',
                        action !== undefined && 'max-desktop:contents',
                      )
                    : 'mb-14 flex flex-wrap items-end justify-between gap-x-12 gap-y-5 max-tablet:contents',
                )}
              >
                <div className={clsx('max-w-[44rem]', !isMargin && 'max-tablet:mb-10')}>
                  {title !== undefined && <h2 className="text-h2">{title}</h2>}
                  {lead !== undefined && (
                    <div className="mt-4 text-lead text-pretty text-muted">{lead}</div>
                  )}
                </div>
                {aside}
                {action !== undefined && (
                  <div
                    className={
                      isMargin
                        ? 'max-desktop:order-last desktop:mt-6'
                        : 'max-tablet:order-last max-tablet:mt-8'
                    }
                  >
                    {action}
                  </div>
                )}
              </div>
            )}
            {isMargin ? (
              <div className="min-w-0 desktop:col-span-7 desktop:col-start-6">{children}</div>
            ) : (
              children
            )}
          </div>
        </div>
      </Suspense>
    </section>
  );
}
