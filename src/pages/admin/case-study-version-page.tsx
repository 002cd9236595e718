import { useParams } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { documentQueries } from '@/documents/queries';
import { CaseStudyView } from '@/features/case-studies/components/case-study-view';
import { caseStudyKind } from '@/features/case-studies/kind';
import { toPreviewStudy } from '@/features/case-studies/preview';
import { imageQueries } from '@/features/media/queries';
import { DocumentVersionPage } from './document-version-page';

export function CaseStudyVersionPage() {
  const { id = '' } = useParams();
  const { data } = useQuery(documentQueries.document(caseStudyKind, id));
  const { data: facts = {} } = useQuery(imageQueries.facts());
  return (
    <DocumentVersionPage kind={caseStudyKind}>
      {({ input, savedAt }) => (
        <CaseStudyView study={toPreviewStudy(input, data?.createdAt ?? savedAt, facts)} />
      )}
    </DocumentVersionPage>
  );
}
