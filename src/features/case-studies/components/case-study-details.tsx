import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Image } from '@/components/image';
import { TextLink } from '@/components/ui/text-link';
import { altOf } from '@/lib/picture-facts';
import type { CaseStudy } from '../model';
import { isHttpUrl } from './case-study-text';

export function hasDetails(study: CaseStudy): boolean {
  const { clientName, clientLogoUrl, timeline, role, technologies } = study;
  return (
    Boolean(clientName || clientHref(study) || clientLogoUrl || timeline || role) ||
    technologies.length > 0
  );
}

function clientHref({ clientUrl }: CaseStudy): string | null {
  return clientUrl && isHttpUrl(clientUrl) ? clientUrl : null;
}

function logoAltOf({ clientLogoUrl, clientName, pictureFacts }: CaseStudy): string {
  const fallback = clientName ? `${clientName} logo` : 'Client logo';
  return altOf(pictureFacts, clientLogoUrl) ?? fallback;
}

export type CaseStudyDetailsProps = {
  study: CaseStudy;
  heading: 'h2' | 'h3';
  /** In columns across the page, for a study without body text. */
  isWide?: boolean;
};

export function CaseStudyDetails({
  study,
  heading: Heading,
  isWide = false,
}: CaseStudyDetailsProps) {
  const { clientName, clientLogoUrl, timeline, role, technologies } = study;
  const href = clientHref(study);
  return (
    <section>
      <Heading className="pb-5 text-h4">Project Details</Heading>
      <dl
        className={clsx(
          'grid grid-cols-1 gap-x-8 tablet:max-desktop:grid-cols-2',
          isWide && 'desktop:grid-cols-4',
        )}
      >
        {(clientName || href || clientLogoUrl) && (
          <Detail label="Client">
            <div className="flex items-start justify-between gap-4">
              <div className="min-w-0">
                {href ? (
                  <TextLink href={href}>
                    <bdi>{clientName || new URL(href).hostname}</bdi>
                  </TextLink>
                ) : (
                  <bdi>{clientName}</bdi>
                )}
              </div>
              {clientLogoUrl && (
                <div className="-mt-5 h-14 w-28 shrink-0 rounded-control border border-line bg-raised p-2 dark:bg-ink">
                  <Image
                    src={clientLogoUrl}
                    alt={logoAltOf(study)}
                    aspect="fill"
                    fit="contain"
                    sizes="112px"
                  />
                </div>
              )}
            </div>
          </Detail>
        )}
        {timeline && (
          <Detail label="Timeline">
            <bdi>{timeline}</bdi>
          </Detail>
        )}
        {role && (
          <Detail label="Role">
            <bdi>{role}</bdi>
          </Detail>
        )}
        {technologies.length > 0 && (
          <Detail label="Technologies">
            <ul className="mt-1.5 flex flex-wrap gap-1.5">
              {technologies.map((technology) => (
                <li
                  key={technology}
                  className="max-w-full rounded-control bg-sunken px-2 py-0.5 text-small dark:bg-line"
                >
                  <bdi>{technology}</bdi>
                </li>
              ))}
            </ul>
          </Detail>
        )}
      </dl>
    </section>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-t border-line py-4">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="mt-0.5 text-base font-medium">{children}</dd>
    </div>
  );
}
