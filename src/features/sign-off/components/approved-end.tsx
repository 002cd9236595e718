import type { ReactNode, Ref } from 'react';
import { locale } from '@brand/agency';
import { Button } from '@/components/ui/button';
import { dayAndTimeOf } from '@/lib/moment';
import type { OpenedSignOff } from '../model';

const DATE = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
export const dateOf = (date: Date) => DATE.format(date);

export type ApprovedEndProps = {
  /** Its heading, which can have the focus. */
  ref: Ref<HTMLHeadingElement>;
  opened: OpenedSignOff;
  approval: NonNullable<OpenedSignOff['approval']>;
};

/** The end of an approved page: which words, by whom and when. */
export function ApprovedEnd({ ref, opened, approval }: ApprovedEndProps) {
  const { title, kind, expiresAt } = opened;
  const { name, approvedAt, isMailed } = approval;
  return (
    <section aria-labelledby="approved" className="border-t border-line bg-sunken">
      <div className="mx-auto grid w-full max-w-content gap-x-8 gap-y-10 px-gutter py-section desktop:grid-cols-12 wide:px-0">
        <div className="desktop:col-span-7">
          <ApprovedMark />
          <h2 ref={ref} id="approved" tabIndex={-1} className="mt-6 text-h2">
            Thank you. This page is approved.
          </h2>
          <p className="mt-5 max-w-measure text-lead text-muted">
            The words and pictures of “<bdi>{title}</bdi>”, exactly as they stand above. If we
            change one of them, we ask you again.
          </p>
        </div>
        <dl className="grid content-start gap-6 border-t border-line-strong pt-6 desktop:col-span-4 desktop:col-start-9">
          <Fact term="Approved by">
            <bdi>{name}</bdi>
          </Fact>
          <Fact term="On">
            <time dateTime={approvedAt.toISOString()} title={dayAndTimeOf(approvedAt.getTime())}>
              {dateOf(approvedAt)}
            </time>
          </Fact>
          <Fact term={kind === 'case-study' ? 'The case study' : 'The post'}>
            <bdi>{title}</bdi>
          </Fact>
        </dl>
        <div className="no-print flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-line pt-6 desktop:col-span-12">
          <p className="me-auto max-w-measure text-base text-muted">
            {isMailed && 'We have sent you a copy of the words by mail. '}
            You can read them here until {dateOf(expiresAt)}.
          </p>
          <Button onClick={() => window.print()}>Print the page</Button>
        </div>
      </div>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{term}</dt>
      <dd className="mt-1 font-display text-h3">{children}</dd>
    </div>
  );
}

/** Drawn like a tick of a pen. */
function ApprovedMark() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 64 40"
      fill="none"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-10 w-auto stroke-accent"
    >
      <path d="M4 23c5 2 9 6 13 13C26 20 39 9 60 4" />
    </svg>
  );
}
