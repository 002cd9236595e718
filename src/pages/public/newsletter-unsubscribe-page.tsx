import { useLocation } from 'react-router-dom';
import { buttonClasses, ButtonLink } from '@/components/ui/button';
import { newsletterContent } from '@/content/newsletter';
import { site } from '@/content/site';
import { MailedLink, tokenIn } from '@/features/newsletter/mailed-link';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function NewsletterUnsubscribePage() {
  const token = tokenIn(useLocation().hash);
  const { unsubscribe } = newsletterContent;
  useDocumentMeta({ title: `Unsubscribe | ${site.name}`, description: '', noindex: true });
  return (
    <MailedLink
      key={token}
      action="unsubscribe"
      token={token}
      words={unsubscribe}
      onward={
        <ButtonLink to={paths.home} size="large">
          {unsubscribe.onward}
        </ButtonLink>
      }
      again={
        <a
          href={`mailto:${site.email}?subject=unsubscribe`}
          className={buttonClasses({ variant: 'primary', size: 'large' })}
        >
          {unsubscribe.again}
        </a>
      }
    />
  );
}
