import { format } from 'date-fns';
import { type StorageImage } from '../model';
import { formatFileSize } from '@/lib/file-size';

export type ImageFactsProps = { image: StorageImage; hasDimensions?: boolean };

/** File size, upload date and dimensions, if known. */
export function ImageFacts({ image, hasDimensions = false }: ImageFactsProps) {
  const { size, createdAt, record } = image;
  return (
    <dl className="flex flex-wrap gap-x-3 text-small text-muted">
      {size !== null && (
        <div>
          <dt className="sr-only">Size</dt>
          <dd>{formatFileSize(size)}</dd>
        </div>
      )}
      {createdAt !== null && (
        <div>
          <dt className="sr-only">Uploaded</dt>
          <dd>
            <time dateTime={createdAt.toISOString()}>{format(createdAt, 'MMM d, yyyy')}</time>
          </dd>
        </div>
      )}
      {hasDimensions && record && (
        <div>
          <dt className="sr-only">Dimensions</dt>
          <dd className="tabular-figures">
            {record.width} × {record.height}
          </dd>
        </div>
      )}
    </dl>
  );
}
