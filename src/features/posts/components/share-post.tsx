import { useState } from 'react';
import { Check, Link2, Share2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useIsHydrating } from '@/hooks/use-is-hydrating';

type SharePostProps = { title: string };

/** The system's share sheet if there is one, otherwise a button that copies the link. */
export function SharePost({ title }: SharePostProps) {
  const canShare = !useIsHydrating() && 'share' in navigator;
  return canShare ? <ShareButton title={title} /> : <CopyButton />;
}

function ShareButton({ title }: SharePostProps) {
  async function handleShare() {
    try {
      await navigator.share({ title, url: pageAddress() });
    } catch {
      // The share sheet was closed.
    }
  }
  return (
    <Button size="small" icon={<Share2 aria-hidden="true" />} onClick={handleShare}>
      Share
    </Button>
  );
}

function CopyButton() {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(pageAddress());
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  return (
    <div>
      <Button
        size="small"
        icon={outcome === 'copied' ? <Check aria-hidden="true" /> : <Link2 aria-hidden="true" />}
        onClick={handleCopy}
      >
        Copy link
      </Button>
      <p role="status" className="mt-1.5 min-h-[1.45em] text-small text-muted">
        {outcome === 'copied' && 'Link copied'}
        {outcome === 'failed' && 'Copying is not allowed here; the address bar has the link.'}
      </p>
    </div>
  );
}

/** Without query and hash. */
function pageAddress(): string {
  return location.origin + location.pathname;
}
