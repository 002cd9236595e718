import { locale } from '@brand/agency';
import { PageHero } from '@/components/layout/page-hero';
import { LegalText } from '@/components/sections/legal-text';
import type { LegalDocument } from '@/content/legal';
import { pageMeta } from '@/content/page-meta';
import { useDocumentMeta } from '@/lib/seo';

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** Layout of the three legal pages. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { title, description, lead, updated, sections } = document;
  useDocumentMeta(pageMeta({ title, description, social: 'home' }));
  return (
    <>
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
      <LegalText sections={sections} />
    </>
  );
}
