import { clsx } from 'clsx';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { paths } from '@/lib/paths';
import { Image } from '@/components/image';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import type { ServiceRow } from './service-rows';

export type ListedService = ServiceRow & { features: readonly string[] };

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
  onSelect: () => void;
};

function ServiceArticle({ service, isMirrored, onSelect }: ServiceArticleProps) {
  const { id, title, description, features, image, imageAlt } = service;
  const headingId = `${id}-title`;
  return (
    <article
      id={id}
      aria-labelledby={headingId}
      data-side={isMirrored ? 'right' : 'left'}
      className="grid scroll-mt-4 gap-x-16 gap-y-8 desktop:grid-cols-12 desktop:items-center"
    >
      <div
        className={clsx(
          'desktop:col-span-7',
          isMirrored ? 'desktop:order-last wide:-me-12' : 'wide:-ms-12',
        )}
      >
        <Image
          image={image}
          alt={imageAlt}
          aspect="feature"
          sizes={`(min-width: 1280px) 740px, (min-width: 1024px) 58vw, ${COLUMN_ON_PHONE}`}
          className="rounded-picture"
        />
      </div>
      <div className="gap-x-12 tablet:max-desktop:grid tablet:max-desktop:grid-cols-2 desktop:col-span-5">
        <div>
          <h2 id={headingId} className="text-h2">
            {title}
          </h2>
          <p className="mt-5 text-lead text-pretty text-muted">{description}</p>
        </div>
        <div>
          <ul className="mt-7 border-t border-line tablet:max-desktop:mt-2">
            {features.map((feature) => (
              <li key={feature} className="border-b border-line py-3">
                {feature}
              </li>
            ))}
          </ul>
          <ButtonLink to={paths.contact} data-service={id} onClick={onSelect} className="mt-8">
            <span>
              Contact Us<span className="sr-only"> about {title}</span>
            </span>
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
