import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteImage, listImages } from './api';
import type { StorageImage } from './model';

export const imageQueries = {
  all: ['images'] as const,
  list: () =>
    queryOptions({
      queryKey: [...imageQueries.all, 'list'] as const,
      queryFn: ({ signal }) => listImages(signal),
    }),
};

export function useDeleteImage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (image: StorageImage) => deleteImage(image.path),
    meta: { handlesError: true },
    onSuccess: (_, image) => {
      queryClient.setQueryData(imageQueries.list().queryKey, (images) =>
        images?.filter(({ path }) => path !== image.path),
      );
      return queryClient.invalidateQueries({ queryKey: imageQueries.all });
    },
  });
}
