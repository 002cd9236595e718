import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import type { Figure } from '@/components/ui/figures';
import { countOf } from '@/features/today/api';
import { todayQueries } from '@/features/today/queries';
import { useSession } from '@/features/session/use-session';
import { staffQueries } from '@/features/staff/queries';
import { paths } from '@/lib/paths';
import { useFailingChecks } from './failing-checks';

type Counted<Item> = {
  data?: readonly Item[] | undefined;
  status: 'pending' | 'error' | 'success';
};

/** What waits for staff, in the order of the screen To do. */
export function useWaitingFigures(): Figure[] {
  const isOwner = useSession().role === 'owner';
  const requests = useQuery({ ...staffQueries.requests(), enabled: isOwner });
  const asks = isOwner && requests.data !== undefined && requests.data.length > 0;
  return [
    figure(
      { label: 'Enquiries to answer', to: `${paths.adminEnquiries}?view=waiting` },
      useQuery(todayQueries.enquiries()),
      'Every enquiry is answered',
      (all) => {
        const fresh = all.filter(({ isNew }) => isNew).length;
        return `${fresh > 0 ? `${fresh} new, the` : 'The'} latest from ${all[0]?.name ?? ''}`;
      },
    ),
    ...(asks
      ? [
          figure(
            { label: 'Access requests', to: paths.adminPeople },
            requests,
            '',
            ([first]) => first?.email ?? '',
          ),
        ]
      : []),
    figure(
      { label: 'Not published yet', to: paths.adminToday },
      useQuery(todayQueries.unpublished()),
      'No draft, and no change waits',
      ([first]) => first?.title || 'Without a title',
    ),
    figure(
      { label: 'Scheduled', to: paths.adminToday },
      useQuery(todayQueries.scheduled()),
      'Nothing is scheduled',
      ([first]) => (first ? `${format(first.publishedAt, 'MMM d, HH:mm')}: ${first.title}` : ''),
    ),
    figure(
      { label: 'Failing checks', to: paths.adminHealth, isWarning: true },
      useFailingChecks(),
      'No check fails',
      ([first, ...others]) =>
        others.length === 0 ? (first?.name ?? '') : `${first?.name} and ${others.length} more`,
    ),
  ];
}

function figure<Item>(
  place: Pick<Figure, 'label' | 'to' | 'isWarning'>,
  { data, status }: Counted<Item>,
  none: string,
  describe: (items: readonly Item[]) => string,
): Figure {
  return {
    ...place,
    count: data ? countOf(data) : status === 'error' ? null : undefined,
    detail: data && (data.length > 0 ? describe(data) : none),
  };
}
