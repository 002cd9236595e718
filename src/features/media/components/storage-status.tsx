import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { REFRESH_DELAY_MS } from '@/lib/constants';
import { type StorageImage } from '../model';
import { imageQueries } from '../queries';
import { formatFileSize } from '@/lib/file-size';

export type StorageStatusProps = {
  /** Asks for confirmation first, because a reload cancels uploads. */
  isUploading: boolean;
  /** Reloads the page. */
  onReload: () => void;
};

export function StorageStatus({ isUploading, onReload }: StorageStatusProps) {
  const images = useQuery(imageQueries.list());
  const [isAsking, setIsAsking] = useState(false);
  const [isRefreshing, setIsRefreshing] = useState(false);

  useEffect(() => {
    if (!isRefreshing) return;
    const timer = setTimeout(onReload, REFRESH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isRefreshing, onReload]);

  return (
    <div className="flex items-center gap-x-5 rounded-control border border-line bg-raised px-4 py-2.5 desktop:min-h-[4.5rem]">
      <h2 className="sr-only">Status</h2>
      <div
        role="status"
        className="flex flex-wrap items-center gap-x-4 gap-y-1 desktop:flex-col desktop:items-start"
      >
        {images.isError ? (
          <Badge tone="danger">Storage is down</Badge>
        ) : images.data ? (
          <>
            <Badge tone="success">Storage is up</Badge>
            <span className="text-small text-muted">{summaryOf(images.data)}</span>
          </>
        ) : (
          <span className="text-small text-muted">Checking storage…</span>
        )}
      </div>
      <Button
        size="small"
        isPending={isRefreshing}
        icon={<RotateCw aria-hidden="true" />}
        className="ms-auto"
        onClick={() => (isUploading ? setIsAsking(true) : setIsRefreshing(true))}
      >
        <span className="max-tablet:sr-only">Refresh</span>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Cancel the upload?"
        description="Refreshing reloads the page. Files that are not uploaded yet have to be chosen again."
        confirmLabel="Refresh anyway"
        cancelLabel="Keep uploading"
        isDangerous
        onConfirm={() => {
          setIsAsking(false);
          setIsRefreshing(true);
        }}
      />
    </div>
  );
}

function summaryOf(images: readonly StorageImage[]): string {
  const bytes = images.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return `${images.length === 1 ? '1 image' : `${images.length} images`}, ${formatFileSize(bytes)}`;
}
