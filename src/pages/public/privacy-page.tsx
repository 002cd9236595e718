import { privacyPolicy } from '@/content/legal-privacy';
import { LegalPage } from './legal-page';

export function PrivacyPage() {
  return <LegalPage id="privacy" document={privacyPolicy} />;
}
