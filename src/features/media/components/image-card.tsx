import { Copy, Info, Trash2 } from 'lucide-react';
import { Image } from '@/components/image';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { copyText } from '@/lib/copy-text';
import { titleOf, type ImageUse, type StorageImage } from '../model';
import { ImageFacts } from './image-facts';
import { ImageUsesMenu } from './image-uses';

export type ImageCardProps = {
  image: StorageImage;
  /** Undefined while not known. */
  uses: readonly ImageUse[] | undefined;
  onDetails: () => void;
  onDelete: () => void;
};

export function ImageCard({ image, uses, onDetails, onDelete }: ImageCardProps) {
  const { name, url, record } = image;
  const title = titleOf(image);
  // A logo, of which a crop would show some letters.
  const isBanner = record !== null && record.width > 2 * record.height;
  return (
    <li className="grid grid-cols-[8rem_minmax(0,1fr)] overflow-hidden rounded-control border border-line bg-raised tablet:flex tablet:flex-col">
      <button
        type="button"
        aria-label={`Details of ${title}`}
        onClick={onDetails}
        className="group/details relative cursor-pointer max-tablet:ms-3.5 max-tablet:aspect-[4/3] max-tablet:self-center max-tablet:overflow-hidden max-tablet:rounded-control focus-visible:-outline-offset-3 tablet:aspect-[3/2]"
      >
        <Image
          src={url}
          alt=""
          aspect="fill"
          sizes="16rem"
          fit={isBanner ? 'contain' : 'cover'}
          focus={record?.focus}
          className={isBanner ? 'bg-sunken' : undefined}
        />
        <span className="absolute end-2 bottom-2 grid size-8 place-items-center rounded-full bg-ink text-surface opacity-0 transition-opacity duration-control group-hover/details:opacity-100 group-focus-visible/details:opacity-100">
          <Info aria-hidden="true" className="size-4.5" />
        </span>
      </button>
      <div className="flex min-w-0 flex-1 flex-col px-3.5 pt-3 pb-2">
        <h3 className="sans-heading text-small wrap-anywhere">{title}</h3>
        {title !== name && (
          <p title={name} className="truncate text-small text-muted">
            {name}
          </p>
        )}
        <ImageFacts image={image} />
        <div className="flex flex-wrap gap-2 empty:hidden">
          {record?.altText === '' && <Badge tone="warning">No alt text</Badge>}
          {record?.isDeleting && <Badge tone="danger">Deletion interrupted</Badge>}
        </div>
        <div className="-mx-2 mt-auto pt-1">
          {uses && <ImageUsesMenu title={title} uses={uses} />}
          <div className="flex flex-wrap justify-between">
            <Button
              size="small"
              variant="quiet"
              className="px-2! text-muted"
              icon={<Copy aria-hidden="true" />}
              onClick={() =>
                void copyText(url, { done: 'URL copied', failed: 'The URL could not be copied' })
              }
            >
              <span>
                Copy URL<span className="sr-only"> of {title}</span>
              </span>
            </Button>
            <Button
              size="small"
              variant="quiet"
              className="px-2! text-muted"
              icon={<Trash2 aria-hidden="true" />}
              onClick={onDelete}
            >
              <span>
                Delete<span className="sr-only"> {title}</span>
              </span>
            </Button>
          </div>
        </div>
      </div>
    </li>
  );
}
