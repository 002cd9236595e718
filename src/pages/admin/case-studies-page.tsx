import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '@/components/layout/admin-page';
import { site } from '@/content/site';
import {
  NewCaseStudyLink,
  StaffCaseStudyList,
} from '@/features/case-studies/components/staff-case-study-list';
import { StaffDeletedCaseStudies } from '@/features/case-studies/components/staff-deleted-case-studies';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { useDocumentMeta } from '@/lib/seo';

export function CaseStudiesPage() {
  const studies = useQuery(caseStudyQueries.staffList());
  useDocumentMeta({ title: `Case studies · ${site.name}`, description: '', noindex: true });
  const isEmpty = studies.data?.length === 0;
  return (
    <AdminPage title="Case studies" actions={isEmpty ? undefined : <NewCaseStudyLink />}>
      <StaffCaseStudyList query={studies} />
      <StaffDeletedCaseStudies />
    </AdminPage>
  );
}
