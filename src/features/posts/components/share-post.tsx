import { useState } from 'react';
import { Check, Link2, Share2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useIsHydrating } from '@/hooks/use-is-hydrating';

type SharePostProps = { title: string };

/** Opens the system's share sheet if there is one, otherwise copies the link. */
export function SharePost({ title }: SharePostProps) {
  const canShare = !useIsHydrating() && 'share' in navigator;
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  async function handleShare() {
    try {
      await navigator.share({ title, url: pageAddress() });
    } catch {
      // The share sheet was closed.
    }
  }

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(pageAddress());
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  return (
    <div className="needs-script">
      {/* One element for both: a press from before the app runs is repeated on it. */}
      <Button
        size="small"
        icon={<ShareIcon outcome={outcome} canShare={canShare} />}
        onClick={() => void (canShare ? handleShare() : handleCopy())}
      >
        {canShare ? 'Share' : 'Copy link'}
      </Button>
      <p role="status" className="mt-1.5 min-h-[1.45em] text-small text-muted">
        {outcome === 'copied' && 'Link copied'}
        {outcome === 'failed' && 'Copying is not allowed here; the address bar has the link.'}
      </p>
    </div>
  );
}

function ShareIcon({ outcome, canShare }: { outcome: string | null; canShare: boolean }) {
  const Icon = canShare ? Share2 : outcome === 'copied' ? Check : Link2;
  return <Icon aria-hidden="true" />;
}

/** Without query and hash. */
function pageAddress(): string {
  return location.origin + location.pathname;
}
