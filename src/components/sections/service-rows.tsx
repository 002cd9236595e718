import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ContentImage } from '@/content/images';
import { paths } from '@/lib/paths';
import { Image } from '@/components/image';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';

export type ServiceRow = {
  id: string;
  title: string;
  description: string;
  image: ContentImage;
  imageAlt: string;
};

/** Services as wide rows with lines between them, each a link to its section on /services. */
export function ServiceRows({ services }: { services: readonly ServiceRow[] }) {
  return (
    <ul className="border-b border-line">
      {services.map((service) => (
        <li key={service.id} className="group relative border-t border-line">
          <div className="grid items-center gap-x-12 gap-y-6 py-8 tablet:grid-cols-12 tablet:py-12 wide:gap-x-20">
            <div className="tablet:order-last tablet:col-span-6 desktop:col-span-5">
              <Image
                image={service.image}
                alt={service.imageAlt}
                aspect="feature"
                sizes={`(min-width: 1280px) 453px, (min-width: 1024px) 37vw, (min-width: 768px) 43vw, ${COLUMN_ON_PHONE}`}
                className="rounded-picture"
              />
            </div>
            <div className="tablet:col-span-6 desktop:col-span-7">
              <h3 className="text-h3 tablet:text-h2">
                <Link
                  to={paths.services.to(service.id)}
                  className="rounded-control after:absolute after:inset-0 group-hover:text-accent-text"
                >
                  {service.title}
                </Link>
              </h3>
              <p className="mt-3 max-w-[34rem] text-lead text-pretty text-muted tablet:mt-5">
                {service.description}
              </p>
              <ArrowRight
                aria-hidden="true"
                className="mt-5 size-7 text-accent-text transition-transform duration-control group-hover:translate-x-1.5 tablet:mt-8"
              />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
