import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getDeployStatus,
  isPageLive,
  requestDeploy,
  type DeployStatus,
  type PageToShow,
} from './api';
import { isSiteLive, progressOf, type DeployProgress } from './progress';

const POLL_MS = 5_000;
const POLL_LATE_MS = 30_000;

/** How soon to ask again; false for never. */
export function pollAfter({ phase }: DeployProgress): number | false {
  if (phase === 'building') return POLL_MS;
  return phase === 'late' ? POLL_LATE_MS : false;
}

export const deployQueries = {
  status: () =>
    queryOptions({
      queryKey: ['deploys', 'status'] as const,
      queryFn: ({ signal }) => getDeployStatus(signal),
      staleTime: POLL_MS,
      retry: false,
      refetchInterval: ({ state: { data } }) =>
        data !== undefined &&
        pollAfter(progressOf(data.state, isSiteLive(data.state, data.builtAt), Date.now())),
    }),
  page: (page: PageToShow) =>
    queryOptions({
      queryKey: ['deploys', 'page', page] as const,
      queryFn: ({ signal }) => isPageLive(page, signal),
      staleTime: POLL_MS,
      retry: false,
    }),
};

/** Shows no error: the save before it has succeeded. */
export function useRequestDeploy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: requestDeploy,
    retry: false,
    meta: { handlesError: true },
    onSuccess: (state) =>
      queryClient.setQueryData(deployQueries.status().queryKey, (status): DeployStatus => ({
        builtAt: null,
        leftOut: [],
        ...status,
        state,
      })),
  });
}
