import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { format } from 'date-fns';
import { Undo2 } from 'lucide-react';
import {
  HistorySkeleton,
  OlderVersions,
  VersionList,
  type ListedVersion,
} from '@/components/history/version-list';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { Field, Select } from '@/components/ui/field';
import { QueryView } from '@/components/ui/query-view';
import { SkeletonText } from '@/components/ui/skeleton';
import { changedFields, emptyPostInput, hasSameContent, postFieldLabels } from '../model';
import { restoreFailureMessage, staffPostQueries, useRestoreVersion } from '../queries';
import {
  describeChanges,
  REVISIONS_KEPT,
  toListedRevisions,
  type ListedRevision,
  type PostRevision,
} from '../revisions';
import { PostDifference } from './post-differences';

/** Which versions are on screen; without, the current one against the one before it. */
export type HistoryChoice = { version?: number | undefined; against?: number | undefined };

export type PostHistoryProps = {
  id: string;
  choice: HistoryChoice;
  hrefTo: (choice: HistoryChoice) => string;
  onChoose: (choice: HistoryChoice) => void;
};

/** The saved versions of a post, and two of them compared. */
export function PostHistory({ id, ...props }: PostHistoryProps) {
  const history = useInfiniteQuery(staffPostQueries.revisions(id));
  return (
    <QueryView
      query={history}
      errorTitle="Failed to load the history"
      pending={<HistorySkeleton />}
      isEmpty={({ pages }) => pages[0]?.length === 0}
      empty={
        <EmptyState
          title="No versions yet"
          description="The next save of this post is the first one kept here."
        />
      }
    >
      {(data: InfiniteData<PostRevision[]>) => (
        <Versions
          id={id}
          listed={toListedRevisions(data.pages)}
          older={
            history.hasNextPage ? (
              <OlderVersions
                isPending={history.isFetchingNextPage}
                onLoad={() => void history.fetchNextPage()}
              />
            ) : (
              `The last ${REVISIONS_KEPT} versions are kept.`
            )
          }
          {...props}
        />
      )}
    </QueryView>
  );
}

type VersionsProps = PostHistoryProps & { listed: readonly ListedRevision[]; older: ReactNode };

function Versions({ id, choice, hrefTo, onChoose, listed, older }: VersionsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const current = listed[0]?.revision;
  const version = choice.version ?? current?.version ?? 1;
  const pair = useQuery(staffPostQueries.revisionPair(id, version, choice.against ?? version - 1));
  // After an address that led to another version has been drawn, not with the first one.
  const shown = useRef(choice.version);
  useEffect(() => {
    if (shown.current === choice.version) return;
    shown.current = choice.version;
    heading.current?.focus();
  }, [choice.version]);

  if (!current) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 desktop:grid-cols-[19rem_minmax(0,1fr)]">
      <VersionList
        versions={listed.map(toListedVersion)}
        selected={version}
        hrefTo={(number) => hrefTo({ version: number })}
        footer={older}
      />
      <QueryView
        query={pair}
        errorTitle="Failed to load these versions"
        pending={<SkeletonText lines={6} className="max-w-measure" />}
        isEmpty={({ chosen }) => chosen === null}
        empty={
          <EmptyState
            title={`Version ${version} is not kept`}
            description={`The last ${REVISIONS_KEPT} versions of a post are. Choose one from the list.`}
          />
        }
      >
        {({ chosen, against }) =>
          chosen && (
            <ComparedVersions
              chosen={chosen}
              against={against}
              others={listed
                .map(({ revision }) => revision)
                .filter((revision) => revision.version !== version)}
              onCompareWith={(other) => onChoose({ version, against: other })}
              headingRef={heading}
              actions={
                <RestoreVersion
                  key={version}
                  id={id}
                  chosen={chosen}
                  current={current}
                  onRestored={() => onChoose({})}
                />
              }
            />
          )
        }
      </QueryView>
    </div>
  );
}

