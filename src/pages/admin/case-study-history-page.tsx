import { caseStudyKind } from '@/features/case-studies/kind';
import { DocumentHistoryPage } from './document-history-page';

export function CaseStudyHistoryPage() {
  return <DocumentHistoryPage kind={caseStudyKind} />;
}
