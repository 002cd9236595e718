import type { ReactNode } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { telephoneLink } from '@/lib/links';

export type ContactWaysProps = {
  labels: { email: string; phone: string; post: string };
  email: string;
  phone: string;
  address: readonly string[];
  /** The subject of the mail that the link opens. */
  subject?: string;
};

/** Email, phone and postal address, as large links. */
export function ContactWays({ labels, email, phone, address, subject }: ContactWaysProps) {
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
  return (
    <dl className="border-b border-line">
      <Way label={labels.email}>
        <TextLink
          href={`mailto:${email}${query}`}
          className="font-display text-[clamp(1.0625rem,0.2rem+4.3vw,2rem)] leading-tight tracking-[-0.018em] [overflow-wrap:anywhere]"
        >
          {email}
        </TextLink>
      </Way>
      <Way label={labels.phone}>
        <TextLink
          href={telephoneLink(phone)}
          className="font-display text-[clamp(1.0625rem,0.2rem+4.3vw,2rem)] leading-tight tracking-[-0.018em] whitespace-nowrap"
        >
          {phone}
        </TextLink>
      </Way>
      <Way label={labels.post}>
        <address>
          {address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </Way>
    </dl>
  );
}

function Way({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-t border-line py-6">
      <dt className="text-small font-semibold text-muted">{label}</dt>
      <dd className="mt-1.5">{children}</dd>
    </div>
  );
}
