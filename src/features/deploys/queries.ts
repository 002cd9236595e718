import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getDeployState, requestDeploy } from './api';
import { progressOf } from './progress';

/** While a build is running. */
const LOOK_AGAIN_MS = 20_000;

export const deployQueries = {
  state: () =>
    queryOptions({
      queryKey: ['deploys', 'state'] as const,
      queryFn: ({ signal }) => getDeployState(signal),
      staleTime: LOOK_AGAIN_MS,
      retry: false,
      refetchInterval: ({ state: { data } }) =>
        data && progressOf(data, Date.now()).phase === 'building' ? LOOK_AGAIN_MS : false,
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
