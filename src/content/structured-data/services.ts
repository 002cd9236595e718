import type { Service } from 'schema-dts';
import { paths } from '@/lib/paths';
import { imageSources } from '../images';
import { services } from '@brand/texts/services';
import { agency } from './agency';

export function serviceData(): Exclude<Service, string>[] {
  return services.map(({ id, title, description, image }) => ({
    '@type': 'Service',
    '@id': paths.services.to(id),
    name: title,
    serviceType: title,
    description,
    url: paths.services.to(id),
    image: imageSources(image).src,
    provider: agency(),
  }));
}
