import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '@/components/layout/admin-page';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SearchField } from '@/components/ui/search-field';
import { site } from '@/content/site';
import { ExportButton } from '@/features/newsletter/export-button';
import type { Subscriber } from '@/features/newsletter/subscriber';
import { SubscriberCountsPanel } from '@/features/newsletter/subscriber-counts';
import { subscriberFilters } from '@/features/newsletter/subscriber-filters';
import { SubscriberList } from '@/features/newsletter/subscriber-list';
import { subscriberQueries, useDeleteSubscriber } from '@/features/newsletter/subscriber-queries';
import { useSession } from '@/features/session/use-session';
import { useFocusOnChange } from '@/hooks/use-focus-on-change';
import { useSearchFilters } from '@/hooks/use-search-filters';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { useDocumentMeta } from '@/lib/seo';

export function NewsletterPage() {
  const { filters, isFiltered, hrefOf, setFilters } = useSearchFilters(subscriberFilters);
  const subscribers = useQuery(subscriberQueries.list(filters));
  const counts = useQuery(subscriberQueries.counts());
  const userId = useSession().user?.id ?? '';
  const [deleting, setDeleting] = useState<Subscriber | null>(null);
  const list = useFocusOnChange(filters.page);
  useDocumentMeta({ title: `Newsletter · ${site.name}`, description: '', noindex: true });
  // While the rows for new filters are fetched, the previous rows stay on screen.
  const isPartial = isFiltered || subscribers.isPlaceholderData;
  const hasNoSubscribers = subscribers.data?.total === 0 && !isPartial;

  return (
    <AdminPage
      title="Newsletter"
      description={
        !counts.data?.confirmed
          ? 'Your mailing tool sends the newsletter to the confirmed addresses that you export here. None is confirmed yet.'
          : 'Your mailing tool sends the newsletter. Export the confirmed addresses before each issue, and delete here who unsubscribes there.'
      }
      actions={<ExportButton hasAddresses={counts.data?.confirmed !== 0} userId={userId} />}
    >
      {!hasNoSubscribers && (
        <>
          <SubscriberCountsPanel
            query={counts}
            chosen={filters.state}
            hrefTo={(state) => hrefOf({ ...filters, state, page: 1 })}
          />
          <div role="search" aria-label="Find subscribers" className="mb-5">
            <SearchField
              isLabelHidden
              label="Search subscribers"
              placeholder="Search by email"
              value={filters.search}
              onSearch={(search) => setFilters({ search }, { replace: true })}
            />
          </div>
        </>
      )}
      <p role="status" className="mb-3 text-small text-muted empty:hidden">
        {subscribers.data &&
          isPartial &&
          !subscribers.isPlaceholderData &&
          `${subscribers.data.total.toLocaleString('en')} found`}
      </p>
      <section
        ref={list}
        aria-label="List of subscribers"
        tabIndex={-1}
        aria-busy={subscribers.isPlaceholderData}
        className="scroll-mt-24 outline-none"
      >
        <SubscriberList
          query={subscribers}
          isFiltered={isPartial}
          hrefToPage={(page) => hrefOf({ ...filters, page })}
          onClearFilters={() => setFilters({ search: '', state: undefined })}
          onDelete={setDeleting}
        />
      </section>
      <DeleteDialog
        subscriber={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => list.current?.focus()}
      />
    </AdminPage>
  );
}

type DeleteDialogProps = {
  subscriber: Subscriber | null;
  onClose: () => void;
  onDeleted: () => void;
};

function DeleteDialog({ subscriber, onClose, onDeleted }: DeleteDialogProps) {
  const removing = useDeleteSubscriber();

  async function handleConfirm({ id, email }: Subscriber) {
    try {
      await removing.mutateAsync(id);
      onClose();
      onDeleted();
      notify({ type: 'success', title: `${email} deleted` });
    } catch {
      // The dialog stays open and shows the error.
    }
  }

  function handleClose() {
    removing.reset();
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen={subscriber !== null}
      onOpenChange={(isOpen) => !isOpen && handleClose()}
      title={`Delete ${subscriber?.email ?? ''}?`}
      description="The address and the record of its consent are deleted permanently. The subscriber can subscribe again. Delete the address in your mailing tool as well."
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      isDangerous
      isPending={removing.isPending}
      error={removing.error && messageOf(removing.error)}
      onConfirm={() => subscriber && void handleConfirm(subscriber)}
    />
  );
}
