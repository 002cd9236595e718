import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { AdminPage } from '@/components/layout/admin-page';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { site } from '@/content/site';
import { HistoryView, type HistoryChoice } from '@/documents/components/history-view';
import { documentQueries } from '@/documents/queries';
import { postKind } from '@/features/posts/kind';
import { AppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

const version = z.coerce.number().int().positive().optional().catch(undefined);
const choiceSchema = z.object({ version, against: version });

export function PostHistoryPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const post = useQuery(documentQueries.document(postKind, id));
  useDocumentMeta({
    title: `History: ${post.data?.input.title ?? 'Post'} · ${site.name}`,
    description: '',
    noindex: true,
  });
  const isMissing = post.error instanceof AppError && post.error.kind === 'not-found';
  if (isMissing) return <Missing />;
  return (
    <AdminPage
      title="History"
      description={post.data?.input.title}
      backLink={{ label: 'Back to the post', to: paths.adminPostEdit.to(id) }}
    >
      <HistoryView
        kind={postKind}
        id={id}
        choice={choiceSchema.parse(Object.fromEntries(search))}
        hrefTo={(choice) => historyHref(id, choice)}
        onChoose={(choice) => void navigate(historyHref(id, choice))}
      />
    </AdminPage>
  );
}

function historyHref(id: string, choice: HistoryChoice): string {
  const search = new URLSearchParams();
  for (const [name, number] of Object.entries(choice)) {
    if (number !== undefined) search.set(name, String(number));
  }
  return `${paths.adminPostHistory.to(id)}?${search}`.replace(/\?$/, '');
}

function Missing() {
  return (
    <AdminPage title="History">
      <EmptyState
        title="Post not found"
        description="It may have been deleted. What was deleted lately can be restored from the list, with its history."
        action={
          <ButtonLink to={paths.adminPosts} icon={<ArrowLeft aria-hidden="true" />}>
            Back to the blog posts
          </ButtonLink>
        }
      />
    </AdminPage>
  );
}
