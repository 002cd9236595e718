import type { ReactNode } from 'react';
import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import {
  HistorySkeleton,
  OlderVersions,
  VersionList,
  type ListedVersion,
} from '@/components/history/version-list';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { SkeletonText } from '@/components/ui/skeleton';
import { useFocusOnChange } from '@/hooks/use-focus-on-change';
import { describeChanges, hasSameContent, type DocumentInput, type Fields } from '../fields';
import type { DocumentKind, Revision } from '../kind';
import {
  documentQueries,
  REVISIONS_KEPT,
  toListedRevisions,
  type ListedRevision,
  type RevisionPair,
} from '../queries';
import { HistoryComparison } from './history-comparison';
import { HistoryRestore } from './history-restore';

/** The versions to compare; by default the current one with the one before it. */
export type HistoryChoice = { version?: number | undefined; against?: number | undefined };

export type HistoryViewProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  id: string;
  choice: HistoryChoice;
  hrefTo: (choice: HistoryChoice) => string;
  onChoose: (choice: HistoryChoice) => void;
};

/** The saved versions of a document, and two of them compared. */
export function HistoryView<Input extends DocumentInput>({
  kind,
  id,
  ...props
}: HistoryViewProps<Input>) {
  const history = useInfiniteQuery(documentQueries.revisions(kind, id));
  return (
    <QueryView
      query={history}
      errorTitle="Failed to load the history"
      pending={<HistorySkeleton />}
      isEmpty={({ pages }) => pages[0]?.length === 0}
      empty={
        <EmptyState
          title="No versions yet"
          description={`Each save of this ${kind.noun} from now on adds a version.`}
        />
      }
    >
      {(data: InfiniteData<Revision<Input>[]>) => (
        <History
          kind={kind}
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

type HistoryProps<Input extends DocumentInput> = HistoryViewProps<Input> & {
  listed: readonly ListedRevision<Input>[];
  older: ReactNode;
};

function History<Input extends DocumentInput>({
  kind,
  id,
  choice,
  hrefTo,
  onChoose,
  listed,
  older,
}: HistoryProps<Input>) {
  const heading = useFocusOnChange<HTMLHeadingElement>(choice.version);
  const known = knownRevisions(listed);
  const current = known[0];
  const version = choice.version ?? current?.version ?? 1;
  const isOldest = listed.some(({ revision, before }) => revision.version === version && !before);
  const pair = useQuery({
    ...documentQueries.revisionPair(kind, id, version, choice.against ?? version - 1),
    initialData: () => findPair(known, version, choice.against ?? version - 1, isOldest),
  });

  if (!current) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 desktop:grid-cols-[19rem_minmax(0,1fr)]">
      <VersionList
        versions={listed.map((revision) => toListedVersion(kind, revision))}
        published={current.isWorkingCopy ? publishedVersion(kind, known) : null}
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
            description={`The last ${REVISIONS_KEPT} versions of a ${kind.noun} are kept. Choose one from the list.`}
          />
        }
      >
        {({ chosen, against }) =>
          chosen && (
            <HistoryComparison
              kind={kind}
              chosen={chosen}
              against={against}
              others={known.filter((revision) => revision.version !== version)}
              onCompareWith={(other) => onChoose({ version, against: other })}
              headingRef={heading}
              actions={
                <>
                  {kind.paths.version && (
                    <ButtonLink
                      to={kind.paths.version(id, version)}
                      icon={<Eye aria-hidden="true" />}
                    >
                      View as a page
                    </ButtonLink>
                  )}
                  <HistoryRestore
                    key={version}
                    kind={kind}
                    id={id}
                    chosen={chosen}
                    current={current}
                    onRestored={() => onChoose({})}
                  />
                </>
              }
            />
          )
        }
      </QueryView>
    </div>
  );
}

/** Every fetched version, the latest first. */
function knownRevisions<Input extends DocumentInput>(
  listed: readonly ListedRevision<Input>[],
): Revision<Input>[] {
  const oldest = listed.at(-1)?.before;
  const known = listed.map(({ revision }) => revision);
  return oldest ? [...known, oldest] : known;
}

/** The version that visitors read; null if it is not among those fetched. */
function publishedVersion<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  known: readonly Revision<Input>[],
): number | null {
  const stored = known.find(({ isWorkingCopy }) => !isWorkingCopy);
  return stored && kind.isPublished(stored.input) ? stored.version : null;
}

/** The pair if both versions are already fetched; undefined makes the query fetch it. */
function findPair<Input extends DocumentInput>(
  known: readonly Revision<Input>[],
  version: number,
  againstVersion: number,
  isOldest: boolean,
): RevisionPair<Input> | undefined {
  const find = (number: number) => known.find((revision) => revision.version === number);
  const chosen = find(version);
  const against = find(againstVersion);
  if (!chosen || (!against && !isOldest)) return undefined;
  return { chosen, against: against ?? null };
}

function toListedVersion<Input extends DocumentInput>(
  { fields }: DocumentKind<Input>,
  { revision, before }: ListedRevision<Input>,
): ListedVersion {
  return {
    ...revision,
    summary: summaryOf(fields, revision, before),
  };
}

function summaryOf<Input extends DocumentInput>(
  fields: Fields<Input>,
  revision: Revision<Input>,
  before: Revision<Input> | null,
): string {
  if (!before) return 'The oldest version kept';
  const isInPlace = before.isWorkingCopy && !revision.isWorkingCopy;
  return isInPlace && hasSameContent(fields, before.input, revision.input)
    ? 'The changes were published'
    : describeChanges(fields, before.input, revision.input);
}
