import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '@/components/layout/admin-page';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { AppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { getPost } from '../api';
import { readQueuedPost } from '../queued-posts';
import { postJournal, type OpenedPost } from '../use-post-editor';
import { PostForm, type PostFormProps } from './post-form';

export type PostEditorProps = Omit<PostFormProps, keyof OpenedPost> & {
  /** Undefined for a new one. Read once: a post created here goes on under its new address. */
  id: string | undefined;
};

/** The form with everything that comes before it. */
export function PostEditor({ id, ...form }: PostEditorProps) {
  const [openedId] = useState(id);
  return openedId === undefined ? (
    <PostForm post={null} {...form} />
  ) : (
    <StoredPostForm id={openedId} {...form} />
  );
}

function StoredPostForm({ id, ...form }: Omit<PostFormProps, keyof OpenedPost> & { id: string }) {
  const opened = useQuery({
    // Apart from the lists: saving refreshes those, and must not refetch this under the hands of the
    // person typing. Read anew whenever the form opens, never while it is open.
    queryKey: ['post-editor', id],
    queryFn: ({ signal }) => openPost(id, form.userId, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (opened.data) return <PostForm {...opened.data} {...form} />;
  if (isNotFound(opened.error)) return <Missing />;
  return (
    <Frame>
      <QueryView
        query={opened}
        errorTitle="The post could not be loaded"
        pending={<FormSkeleton />}
      >
        {() => null}
      </QueryView>
    </Frame>
  );
}

async function openPost(
  id: string,
  userId: string | null,
  signal: AbortSignal,
): Promise<OpenedPost> {
  const queued = await readQueuedPost(id);
  try {
    return { post: await getPost(id, signal), queued };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (queued) return { post: null, queued };
    const [left] = userId === null ? [] : await postJournal.read(id, userId);
    if (!left) throw error;
    return { post: null, orphan: left.text };
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'not-found';
}

function Missing() {
  return (
    <Frame>
      <EmptyState
        title="Post not found"
        description="It may have been deleted. What was deleted lately can be restored from the list."
        action={<ButtonLink to={paths.adminPosts}>Go to the blog posts</ButtonLink>}
      />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <AdminPage
      title="Edit post"
      backLink={{ label: 'Back to the blog posts', to: paths.adminPosts }}
    >
      {children}
    </AdminPage>
  );
}

function FormSkeleton() {
  return (
    <div role="status" className="grid gap-6 border-t border-line py-9">
      <span className="sr-only">Loading the post...</span>
      <div className="grid gap-6 desktop:ms-[17.5rem]">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