function toListedVersion({ revision, before }: ListedRevision): ListedVersion {
  return {
    ...revision,
    summary: before ? describeChanges(before.input, revision.input) : 'The oldest version kept',
  };
}

type ComparedVersionsProps = {
  chosen: PostRevision;
  /** Null where there is none before the chosen one. */
  against: PostRevision | null;
  /** What it can be compared with. */
  others: readonly PostRevision[];
  onCompareWith: (version: number) => void;
  headingRef: Ref<HTMLHeadingElement>;
  actions: ReactNode;
};

function ComparedVersions({
  chosen,
  against,
  others,
  onCompareWith,
  headingRef,
  actions,
}: ComparedVersionsProps) {
  const before = against?.input ?? { ...emptyPostInput, author: '' };
  const fields = changedFields(before, chosen.input);
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2
            ref={headingRef}
            tabIndex={-1}
            className="scroll-mt-24 font-text text-h4 font-semibold tracking-normal outline-none"
          >
            Version {chosen.version}
          </h2>
          <p className="text-small break-words text-muted">
            Saved{' '}
            <time dateTime={chosen.savedAt}>{format(chosen.savedAt, 'MMM d, yyyy, HH:mm')}</time>
            {chosen.savedBy !== null && ` by ${chosen.savedBy}`}
            {chosen.restoredFrom !== null && `, restored from version ${chosen.restoredFrom}`}
          </p>
        </div>
        {actions}
      </div>
      {others.length > 0 && (
        <Field label="Compared with" className="mt-5 mb-6 max-w-md">
          <Select
            value={against?.version ?? ''}
            onChange={(event) => onCompareWith(Number(event.target.value))}
          >
            {against === null && <option value="">Nothing, it is the oldest one kept</option>}
            {others.map(({ version, savedAt }) => (
              <option key={version} value={version}>
                Version {version}, {format(savedAt, 'MMM d, yyyy, HH:mm')}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {fields.length === 0 && (
        <p className="border-t border-line py-6 text-base text-muted">
          Both versions hold the same.
        </p>
      )}
      {fields.map((field) => (
        <section key={field} className="mt-6 border-t border-line pt-6">
          <h3 className="mb-3 font-text text-base font-semibold tracking-normal">
            {postFieldLabels[field]}
          </h3>
          <PostDifference field={field} before={before} after={chosen.input} />
        </section>
      ))}
    </div>
  );
}

type RestoreVersionProps = {
  id: string;
  chosen: PostRevision;
  current: PostRevision;
  onRestored: () => void;
};

/** Makes an old version the current one, after a question that says what visitors will notice. */
function RestoreVersion({ id, chosen, current, onRestored }: RestoreVersionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error, reset } = useRestoreVersion();
  if (chosen.version === current.version) return null;
  if (hasSameContent(chosen.input, current.input)) {
    return <p className="py-2 text-small text-muted">The current version holds the same.</p>;
  }
  return (
    <>
      <Button icon={<Undo2 aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        Restore this version
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={(next) => {
          reset();
          setIsOpen(next);
        }}
        title={`Restore version ${chosen.version}?`}
        description={`It is saved as version ${current.version + 1}. Nothing is lost: version ${current.version} stays in the history. ${statusNote(current, chosen)}`}
        confirmLabel="Restore"
        pendingLabel="Restoring…"
        isPending={isPending}
        error={error && restoreFailureMessage(error)}
        onConfirm={() =>
          mutate(
            { id, chosen, current },
            {
              onSuccess: () => {
                setIsOpen(false);
                onRestored();
              },
            },
          )
        }
      />
    </>
  );
}

function statusNote(current: PostRevision, chosen: PostRevision): string {
  if (current.input.status === chosen.input.status) {
    return chosen.input.status === 'published' ? 'Visitors see it at once.' : '';
  }
  return chosen.input.status === 'published'
    ? 'It was published: visitors will see the post.'
    : 'It was a draft: visitors will no longer see the post.';
}
