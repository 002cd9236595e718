import { DocumentHistoryPage } from './document-history-page';
import { PageTextsPage } from './page-texts-page';

export function PageTextsHistoryPage() {
  return <PageTextsPage>{(kind) => <DocumentHistoryPage kind={kind} />}</PageTextsPage>;
}
