import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { OF_NOW } from '@/lib/of-now';
import { listFactors, removeFactor, verifyFactor } from '../staff-api';

const factorsKey = ['session', 'factors'] as const;

export const factorQueries = {
  list: () => queryOptions({ ...OF_NOW, queryKey: factorsKey, queryFn: listFactors }),
};

export function useVerifyFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: verifyFactor,
    meta: { handlesError: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: factorsKey }),
  });
}

export function useRemoveFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: removeFactor,
    meta: { handlesError: true },
    // Also after a failure: it may have been removed on another device.
    onSettled: () => queryClient.invalidateQueries({ queryKey: factorsKey }),
  });
}
