import { clsx } from 'clsx';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { paths } from '@/lib/paths';
import { Image } from '@/components/image';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import type { ServiceRow } from './service-rows';

export type ListedService = ServiceRow & {
  features: readonly string[];
  /** What to write about, beside the link. */
  invitation?: string;
};

/** Its picture is as wide as the page, which interrupts the change of sides. */
const WIDE = 2;

export type ServiceListProps = {
  services: readonly ListedService[];
  /** Called when the visitor follows the contact link of a service. */
  onSelect: (id: string) => void;
};

/** Services below each other, with the picture left and right in turn. */
export function ServiceList({ services, onSelect }: ServiceListProps) {
  if (services.length === 0) return <EmptyState title="No services available." />;
  return (
    <ul className="grid gap-20 desktop:gap-36">
      {services.map((service, index) => (
        <li key={service.id} className={index > 0 ? 'until-painted' : undefined}>
          <ServiceArticle
            service={service}
            isMirrored={index % 2 === 1}
            isWide={index === WIDE}
            onSelect={() => onSelect(service.id)}
          />
        </li>
      ))}
    </ul>
  );
}

type ServiceArticleProps = {
  service: ListedService;
  isMirrored: boolean;
  isWide: boolean;
  onSelect: () => void;
};

function ServiceArticle({ service, isMirrored, isWide, onSelect }: ServiceArticleProps) {
  const { id, title, description, features, invitation, image, imageAlt } = service;
  const headingId = `${id}-title`;
  return (
    <article
      id={id}
      aria-labelledby={headingId}
      data-side={isMirrored ? 'right' : 'left'}
      className={clsx(
        'grid scroll-mt-4 gap-x-16 gap-y-8',
        !isWide && 'desktop:grid-cols-12 desktop:items-center',
      )}
    >
      <div className={clsx(!isWide && 'desktop:col-span-7', isMirrored && 'desktop:order-last')}>
        <Image
          image={image}
          alt={imageAlt}
          aspect={isWide ? 'card' : 'feature'}
          sizes={`(min-width: 1280px) ${isWide ? 1200 : 690}px, (min-width: 1024px) ${isWide ? 94 : 55}vw, ${COLUMN_ON_PHONE}`}
          className="rounded-picture"
        />
      </div>
      <div
        className={clsx(
          'gap-x-12',
          isWide
            ? 'tablet:grid tablet:grid-cols-2'
            : 'tablet:max-desktop:grid tablet:max-desktop:grid-cols-2 desktop:col-span-5',
        )}
      >
        <div>
          <h2 id={headingId} className="text-h2">
            {title}
          </h2>
          <p className="mt-5 text-lead text-pretty text-muted">{description}</p>
        </div>
        <div>
          <ul
            className={clsx(
              'mt-7 border-t border-line tablet:max-desktop:mt-2',
              isWide && 'tablet:mt-2',
            )}
          >
            {features.map((feature) => (
              <li key={feature} className="border-b border-line py-3">
                {feature}
              </li>
            ))}
          </ul>
          <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
            <ButtonLink to={paths.contact} data-service={id} onClick={onSelect}>
              <span>
                Contact Us<span className="sr-only"> about {title}</span>
              </span>
            </ButtonLink>
            <p className="min-w-40 flex-1 text-base text-muted">{invitation}</p>
          </div>
        </div>
      </div>
    </article>
  );
}
