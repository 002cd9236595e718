import { useEffect, useSyncExternalStore } from 'react';
import { hasQueuedWork, subscribeToQueuedWork } from '@/lib/queued-work';

/** Sends kept enquiries from any public page. Loads the code only if there are some. */
export function useKeptEnquiries() {
  const hasWork = useSyncExternalStore(subscribeToQueuedWork, hasQueuedWork, () => false);
  useEffect(() => {
    if (!hasWork) return;
    import('./kept-enquiries').then(
      ({ sendKeptEnquiries }) => sendKeptEnquiries(),
      // The enquiries stay queued and are sent from the next page.
      () => undefined,
    );
  }, [hasWork]);
}
