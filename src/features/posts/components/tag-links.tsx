import { directionOf } from '@contracts/words/direction';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { blogHref } from '../filters';

export type TagLinksProps = { tags: readonly string[]; label: string; className?: string };

export function TagLinks({ tags, label, className }: TagLinksProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={label} className={clsx('flex flex-wrap gap-2', className)}>
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Link
            to={blogHref({ tag })}
            dir={directionOf(tag)}
            className="block truncate rounded-full border border-line-strong px-3 py-0.5 text-small transition-colors duration-control hover:border-ink hover:bg-sunken"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
