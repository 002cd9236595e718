import { Suspense, type ReactNode } from 'react';
import { clsx } from 'clsx';

export type SectionProps = {
  children: ReactNode;
  title?: ReactNode;
  lead?: ReactNode;
  /** Beside the title: a link to the full list. */
  action?: ReactNode;
  /** 'margin' sets the title in the left columns and the content in the right ones. */
  layout?: 'stack' | 'margin';
  tone?: 'surface' | 'sunken' | 'raised';
  /** A line above, between two sections of the same tone. */
  hasRule?: boolean;
  /** 'flush' has no space below, for a section that continues in the next. */
  spacing?: 'full' | 'flush';
  id?: string;
  /** Two screens or more on a phone: reserves more space, so that sections below it do not count as near. */
  isLong?: boolean;
  /** The accessible name of a section without a title. */
  label?: string;
  className?: string;
};

const toneClasses = { surface: '', sunken: 'bg-sunken', raised: 'bg-raised' };

/** A part of a page with the common width and spacing. */
export function Section({
  children,
  title,
  lead,
  action,
  layout = 'stack',
  tone = 'surface',
  hasRule = false,
  spacing = 'full',
  id,
  label,
  isLong = false,
  className,
}: SectionProps) {
  const hasHead = title !== undefined || lead !== undefined || action !== undefined;
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
              hasRule && 'border-t border-line pt-section',
              layout === 'margin' && 'grid gap-x-12 gap-y-8 desktop:grid-cols-12',
            )}
          >
            {hasHead && (
              <div
                className={clsx(
                  layout === 'margin'
                    ? 'desktop:col-span-4'
                    : 'mb-10 flex flex-wrap items-end justify-between gap-x-12 gap-y-5 tablet:mb-14',
                )}
              >
                <div className="max-w-[44rem]">
                  {title !== undefined && <h2 className="text-h2">{title}</h2>}
                  {lead !== undefined && (
                    <div className="mt-4 text-lead text-pretty text-muted">{lead}</div>
                  )}
                </div>
                {action !== undefined && (
                  <div className={clsx(layout === 'margin' && 'mt-6')}>{action}</div>
                )}
              </div>
            )}
            {layout === 'margin' ? (
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
