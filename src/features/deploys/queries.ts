import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getDeployState, requestDeploy } from './api';
import { progressOf } from './progress';

/** While a build is running. */
const POLL_MS = 20_000;

export const deployQueries = {
  state: () =>
    queryOptions({
      queryKey: ['deploys', 'state'] as const,
      queryFn: ({ signal }) => getDeployState(signal),
      staleTime: POLL_MS,
      retry: false,
      refetchInterval: ({ state: { data } }) =>
        data && progressOf(data, Date.now()).phase === 'building' ? POLL_MS : false,
    }),
};

/** Shows no error: the save before it has succeeded. */
export function useRequestDeploy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: requestDeploy,
    retry: false,
    meta: { handlesError: true },
    onSuccess: (state) => queryClient.setQueryData(deployQueries.state().queryKey, state),
  });
}
