import { termsOfService } from '@/content/legal-terms';
import { LegalPage } from './legal-page';

export function TermsPage() {
  return <LegalPage id="terms" document={termsOfService} />;
}
