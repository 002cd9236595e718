import { Section } from '@/components/layout/section';
import { SubscribeForm } from './subscribe-form';

export type NewsletterSectionProps = {
  id: string;
  title: string;
  text: string;
  /** Feeds, as the alternative to an email address. */
  feeds: { lead: string; links: readonly { label: string; href: string }[] };
  /** Shown on success if the server sends no text. */
  done: string;
};

export function NewsletterSection({ id, title, text, feeds, done }: NewsletterSectionProps) {
  return (
    <Section id={id} tone="sunken" layout="margin" title={title} className="no-print">
      <p className="mb-7 max-w-[38rem] text-lead text-pretty text-muted">{text}</p>
      <div className="max-w-[38rem]">
        <SubscribeForm doneText={done} />
        <p className="mt-6 flex flex-wrap gap-x-4 text-small text-muted">
          {feeds.lead}
          {feeds.links.map(({ label, href }) => (
            <a key={href} href={href} className="link">
              {label}
            </a>
          ))}
        </p>
      </div>
    </Section>
  );
}
