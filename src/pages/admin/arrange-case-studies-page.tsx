import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AdminPage, SaveBar } from '@/components/layout/admin-page';
import { LeaveGuard } from '@/components/leave-guard';
import { shownName, usePeople } from '@/components/people/people-context';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { site } from '@/content/site';
import {
  arrangementQuery,
  arrangerOf,
  isSameArrangement,
  onHomePage,
  useSaveArrangement,
  type ArrangedStudy,
  type Arrangement,
} from '@/features/case-studies/arrangement';
import { ArrangeList } from '@/features/case-studies/components/arrange-list';
import { DeployLine } from '@/features/deploys/deploy-line';
import { AppError, messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function ArrangeCaseStudiesPage() {
  useDocumentMeta({ title: `Arrange case studies · ${site.name}`, description: '', noindex: true });
  const query = useQuery(arrangementQuery());
  return (
    <AdminPage
      width="form"
      title="Arrange case studies"
      description="The order of published studies on Projects and on the home page."
      backLink={{ label: 'Back to case studies', to: paths.adminCaseStudies }}
      status={<DeployLine />}
    >
      <QueryView
        query={query}
        errorTitle="Failed to load case studies"
        pending={
          <div role="status" className="grid gap-3">
            <span className="sr-only">Loading case studies...</span>
            {Array.from({ length: 5 }, (_, place) => (
              <Skeleton key={place} className="h-16 w-full" />
            ))}
          </div>
        }
        isEmpty={({ studies }) => studies.length === 0}
        empty={<p className="text-base text-muted">There is no published case study yet.</p>}
      >
        {({ studies, stored }) => (
          <ArrangeForm studies={studies} stored={stored} onReload={() => void query.refetch()} />
        )}
      </QueryView>
    </AdminPage>
  );
}

type ArrangeFormProps = {
  studies: readonly ArrangedStudy[];
  stored: Arrangement;
  onReload: () => void;
};

function ArrangeForm({ studies, stored, onReload }: ArrangeFormProps) {
  /** The arrangement that was read and the one to save; null without changes. */
  const [change, setChange] = useState<{ before: Arrangement; next: Arrangement } | null>(null);
  /** What the last move has fixed. */
  const [moved, setMoved] = useState('');
  const { mutate, isPending, error, reset } = useSaveArrangement();
  const shown = change?.next ?? stored;
  const isChanged = change !== null && !isSameArrangement(change.before, change.next);

  function handleDiscard() {
    setChange(null);
    setMoved('');
    reset();
    onReload();
  }

  function handleSave() {
    if (!change) return;
    mutate(change, {
      onSuccess: () => {
        setChange(null);
        setMoved('');
        notify({ type: 'success', title: 'Order saved' });
      },
    });
  }

  return (
    <>
      <p className="mb-3 max-w-measure text-base" aria-live="polite">
        The home page shows{' '}
        {onHomePage(studies, shown).map(({ id, title }, place) => (
          <span key={id}>
            {place > 0 && ' and '}
            <strong className="font-semibold">{title}</strong>
          </span>
        ))}
        .
      </p>
      {/* As high as the longest, so that the list does not move below the pointer. */}
      <p
        role="status"
        className="mb-3 min-h-[2lh] max-w-measure text-small text-muted max-tablet:min-h-[3lh]"
      >
        {moved || 'Drag a case study to its place, or choose one in its menu.'}
      </p>
      <ArrangeList
        studies={studies}
        arrangement={shown}
        onChange={(next, words = moved) => {
          setChange({ before: change?.before ?? stored, next });
          setMoved(words);
        }}
      />
      {error && <SaveProblem error={error} onShowStored={handleDiscard} />}
      {/* Not around the bar: it stays in view as far as its parent reaches. */}
      <div className="h-6" />
      <SaveBar status={isChanged ? 'Unsaved changes' : undefined}>
        <Button disabled={!isChanged || isPending} onClick={handleDiscard}>
          Discard
        </Button>
        <Button
          variant="primary"
          disabled={!isChanged}
          isPending={isPending}
          pendingLabel="Saving…"
          onClick={handleSave}
        >
          Save order
        </Button>
      </SaveBar>
      <LeaveGuard
        isGuarding={() => isChanged}
        title="Leave without saving?"
        description="The order you made is lost."
        leaveLabel="Leave without saving"
        stayLabel="Stay"
      />
    </>
  );
}

function SaveProblem({ error, onShowStored }: { error: Error; onShowStored: () => void }) {
  const { personOfAccount, isMe } = usePeople();
  if (!(error instanceof AppError) || error.kind !== 'conflict') {
    return (
      <Alert kind="danger" className="mt-6">
        {messageOf(error)}
      </Alert>
    );
  }
  const arranger = personOfAccount(arrangerOf(error) ?? '');
  const isOwn = arranger !== null && isMe(arranger.email);
  const name = arranger ? shownName(arranger) : 'Someone else';
  return (
    <Alert
      kind="danger"
      className="mt-6"
      title={isOwn ? 'You changed the order elsewhere' : `${name} changed the order`}
      action={
        <Button size="small" onClick={onShowStored}>
          Show that order
        </Button>
      }
    >
      {isOwn && 'In another tab or on another device. '}
      Nothing was saved. That order replaces this one when you show it.
    </Alert>
  );
}
