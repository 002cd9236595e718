import { CaseStudyEditor } from '@/features/case-studies/components/case-study-editor';
import type { RenderPictureBatch } from '@/features/case-studies/components/gallery-rows';
import { caseStudyKind } from '@/features/case-studies/kind';
import { PictureBatch } from '@/features/media/components/picture-batch';
import { DocumentEditorPage } from './document-editor-page';

const renderPictureBatch: RenderPictureBatch = (batch) => <PictureBatch {...batch} />;

export function CaseStudyEditorPage() {
  return (
    <DocumentEditorPage kind={caseStudyKind}>
      {(slots) => <CaseStudyEditor {...slots} renderPictureBatch={renderPictureBatch} />}
    </DocumentEditorPage>
  );
}
