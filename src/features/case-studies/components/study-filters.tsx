import { FilterLinks } from '@/components/ui/filter-links';
import type { Topic } from '../api';
import { projectsHref, type StudyFilters } from '../filters';

export type StudyFiltersProps = { filters: StudyFilters; topics: readonly Topic[] };

/** Only what has a choice: one service or one industry for all studies is no filter. */
const CHOICES_MIN = 2;

export function StudyFilterLinks({ filters, topics }: StudyFiltersProps) {
  const linksFor = (kind: Topic['kind']) => {
    const all = { name: kind === 'service' ? 'All services' : 'All industries', slug: undefined };
    const ofKind = topics.filter((topic) => topic.kind === kind);
    if (ofKind.length < CHOICES_MIN && filters[kind] === undefined) return [];
    return [all, ...ofKind].map(({ name, slug }) => ({
      to: projectsHref(withTopic(filters, kind, slug)),
      name,
      isChosen: filters[kind] === slug,
    }));
  };
  const [services, industries] = [linksFor('service'), linksFor('industry')];
  if (services.length + industries.length === 0) return null;
  return (
    <div className="grid gap-y-2 pb-10 tablet:pb-14">
      {services.length > 0 && <FilterLinks label="Projects by service" links={services} />}
      {industries.length > 0 && <FilterLinks label="Projects by industry" links={industries} />}
    </div>
  );
}

function withTopic(
  { service, industry }: StudyFilters,
  kind: Topic['kind'],
  slug: string | undefined,
): StudyFilters {
  const next = { service, industry, [kind]: slug };
  return {
    ...(next.service !== undefined && { service: next.service }),
    ...(next.industry !== undefined && { industry: next.industry }),
  };
}
