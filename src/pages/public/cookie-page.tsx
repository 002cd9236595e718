import { cookiePolicy } from '@/content/legal-cookie';
import { LegalPage } from './legal-page';

export function CookiePage() {
  return <LegalPage id="cookie" document={cookiePolicy} />;
}
