import { useEffect, useState, useSyncExternalStore } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { replaceImageEverywhere } from './api';
import { makeVariants, sha256Of, shrink } from './prepare-upload';
import { imageQueries } from './queries';
import { uploadImage } from './send-image';
import { createUploadQueue, type UploadListener, type UploadQueueDeps } from './upload-queue';
import { isBusy } from './upload-task';

export type UploadQueueOptions = UploadListener & {
  /** Accepts one picture only. */
  takesOne?: boolean;
};

export type ImageUpload = ReturnType<typeof useUploadQueue>;

/** An upload queue for a screen. Unmounting cancels its uploads. */
export function useUploadQueue({
  takesOne = false,
  onStored,
  onFinished,
}: UploadQueueOptions = {}) {
  const queryClient = useQueryClient();
  const [queue] = useState(() => createUploadQueue(depsOf(queryClient, takesOne)));
  const tasks = useSyncExternalStore(queue.subscribe, queue.getTasks);

  useEffect(() => queue.setListener({ onStored, onFinished }), [queue, onStored, onFinished]);
  useEffect(() => () => queue.clear(), [queue]);

  const { add, answer, retry, remove, clear } = queue;
  return { tasks, isBusy: isBusy(tasks), takesOne, add, answer, retry, remove, clear };
}

function depsOf(queryClient: QueryClient, takesOne: boolean): UploadQueueDeps {
  return {
    upload: uploadImage,
    shrink,
    makeVariants,
    hash: sha256Of,
    listImages: () =>
      queryClient.fetchQuery({ ...imageQueries.list(), staleTime: Infinity, retry: false }),
    updatePlaces: async ({ path, url }) => {
      await replaceImageEverywhere(path, url);
      // All queries: studies and posts have the new address now.
      await queryClient.invalidateQueries();
    },
    onChanged: () => void queryClient.invalidateQueries({ queryKey: imageQueries.all }),
    takesOne,
  };
}
