import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { site } from '@/content/site';
import { StaffCaseStudyFilters } from '@/features/case-studies/components/staff-case-study-filters';
import {
  NewCaseStudyLink,
  StaffCaseStudyList,
} from '@/features/case-studies/components/staff-case-study-list';
import { DeletedDocuments } from '@/documents/components/deleted-documents';
import { caseStudyKind } from '@/features/case-studies/kind';
import {
  isFiltered,
  listHref,
  readFilters,
  type CaseStudyFilters,
} from '@/features/case-studies/list-filters';
import { staffCaseStudyQueries } from '@/features/case-studies/staff-list';
import { DeployLine } from '@/features/deploys/deploy-line';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function CaseStudiesPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filters = readFilters(search);
  const studies = useQuery(staffCaseStudyQueries.list(filters));
  const list = useFocusOnChange(filters.page);
  useDocumentMeta({ title: `Case studies · ${site.name}`, description: '', noindex: true });
  // The rows of other filters stay on screen while those of these are fetched.
  const mayLackRows = isFiltered(filters) || studies.isPlaceholderData;
  const isBlank = studies.data?.total === 0 && !mayLackRows;

  const change = (next: Partial<CaseStudyFilters>, options?: { replace: boolean }) =>
    void navigate(listHref({ ...filters, page: 1, ...next }), options);

  return (
    <AdminPage
      title="Case studies"
      status={
        <>
          <p aria-live="polite" className="text-small text-muted">
            {studies.data && !isBlank && describeCount(studies.data.total, isFiltered(filters))}
          </p>
          <p aria-live="polite" className="empty:hidden">
            <DeployLine />
          </p>
        </>
      }
      actions={isBlank ? undefined : <NewCaseStudyLink />}
    >
      {!isBlank && (
        <StaffCaseStudyFilters
          filters={filters}
          onSearch={(words) => change({ search: words }, { replace: true })}
          onChange={change}
        />
      )}
      <section
        ref={list}
        aria-label="List of case studies"
        tabIndex={-1}
        aria-busy={studies.isPlaceholderData}
        className="scroll-mt-24 outline-none"
      >
        <StaffCaseStudyList
          query={studies}
          isFiltered={mayLackRows}
          hrefToPage={(page) => listHref({ ...filters, page })}
          onClearFilters={() => change({ search: undefined, status: undefined })}
          onDuplicated={(id) => void navigate(paths.adminCaseStudyEdit.to(id))}
        />
      </section>
      <DeletedDocuments kind={caseStudyKind} />
    </AdminPage>
  );
}

function describeCount(total: number, isFound: boolean): string {
  const number = total.toLocaleString('en');
  if (isFound) return `${number} found`;
  return `${number} ${total === 1 ? 'case study' : 'case studies'}`;
}

/** Brings the reader to the top of the list when another page of it was asked for. */
function useFocusOnChange(page: number) {
  const element = useRef<HTMLElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    element.current?.focus();
  }, [page]);
  return element;
}
