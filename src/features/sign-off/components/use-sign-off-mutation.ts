import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SIGN_OFF_KEY } from '../queries';

/** A change that refetches everything about sign-off; the caller shows what failed. */
export function useSignOffMutation<Variables, Result>(
  mutationFn: (variables: Variables) => Promise<Result>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    networkMode: 'always',
    meta: { handlesError: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: SIGN_OFF_KEY }),
  });
}
