import { ListOrdered } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import {
  StaffCaseStudyGrid,
  StaffCaseStudySkeleton,
} from '@/features/case-studies/components/staff-case-study-grid';
import { caseStudyKind, toCopy } from '@/features/case-studies/kind';
import { caseStudyList } from '@/features/case-studies/list';
import { paths } from '@/lib/paths';
import { DocumentListPage } from './document-list-page';

export function CaseStudiesPage() {
  return (
    <DocumentListPage
      kind={caseStudyKind}
      list={caseStudyList}
      toCopy={toCopy}
      newLink={{ label: 'Create New Case Study', to: paths.adminCaseStudyNew }}
      actions={
        <ButtonLink to={paths.adminCaseStudiesArrange} icon={<ListOrdered aria-hidden="true" />}>
          Arrange
        </ButtonLink>
      }
      skeleton={<StaffCaseStudySkeleton />}
    >
      {(studies, shared) => <StaffCaseStudyGrid studies={studies} {...shared} />}
    </DocumentListPage>
  );
}
