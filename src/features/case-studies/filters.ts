import { paths } from '@/lib/paths';

/** The slugs of a service and an industry: `/projects/services/<service>?industry=<industry>`. */
export type StudyFilters = { service?: string; industry?: string };

/** Without zod, which visitors do not load: what is no slug finds nothing. */
export const isSlug = (text: string) => /^[a-z0-9-]{1,80}$/.test(text);

/** Reads the filters of an address and ignores invalid values. */
export function readStudyFilters(
  service: string | undefined,
  params: URLSearchParams,
): StudyFilters {
  const industry = params.get('industry') ?? '';
  return {
    ...(service !== undefined && isSlug(service) && { service }),
    ...(isSlug(industry) && { industry }),
  };
}

export function projectsHref({ service, industry }: StudyFilters): string {
  const path = service === undefined ? paths.projects : paths.projectsOfService.to(service);
  return industry === undefined ? path : `${path}?industry=${industry}`;
}
