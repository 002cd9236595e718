import { useEffect, useSyncExternalStore } from 'react';
import { hasQueuedWork, subscribeToQueuedWork } from '@/lib/queued-work';

/** Sends from any public page what the contact form has left on this device, once there is something. */
export function useKeptEnquiries() {
  const hasWork = useSyncExternalStore(subscribeToQueuedWork, hasQueuedWork, () => false);
  useEffect(() => {
    if (!hasWork) return;
    import('./kept-enquiries').then(
      ({ sendKeptEnquiries }) => sendKeptEnquiries(),
      // What waits is safe, and sent from the next page.
      () => undefined,
    );
  }, [hasWork]);
}
