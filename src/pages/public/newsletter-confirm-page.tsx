import { useLocation } from 'react-router-dom';
import { ButtonLink } from '@/components/ui/button';
import { blogContent } from '@brand/texts/blog';
import { newsletterContent } from '@/content/newsletter';
import { site } from '@/content/site';
import { MailedLink, tokenIn } from '@/features/newsletter/mailed-link';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function NewsletterConfirmPage() {
  const token = tokenIn(useLocation().hash);
  const { confirm } = newsletterContent;
  useDocumentMeta({
    title: `Confirm your subscription | ${site.name}`,
    description: '',
    noindex: true,
  });
  return (
    <MailedLink
      key={token}
      action="confirm"
      token={token}
      words={confirm}
      onward={
        <ButtonLink to={paths.blog} variant="primary" size="large">
          {confirm.onward}
        </ButtonLink>
      }
      again={
        <ButtonLink to={paths.blog} size="large">
          {confirm.onward}
        </ButtonLink>
      }
      againBelow={<NewsletterSection {...blogContent.newsletter} title={confirm.again} />}
    />
  );
}
