import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { TOAST_ADMIN_DURATION_MS } from '@/lib/constants';
import { AppError, messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { deletePost, getPost, purgePost, restorePost, savePost } from './api';
import { listDeletedPosts, type DeletedPost } from './deleted-posts';
import type { PostListFilters } from './list-filters';
import { emptyPostInput, postInputSchema, toPostInput, type PostInput } from './model';
import { getRevisionPair, listRevisions, NEWEST, olderThan, type PostRevision } from './revisions';
import { listPostTerms, listStaffPosts } from './staff-list';

/** Everything of the blog, the visitors' lists included: a save may change each of them. */
export const BLOG_KEY = ['blog'] as const;

export const staffPostQueries = {
  all: [...BLOG_KEY, 'staff'] as const,
  list: (filters: PostListFilters) =>
    queryOptions({
      queryKey: [...staffPostQueries.all, 'list', filters] as const,
      queryFn: ({ signal }) => listStaffPosts(filters, signal),
      placeholderData: keepPreviousData,
    }),
  deleted: () =>
    queryOptions({
      queryKey: [...staffPostQueries.all, 'deleted'] as const,
      queryFn: ({ signal }) => listDeletedPosts(signal),
    }),
  terms: () =>
    queryOptions({
      queryKey: [...staffPostQueries.all, 'terms'] as const,
      queryFn: ({ signal }) => listPostTerms(signal),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...staffPostQueries.all, 'post', id] as const,
      queryFn: ({ signal }) => getPost(id, signal),
      retry: false,
    }),
  revisions: (id: string) =>
    infiniteQueryOptions({
      queryKey: [...staffPostQueries.all, 'revisions', id] as const,
      queryFn: ({ pageParam, signal }) => listRevisions(id, pageParam, signal),
      initialPageParam: NEWEST,
      getNextPageParam: olderThan,
    }),
  /** Apart from them: what was saved never changes. */
  revisionPair: (id: string, version: number, against: number) =>
    queryOptions({
      queryKey: ['blog-post-revisions', id, version, against] as const,
      queryFn: ({ signal }) => getRevisionPair(id, version, against, signal),
      staleTime: Infinity,
    }),
};

function say(type: 'success' | 'error', title: string, undo?: () => void): string {
  return notify({
    type,
    title,
    duration: TOAST_ADMIN_DURATION_MS,
    ...(undo && { actions: [{ label: 'Undo', onSelect: undo }] }),
  });
}

export function notifySaved(before: PostInput | null, after: PostInput) {
  const wasPublished = before?.status === 'published';
  const isPublished = after.status === 'published';
  const verb =
    isPublished === wasPublished ? 'saved' : isPublished ? 'published' : 'taken off the blog';
  say('success', `"${after.title.trim()}" ${verb}`);
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: BLOG_KEY });
}

/** Saves and says so in a toast. What fails is the caller's to show. */
export function useSavePost() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: savePost,
    // A paused save would spin for as long as the connection is gone, without a word.
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onSuccess: (_post, { input, before }) => {
      notifySaved(before, input);
      void refresh();
    },
  });
}

/** Deletes, says so in a toast and offers there to take it back. The caller shows what failed. */
export function useDeletePost() {
  const refresh = useRefresh();
  const { mutate: restore } = useRestorePost();
  return useMutation({
    mutationFn: ({ id }: { id: string; title: string }) => deletePost(id),
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onSuccess: (_nothing, post) => {
      say('success', `"${post.title}" deleted`, () => restore(post));
      void refresh();
    },
  });
}

/** Restores and says so in a toast, or why it could not. */
export function useRestorePost() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: { id: string; title: string }) => restorePost(id),
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onSuccess: (_nothing, { title }) => {
      say('success', `"${title}" restored`);
      void refresh();
    },
    onError: (error) => say('error', messageOf(error)),
  });
}

/** The caller shows what failed. */
export function usePurgePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (post: DeletedPost) => purgePost(post.id),
    meta: { handlesError: true },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: staffPostQueries.deleted().queryKey }),
  });
}

const COPY_PREFIX = 'Copy of ';

/** The same post as a draft, under an address of its own. */
export function toCopy(input: PostInput): PostInput {
  const title = `${COPY_PREFIX}${input.title}`;
  const isLong = !postInputSchema.shape.title.safeParse(title).success;
  return {
    ...input,
    title: isLong ? input.title : title,
    slug: emptyPostInput.slug,
    status: 'draft',
    publishedAt: '',
  };
}

/** Copies what is stored of a post and says so in a toast, or why it could not. */
export function useDuplicatePost() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (id: string) => {
      const input = toCopy(toPostInput(await getPost(id)));
      return savePost({ id: crypto.randomUUID(), version: null, input, before: null });
    },
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onSuccess: ({ title }) => {
      say('success', `"${title}" is a draft now`);
      void refresh();
    },
    onError: (error) => say('error', messageOf(error)),
  });
}

export type RestoreVersion = {
  id: string;
  chosen: PostRevision;
  /** The version on top of the history, as far as the reader knows. */
  current: PostRevision;
};

/** Saves an old version anew, says so in a toast and offers there to take it back. */
export function useRestoreVersion() {
  const refresh = useRefresh();

  async function undo({ id, chosen, current }: RestoreVersion, version: number) {
    try {
      await savePost({
        ...{ id, version, restoredFrom: current.version },
        ...{ input: current.input, before: chosen.input },
      });
      say('success', `Back to what version ${current.version} held`);
    } catch (error) {
      say('error', restoreFailureMessage(error));
    }
    await refresh();
  }

  return useMutation({
    mutationFn: ({ id, chosen, current }: RestoreVersion) =>
      savePost({
        ...{ id, version: current.version, restoredFrom: chosen.version },
        ...{ input: chosen.input, before: current.input },
      }),
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onSuccess: ({ version }, restored) => {
      say(
        'success',
        `Version ${restored.chosen.version} restored`,
        () => void undo(restored, version),
      );
      void refresh();
    },
    onError: () => void refresh(),
  });
}

export function restoreFailureMessage(error: unknown): string {
  return error instanceof AppError && error.kind === 'conflict'
    ? 'Somebody saved this post meanwhile, so nothing was restored. Their version is on top of the list now.'
    : messageOf(error);
}
