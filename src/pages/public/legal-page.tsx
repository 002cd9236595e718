import { locale } from '@brand/agency';
import { PageHero } from '@/components/layout/page-hero';
import { LegalText } from '@/components/sections/legal-text';
import { legalNotice, type LegalDocument } from '@/content/legal';
import { legalReviews, type LegalPageId } from '@/content/legal-reviews';
import { pageMeta } from '@/content/page-meta';
import { useDocumentMeta } from '@/lib/seo';

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

/** Layout of the three legal pages. */
export function LegalPage({ id, document }: { id: LegalPageId; document: LegalDocument }) {
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
      <LegalText
        sections={sections}
        notice={legalReviews[id] === updated ? null : `${legalNotice.title}.`}
      />
    </>
  );
}
