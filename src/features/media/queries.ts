import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteImage,
  listImages,
  listImageUsage,
  listImageVersions,
  listPictureFacts,
  replaceImageEverywhere,
  saveAltText,
  saveFocus,
} from './api';
import type { Focus } from '@/lib/picture-facts';
import { groupUses, type StorageImage } from './model';
import { rebuild } from './rebuild';
import { OF_NOW } from '@/lib/of-now';

export const imageQueries = {
  all: ['images'] as const,
  list: () =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...imageQueries.all, 'list'] as const,
      queryFn: ({ signal }) => listImages(signal),
    }),
  facts: () =>
    queryOptions({
      queryKey: [...imageQueries.all, 'facts'] as const,
      queryFn: ({ signal }) => listPictureFacts(signal),
    }),
  /** Never fresh, because every save of a study or post can change it. */
  usage: () =>
    queryOptions({
      queryKey: [...imageQueries.all, 'usage'] as const,
      queryFn: async ({ signal }) => groupUses(await listImageUsage(signal)),
      staleTime: 0,
    }),
  versions: (path: string) =>
    queryOptions({
      queryKey: [...imageQueries.all, 'versions', path] as const,
      queryFn: ({ signal }) => listImageVersions(path, signal),
      staleTime: 0,
    }),
};

export function useDeleteImage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteImage,
    meta: { handlesError: true },
    onSuccess: (_, image) => {
      queryClient.setQueryData(imageQueries.list().queryKey, (images) =>
        images?.filter(({ path }) => path !== image.path),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: imageQueries.all }),
  });
}

export function useSaveAltText() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ path, altText }: { path: string; altText: string }) =>
      saveAltText(path, altText),
    meta: { handlesError: true },
    // All queries: studies and posts use the new text.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useSaveFocus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ path, focus }: { path: string; focus: Focus }) => saveFocus(path, focus),
    meta: { handlesError: true },
    // All queries: studies and posts show their pictures with the new focal point.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

type Replacement = { old: StorageImage; address: string; altText: string };

export function useReplaceImage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ old, address, altText }: Replacement) =>
      replaceImageEverywhere(old.path, address, altText),
    meta: { handlesError: true },
    // All queries: studies and posts have the new address now.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useRebuild() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: rebuild,
    meta: { handlesError: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: imageQueries.all }),
  });
}
