import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addStaffMember,
  approveStaffRequest,
  declineStaffRequest,
  listStaffMembers,
  listStaffNames,
  listStaffRequests,
  removeStaffMember,
  saveStaffProfile,
  setStaffRole,
} from './api';
import { OF_NOW } from '@/lib/of-now';

export const staffQueries = {
  all: ['staff'] as const,
  members: () =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...staffQueries.all, 'members'] as const,
      queryFn: ({ signal }) => listStaffMembers(signal),
    }),
  names: () =>
    queryOptions({
      queryKey: [...staffQueries.all, 'names'] as const,
      queryFn: ({ signal }) => listStaffNames(signal),
    }),
  requests: () =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...staffQueries.all, 'requests'] as const,
      queryFn: ({ signal }) => listStaffRequests(signal),
    }),
};

/** Always refetches: adding a member closes the request, and another owner may have been faster. */
function useStaffMutation<Variables>(mutationFn: (variables: Variables) => Promise<void>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { handlesError: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffQueries.all }),
  });
}

export const useAddStaffMember = () => useStaffMutation(addStaffMember);
export const useSaveStaffProfile = () => useStaffMutation(saveStaffProfile);
export const useSetStaffRole = () => useStaffMutation(setStaffRole);
export const useRemoveStaffMember = () => useStaffMutation(removeStaffMember);
export const useApproveStaffRequest = () => useStaffMutation(approveStaffRequest);
export const useDeclineStaffRequest = () => useStaffMutation(declineStaffRequest);
