import { clsx } from 'clsx';
import { PageHero } from '@/components/layout/page-hero';
import { LegalText } from '@/components/sections/legal-text';
import { legalNotice, type LegalDocument } from '@/content/legal';
import { site } from '@/content/site';
import { useDocumentMeta } from '@/lib/seo';

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The frame the three legal pages share. On paper: black on white in either theme, and no sky. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { title, description, lead, updated, sections } = document;
  useDocumentMeta({ title: `${title} | ${site.name}`, description });
  return (
    <div
      className={clsx(
        'print:bg-surface print:text-ink print:[--accent-text:#000] print:[--ink:#000] print:[--line:#999] print:[--muted:#333] print:[--surface:#fff] print:[--warning-soft:#fff]',
        'print:[&_.sky]:mt-0 print:[&_.sky]:block print:[&_.sky]:min-h-0 print:[&_.sky]:bg-none print:[&_.sky]:pt-0 print:[&_.sky]:pb-8',
        'print:[&_.sky>[aria-hidden]]:hidden print:[&_.sky>div]:p-0',
      )}
    >
      <PageHero
        height="low"
        title={title}
        lead={lead}
        overline={
          <>
            Last updated <time dateTime={updated}>{dateFormat.format(new Date(updated))}</time>
          </>
        }
      />
      <LegalText sections={sections} notice={legalNotice} />
    </div>
  );
}
