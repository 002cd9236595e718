import { postKind } from '@/features/posts/kind';
import { DocumentHistoryPage } from './document-history-page';

export function PostHistoryPage() {
  return <DocumentHistoryPage kind={postKind} />;
}
