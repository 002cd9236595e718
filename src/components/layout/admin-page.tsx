import type { MouseEventHandler, ReactNode } from 'react';
import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useBarHeight } from '@/hooks/use-bar-height';
import { MissingEntries } from './missing-entries';

export type AdminPageProps = {
  title: ReactNode;
  description?: ReactNode;
  /** To the right of the back link, without one of the title; below it on a phone. */
  actions?: ReactNode;
  backLink?: { label: string; to: string };
  /** Beside the title: a badge, 'Saved', the number of rows. */
  status?: ReactNode;
  /** 'form' limits the width of the fields. */
  width?: 'full' | 'form';
  children: ReactNode;
};

export function AdminPage({
  title,
  description,
  actions,
  backLink,
  status,
  width = 'full',
  children,
}: AdminPageProps) {
  return (
    // One left edge on every screen: a form is narrower, not centred.
    <div className="mx-auto max-w-[90rem] px-gutter pt-6 pb-20 has-[.save-bar]:pb-0 desktop:pt-9">
      <div className={clsx(width === 'form' && 'max-w-[68rem]')}>
        {backLink !== undefined && (
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-2">
            <Link
              to={backLink.to}
              className="inline-flex min-h-9 items-center gap-2 rounded-control text-small font-medium text-muted hover:text-ink"
            >
              <ArrowLeft aria-hidden="true" className="size-4" />
              {backLink.label}
            </Link>
            {actions !== undefined && (
              <div className="-mx-3 flex flex-wrap max-tablet:-me-2.5 max-tablet:flex-nowrap max-tablet:*:size-10 max-tablet:*:p-0! max-tablet:[&_.button>span]:block max-tablet:[&_.button>span]:sr-only max-tablet:[&_svg]:size-5">
                {actions}
              </div>
            )}
          </div>
        )}
        <div className="mb-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 max-tablet:mb-5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
            <h1 className="min-w-0 text-[clamp(1.75rem,1.5rem+1vw,2.25rem)] leading-tight">
              {title}
            </h1>
            {status}
          </div>
          {actions !== undefined && backLink === undefined && (
            <div className="flex flex-wrap gap-3 max-tablet:gap-2 max-tablet:[&_.button]:px-2.5!">
              {actions}
            </div>
          )}
          {description !== undefined && (
            <div className="-mt-1 basis-full">
              <div className="max-w-measure text-base text-balance text-muted max-tablet:text-small">
                {description}
              </div>
            </div>
          )}
        </div>
        <MissingEntries />
        {children}
      </div>
    </div>
  );
}

export type WorkbenchProps = Required<Pick<AdminPageProps, 'title' | 'backLink'>> & {
  /** In the bar: status and buttons. */
  bar: ReactNode;
  beside: ReactNode;
  children: ReactNode;
};

/** As high as the window: one bar, and below it a form beside what it edits. Each scrolls on its own. */
export function Workbench({ title, backLink, bar, beside, children }: WorkbenchProps) {
  return (
    <div className="workbench flex h-[calc(100dvh-var(--connection-bar,0px))] flex-col">
      <header className="relative z-10 flex h-14 shrink-0 items-center gap-1 border-b border-line ps-3 pe-4">
        <Link
          to={backLink.to}
          aria-label={backLink.label}
          className="flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
        <h1 className="me-4 shrink-0 text-[1.375rem] leading-tight">{title}</h1>
        {bar}
      </header>
      <div className="grid min-h-0 grow grid-cols-[27rem_minmax(0,1fr)]">
        <div className="overflow-y-auto overscroll-contain px-6 [&>:first-child:not(form)]:mt-4">
          <MissingEntries />
          {children}
        </div>
        <div className="flex min-h-0 flex-col border-s border-line bg-sunken">{beside}</div>
      </div>
    </div>
  );
}

export type FormSectionProps = {
  title: ReactNode;
  description?: ReactNode;
  id?: string;
  children: ReactNode;
};

/** A section of a long form: title and description on the left, fields on the right. */
export function FormSection({ title, description, id, children }: FormSectionProps) {
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className="grid scroll-mt-4 outline-none desktop:-scroll-mt-14 gap-x-10 gap-y-5 border-t border-line py-9 desktop:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="sans-heading text-h4">{title}</h2>
        {description !== undefined && (
          <p className="mt-1 max-w-measure text-small text-muted">{description}</p>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
    </section>
  );
}

export type SaveBarProps = {
  /** On the left: 'Unsaved changes', 'Saved' or an error. */
  status?: ReactNode;
  /** Above it: what went wrong. */
  notice?: ReactNode;
  /** The buttons, the main one last. */
  children: ReactNode;
  onClickCapture?: MouseEventHandler;
  /** Within the bar of a workbench. */
  isInline?: boolean;
};

/** Stays at the lower edge of the window while the form above it scrolls. */
export function SaveBar({ status, notice, children, onClickCapture, isInline }: SaveBarProps) {
  const bar = useBarHeight('--page-bar', !isInline);
  if (isInline) {
    return (
      <div className="@container min-w-0 grow" onClickCapture={onClickCapture}>
        <div className="flex items-center gap-2 @max-[60rem]:[&>.button-small>span]:sr-only [&>.button]:whitespace-nowrap">
          <div role="status" className="min-w-0 grow text-small leading-tight text-muted">
            {status}
          </div>
          {children}
        </div>
        {notice && <div className="absolute inset-x-0 top-full">{notice}</div>}
      </div>
    );
  }
  return (
    <div
      ref={bar}
      className="sticky bottom-(--connection-bar,0px) z-30 short:static"
      onClickCapture={onClickCapture}
    >
      {notice}
      {/* The shadows continue bar and line to the right edge of the window, beyond a narrow form. */}
      <div className="save-bar @container -mx-gutter border-t border-line-strong bg-surface px-gutter py-3 shadow-[68rem_1px_0_var(--surface),68rem_0_0_var(--line-strong)]">
        <div className="flex flex-wrap items-center gap-2 max-tablet:gap-y-1 max-tablet:before:order-1 max-tablet:before:basis-full max-tablet:before:content-['']">
          <div role="status" className="min-w-0 grow basis-40 text-small text-muted">
            {status}
          </div>
          {/* On a phone: the small buttons beside the status, the others in a line of their own. */}
          <div className="ms-auto flex flex-wrap gap-2 max-tablet:contents max-tablet:[&>.button:not(.button-quiet)]:order-2 max-tablet:[&>.button:not(.button-quiet)]:flex-1 max-tablet:[&>.button:not(.button-quiet)]:px-3 max-tablet:[&>.button:not(.button-quiet)]:whitespace-nowrap max-tablet:[&>.button:not(.button-quiet)>svg]:hidden">
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}
