import { useEffect, useState, useSyncExternalStore } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { replaceImageEverywhere } from './api';
import { makeVariants, sha256Of } from './prepare-upload';
import { imageQueries } from './queries';
import { uploadImage } from './api';
import {
  createUploadQueue,
  isBusy,
  type UploadListener,
  type UploadQueueDeps,
} from './upload-queue';

export type UploadQueueOptions = UploadListener & {
  /** For a place that wants one picture. */
  takesOne?: boolean;
};

export type ImageUpload = ReturnType<typeof useUploadQueue>;

/** Uploads with what the person sees of them. Leaving the screen breaks them off. */
export function useUploadQueue({
  takesOne = false,
  onStored,
  onFinished,
}: UploadQueueOptions = {}) {
  const queryClient = useQueryClient();
  const [queue] = useState(() => createUploadQueue(depsOf(queryClient, takesOne)));
  const tasks = useSyncExternalStore(queue.subscribe, queue.getTasks);

  useEffect(() => queue.tell({ onStored, onFinished }), [queue, onStored, onFinished]);
  useEffect(() => () => queue.clear(), [queue]);

  const { add, answer, retry, remove, clear } = queue;
  return { tasks, isBusy: isBusy(tasks), takesOne, add, answer, retry, remove, clear };
}

function depsOf(queryClient: QueryClient, takesOne: boolean): UploadQueueDeps {
  return {
    upload: uploadImage,
    makeVariants,
    hash: sha256Of,
    listImages: () =>
      queryClient.fetchQuery({ ...imageQueries.list(), staleTime: Infinity, retry: false }),
    updatePlaces: async ({ path, url }) => {
      await replaceImageEverywhere(path, url);
      // Studies and posts hold the new address now, whatever their queries are called.
      await queryClient.invalidateQueries();
    },
    onChanged: () => void queryClient.invalidateQueries({ queryKey: imageQueries.all }),
    takesOne,
  };
}
