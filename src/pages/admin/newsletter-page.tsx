import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '@/components/layout/admin-page';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { site } from '@/content/site';
import { ExportButton } from '@/features/newsletter/export-button';
import type { Subscriber } from '@/features/newsletter/subscriber';
import { SubscriberCountsPanel } from '@/features/newsletter/subscriber-counts';
import { SubscriberFilterBar } from '@/features/newsletter/subscriber-filter-bar';
import { subscriberFilters } from '@/features/newsletter/subscriber-filters';
import { SubscriberList } from '@/features/newsletter/subscriber-list';
import { subscriberQueries, useDeleteSubscriber } from '@/features/newsletter/subscriber-queries';
import { useFocusOnChange } from '@/hooks/use-focus-on-change';
import { useSearchFilters } from '@/hooks/use-search-filters';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { useDocumentMeta } from '@/lib/seo';

export function NewsletterPage() {
  const { filters, isFiltered, hrefOf, setFilters } = useSearchFilters(subscriberFilters);
  const subscribers = useQuery(subscriberQueries.list(filters));
  const counts = useQuery(subscriberQueries.counts());
  const [deleting, setDeleting] = useState<Subscriber | null>(null);
  const list = useFocusOnChange(filters.page);
  useDocumentMeta({ title: `Newsletter · ${site.name}`, description: '', noindex: true });
  // The rows of other filters stay on screen while those of these are fetched.
  const mayLackRows = isFiltered || subscribers.isPlaceholderData;
  const isBlank = subscribers.data?.total === 0 && !mayLackRows;

  return (
    <AdminPage
      title="Newsletter"
      description="This site collects addresses and sends no issues: export the list for your mailing tool, anew for each issue, because whoever has left is no longer in it. Who leaves by a link of that tool has to be deleted here."
      actions={<ExportButton isDisabled={!counts.data?.confirmed} />}
    >
      <SubscriberCountsPanel query={counts} />
      {!isBlank && (
        <SubscriberFilterBar
          filters={filters}
          onSearch={(search) => setFilters({ search }, { replace: true })}
          onStateChange={(state) => setFilters({ state })}
        />
      )}
      <p role="status" className="mb-3 text-small text-muted empty:hidden">
        {subscribers.data && mayLackRows && !subscribers.isPlaceholderData
          ? `${subscribers.data.total.toLocaleString('en')} found`
          : ''}
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
          isFiltered={mayLackRows}
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
      // Stays open and says what went wrong.
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
      description="The address goes for good, and with it the record of when its owner agreed. They can subscribe again themselves. Take it out of your mailing tool as well."
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      isDangerous
      isPending={removing.isPending}
      error={removing.error && messageOf(removing.error)}
      onConfirm={() => subscriber && void handleConfirm(subscriber)}
    />
  );
}
