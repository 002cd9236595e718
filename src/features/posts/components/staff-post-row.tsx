import { format } from 'date-fns';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '@/components/ui/button';
import { MenuItem } from '@/components/ui/menu';
import { RowMenu } from '@/documents/components/row-menu';
import { StateBadge } from '@/documents/components/state-badge';
import { capital } from '@/documents/kind';
import { paths } from '@/lib/paths';
import type { StaffPost } from '../staff-api';

export const staffPostRowColumns =
  'grid-cols-[minmax(0,1fr)_auto] gap-x-3 tablet:gap-x-6 desktop:grid-cols-[minmax(0,1fr)_8rem_7rem_7rem_9.5rem] wide:grid-cols-[minmax(0,1fr)_9rem_10rem_8rem_9.5rem]';

export type StaffPostRowProps = {
  post: StaffPost;
  category: string | null;
  /** Undefined without changes. */
  changes: string | undefined;
  isDuplicating: boolean;
  onDuplicate: () => void;
  onDelete: () => void;
};

export function StaffPostRow({
  post,
  category,
  changes,
  isDuplicating,
  onDuplicate,
  onDelete,
}: StaffPostRowProps) {
  const { id, slug, title, state, author, publishedAt, updatedAt } = post;
  const isLive = state === 'published';
  return (
    <li className={`${staffPostRowColumns} grid items-center gap-y-2 px-4 py-3.5 desktop:py-0.5`}>
      <div className="min-w-0">
        <h2 dir="auto" className="sans-heading text-base leading-snug">
          <Link to={paths.adminPostEdit.to(id)} className="rounded-control hover:text-accent-text">
            {title}
          </Link>
        </h2>
        <p className="text-small text-muted">
          {category ?? <span className="italic">No category</span>} · <bdi>{author}</bdi>
        </p>
      </div>
      {/* Below the title on phones and tablets, columns on wider screens. */}
      <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1 desktop:contents">
        <div>
          <StateBadge state={state} />
          {changes !== undefined && (
            <p className="mt-1 text-small text-muted">{capital(changes)}</p>
          )}
        </div>
        <p className="text-small text-muted tabular-figures max-desktop:empty:hidden">
          {state !== 'draft' && publishedAt !== null && (
            <>
              <span className="sr-only">
                {state === 'scheduled' ? 'Will be published ' : 'Published '}
              </span>
              <time dateTime={publishedAt}>
                {format(publishedAt, state === 'scheduled' ? 'MMM d, yyyy, HH:mm' : 'MMM d, yyyy')}
              </time>
            </>
          )}
        </p>
        <p className="text-small text-muted tabular-figures">
          <span className="desktop:sr-only">Updated </span>
          <time dateTime={updatedAt}>{format(updatedAt, 'MMM d, yyyy')}</time>
        </p>
      </div>
      <div className="flex gap-1 max-desktop:col-start-2 max-desktop:row-start-1 desktop:justify-end desktop:gap-2">
        <ButtonLink
          to={paths.adminPostEdit.to(id)}
          size="small"
          icon={<Pencil aria-hidden="true" />}
          className="max-tablet:hidden"
        >
          Edit<span className="sr-only"> {title}</span>
        </ButtonLink>
        <RowMenu
          title={title}
          historyPath={paths.adminPostHistory.to(id)}
          {...{ isDuplicating, onDuplicate }}
          first={
            <MenuItem asChild>
              <Link
                to={isLive ? paths.post.to(slug) : `${paths.adminPostEdit.to(id)}?view=preview`}
              >
                <Eye aria-hidden="true" />
                {isLive ? 'View on the blog' : 'Preview'}
              </Link>
            </MenuItem>
          }
          last={
            <MenuItem icon={<Trash2 aria-hidden="true" />} isDangerous onSelect={onDelete}>
              Delete
            </MenuItem>
          }
        />
      </div>
    </li>
  );
}
