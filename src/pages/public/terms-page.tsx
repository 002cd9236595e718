import { termsOfService } from '@brand/texts/terms';
import { LegalPage } from './legal-page';

export function TermsPage() {
  return <LegalPage document={termsOfService} />;
}
