import type { ReactNode } from 'react';
import { format } from 'date-fns';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { PersonName } from '@/components/people/person';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';

export type ListedVersion = {
  version: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
  savedBy: string | null;
  restoredFrom: number | null;
  isWorkingCopy: boolean;
  /** A short summary of its changes. */
  summary: string;
};

export type VersionListProps = {
  /** The latest first; the first one is the current version. */
  versions: readonly ListedVersion[];
  /** The version that visitors read, if the current one is a working copy. */
  published: number | null;
  selected: number;
  hrefTo: (version: number) => string;
  /** Below the list: a button that loads older versions, or a note that they were deleted. */
  footer?: ReactNode;
};

/** The saved versions of a document. Each is a link, so that Back returns to the one selected before. */
export function VersionList({ versions, published, selected, hrefTo, footer }: VersionListProps) {
  const current = versions[0]?.version;
  return (
    <nav
      aria-label="Versions"
      className="max-h-96 overflow-y-auto rounded-control border border-line bg-raised desktop:sticky desktop:top-6 desktop:max-h-[calc(100dvh-3rem)]"
    >
      <ol reversed className="divide-y divide-line">
        {versions.map((listed) => (
          <li key={listed.version}>
            <VersionLink
              listed={listed}
              to={hrefTo(listed.version)}
              isSelected={listed.version === selected}
              isCurrent={listed.version === current}
              isPublished={listed.version === published}
            />
          </li>
        ))}
      </ol>
      {footer !== undefined && (
        <div className="border-t border-line p-3 text-small text-muted">{footer}</div>
      )}
    </nav>
  );
}

type VersionLinkProps = {
  listed: ListedVersion;
  to: string;
  isSelected: boolean;
  isCurrent: boolean;
  isPublished: boolean;
};

function VersionLink({ listed, to, isSelected, isCurrent, isPublished }: VersionLinkProps) {
  const { version, savedAt, savedBy, restoredFrom, isWorkingCopy, summary } = listed;
  return (
    <Link
      to={to}
      aria-current={isSelected || undefined}
      className={clsx(
        'block px-4 py-3 outline-offset-[-3px]',
        isSelected ? 'bg-sky-soft shadow-[inset_3px_0_0_var(--sky)]' : 'hover:bg-sunken',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="text-base font-semibold">Version {version}</span>
        <span className="flex flex-wrap gap-1.5">
          {isWorkingCopy && <Badge icon={null}>Not published</Badge>}
          {isPublished && (
            <Badge tone="success" icon={null}>
              Published
            </Badge>
          )}
          {isCurrent && <Badge icon={null}>Current</Badge>}
        </span>
      </span>
      <span className="mt-0.5 block text-small">
        {restoredFrom === null ? summary : `Version ${restoredFrom} restored`}
      </span>
      <span className="mt-1 block text-small text-muted">
        <time dateTime={savedAt}>{format(savedAt, 'MMM d, yyyy, HH:mm')}</time>
        {savedBy !== null && (
          <>
            {', '}
            <PersonName email={savedBy} />
          </>
        )}
      </span>
    </Link>
  );
}

export type OlderVersionsProps = { isPending: boolean; onLoad: () => void };

export function OlderVersions({ isPending, onLoad }: OlderVersionsProps) {
  return (
    <Button size="small" className="w-full" isPending={isPending} onClick={onLoad}>
      Show older versions
    </Button>
  );
}

const SKELETON_ROWS = 5;

export function HistorySkeleton() {
  return (
    <div role="status" className="grid gap-8 desktop:grid-cols-[19rem_minmax(0,1fr)]">
      <span className="sr-only">Loading the history...</span>
      <div className="divide-y divide-line rounded-control border border-line bg-raised">
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <div key={row} className="grid gap-2 px-4 py-3">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-52 max-w-full" />
          </div>
        ))}
      </div>
      <div className="grid content-start gap-5">
        <Skeleton className="h-8 w-40" />
        <Skeleton className="h-11 w-72 max-w-full" />
        <Skeleton className="h-32 w-full" />
      </div>
    </div>
  );
}
