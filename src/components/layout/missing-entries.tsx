import { useSyncExternalStore } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { getMissingEntries, subscribeToMissingEntries } from '@/lib/parse-response';

/** Says which lists lack entries that could not be read; renders nothing otherwise. */
export function MissingEntries() {
  const missing = useSyncExternalStore(subscribeToMissingEntries, getMissingEntries);
  if (missing.size === 0) return null;
  return (
    <Alert
      kind="warning"
      title="Not everything is shown"
      className="mb-7 max-tablet:mb-5"
      action={
        <Button size="small" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      {[...missing].map(([sentence, count]) => (
        <p key={sentence}>
          {sentence}: {count === 1 ? '1 entry' : `${count} entries`} could not be read.
        </p>
      ))}
      <p>
        This tab may be older than the site: reload it. If that does not help, tell the person who
        maintains the site.
      </p>
    </Alert>
  );
}
