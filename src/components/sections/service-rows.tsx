import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { CatalogueImage } from '@/content/images';
import { paths } from '@/lib/paths';
import { CataloguePicture } from './catalogue-picture';

export type ServiceRow = {
  id: string;
  title: string;
  description: string;
  image: CatalogueImage;
  imageAlt: string;
};

/** Services as wide rows with hairlines between them, each leading to its place on /services. */
export function ServiceRows({ services }: { services: readonly ServiceRow[] }) {
  return (
    <ul className="border-b border-line">
      {services.map((service) => (
        <li key={service.id} className="group relative border-t border-line">
          <div className="grid items-center gap-x-12 gap-y-6 py-8 tablet:grid-cols-12 desktop:py-10">
            <div className="tablet:col-span-4">
              <CataloguePicture
                image={service.image}
                alt={service.imageAlt}
                aspect="feature"
                sizes="(min-width: 1280px) 370px, (min-width: 768px) 31vw, 92vw"
                className="rounded-picture"
              />
            </div>
            <div className="tablet:col-span-7">
              <h3 className="text-h3 desktop:text-[clamp(1.75rem,1.2rem+1.3vw,2.25rem)]">
                <Link
                  to={paths.services.to(service.id)}
                  className="rounded-control after:absolute after:inset-0 group-hover:text-accent-text"
                >
                  {service.title}
                </Link>
              </h3>
              <p className="mt-3 max-w-measure text-lead text-muted">{service.description}</p>
            </div>
            <ArrowRight
              aria-hidden="true"
              className="size-7 justify-self-end text-muted transition-transform duration-control group-hover:translate-x-1.5 group-hover:text-accent-text max-tablet:hidden"
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
