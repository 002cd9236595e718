import { useQueries } from '@tanstack/react-query';
import type { QueryLike } from '@/components/ui/query-view';
import { reachGroup } from '@/features/health/reach';
import type { HealthCheck } from '@/features/health/verdict';
import { AppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useHealthGroups } from './health-checks';

type FailingCheck = { name: string; message: string; to: string };

/** All checks but those of the backend's parts: they are a dozen requests, and made on the health page. */
export function useFailingChecks(): QueryLike<readonly FailingCheck[]> {
  const checks = useHealthGroups()
    .filter((group) => group !== reachGroup)
    .flatMap((group) => group.checks);
  return useQueries({
    queries: checks.map((check) => ({
      queryKey: ['today', 'check', check.key],
      queryFn: ({ signal }: { signal: AbortSignal }) => judge(check, signal),
      retry: false,
    })),
    combine: (results) => ({
      status: results.some(({ isPending }) => isPending) ? 'pending' : 'success',
      data: results.some(({ isPending }) => isPending)
        ? undefined
        : inRows(results.flatMap(({ data }) => data ?? [])),
      error: null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
      isFetching: results.some(({ isFetching }) => isFetching),
    }),
  });
}

/** What fails for the same reason is one row: the legal texts without a review. */
function inRows(checks: readonly FailingCheck[]): FailingCheck[] {
  const isSame = (one: FailingCheck) => (other: FailingCheck) =>
    one.message === other.message && one.to === other.to;
  return checks
    .filter((check, place) => checks.findIndex(isSame(check)) === place)
    .map((check) => ({
      ...check,
      name: NAMES.format(checks.filter(isSame(check)).map(({ name }) => name)),
    }));
}

const NAMES = new Intl.ListFormat('en');

/** A check that cannot be made counts as failing. */
async function judge(check: HealthCheck, signal: AbortSignal): Promise<FailingCheck[]> {
  try {
    const { isGood, message, link } = await check.run(signal);
    return isGood ? [] : [{ name: check.name, message, to: link?.to ?? paths.adminHealth }];
  } catch (error) {
    if (signal.aborted) throw error;
    const message = error instanceof AppError ? error.message : 'This check could not be made';
    return [{ name: check.name, message, to: paths.adminHealth }];
  }
}
