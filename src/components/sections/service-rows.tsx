import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths';

export type ServiceRow = { id: string; title: string; description: string };

/** Services as wide rows with hairlines between them, each leading to its place on /services. */
export function ServiceRows({ services }: { services: readonly ServiceRow[] }) {
  return (
    <ul className="border-b border-line">
      {services.map((service) => (
        <li key={service.id} className="group relative border-t border-line">
          <div className="grid gap-x-12 gap-y-3 py-8 desktop:grid-cols-12 desktop:py-12">
            <h3 className="text-h3 desktop:col-span-5">
              <Link
                to={paths.services.to(service.id)}
                className="rounded-control after:absolute after:inset-0 group-hover:text-accent-text"
              >
                {service.title}
              </Link>
            </h3>
            <p className="max-w-measure text-lead text-muted desktop:col-span-7">
              {service.description}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
