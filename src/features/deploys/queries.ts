import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getDeployStatus, requestDeploy, type DeployStatus } from './api';
import { progressOf } from './progress';

/** While a build is running. */
const POLL_MS = 5_000;

export const deployQueries = {
  status: () =>
    queryOptions({
      queryKey: ['deploys', 'status'] as const,
      queryFn: ({ signal }) => getDeployStatus(signal),
      staleTime: POLL_MS,
      retry: false,
      refetchInterval: ({ state: { data } }) =>
        data && progressOf(data.state, data.builtAt, Date.now()).phase === 'building'
          ? POLL_MS
          : false,
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
        ...status,
        state,
      })),
  });
}
