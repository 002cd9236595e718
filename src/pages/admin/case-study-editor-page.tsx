import { CaseStudyEditor } from '@/features/case-studies/components/case-study-editor';
import { caseStudyKind } from '@/features/case-studies/kind';
import { DocumentEditorPage } from './document-editor-page';

export function CaseStudyEditorPage() {
  return (
    <DocumentEditorPage kind={caseStudyKind}>
      {(slots) => <CaseStudyEditor {...slots} />}
    </DocumentEditorPage>
  );
}
