import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Copy, Hammer } from 'lucide-react';
import { Image } from '@/components/image';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/errors';
import { toStoredImageUrl } from '@/lib/image-url';
import { notify } from '@/lib/notifications';
import { copyText } from '@/lib/copy-text';
import { definedImages, type DefinedImage } from '../defined-images';
import { titleOf, type StorageImage } from '../model';
import { imageQueries, useRebuild } from '../queries';
import type { RebuildResult } from '../rebuild';

const GRID = 'grid gap-3 tablet:grid-cols-2 wide:grid-cols-3';

/** The pictures built into the site, and the stored ones that have a record. */
export function DefinedImages() {
  const images = useQuery({
    ...imageQueries.list(),
    select: (all) => all.filter(({ record }) => record !== null).map(toDefined),
  });
  const [missing, setMissing] = useState<readonly string[]>([]);
  const rebuild = useRebuild();

  function handleRebuild() {
    rebuild.mutate(undefined, {
      onSuccess: (result) => {
        setMissing(result.missing);
        notify({ type: 'success', title: 'Rebuilt', description: describe(result) });
      },
    });
  }

  const button = (
    <Button
      isPending={rebuild.isPending}
      pendingLabel="Rebuilding..."
      icon={<Hammer aria-hidden="true" />}
      onClick={handleRebuild}
    >
      Rebuild
    </Button>
  );
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-measure text-base text-muted">
          Rebuild checks that every picture of the site loads and adds missing records of stored
          ones.
        </p>
        {button}
      </div>
      {rebuild.error && (
        <Alert kind="danger" title="Rebuild failed" className="mb-6">
          {messageOf(rebuild.error)}
        </Alert>
      )}
      {rebuild.data && rebuild.data.unreadable.length > 0 && (
        <Alert kind="warning" title="Some stored images could not be read" className="mb-6">
          {rebuild.data.unreadable.join(', ')}
        </Alert>
      )}
      <section aria-labelledby="stored-definitions" className="mb-10">
        <Title id="stored-definitions">From storage</Title>
        <QueryView
          query={images}
          errorTitle="Storage Error"
          pending={<Skeleton className="h-24" />}
          empty={
            <EmptyState
              headingLevel={3}
              title="No images found. Upload some images and click rebuild."
            />
          }
        >
          {(stored) => <DefinitionList images={stored} missing={[]} />}
        </QueryView>
      </section>
      <section aria-labelledby="site-definitions">
        <Title id="site-definitions">Built into the site</Title>
        <DefinitionList images={definedImages} missing={missing} />
      </section>
    </>
  );
}

function toDefined(image: StorageImage): DefinedImage {
  return { key: titleOf(image), path: toStoredImageUrl(image.url) };
}

function describe({ answering, added, removed }: RebuildResult): string {
  return [
    `${answering} pictures of the site load`,
    `${added} records added`,
    `${removed} removed`,
  ].join(', ');
}

function Title({ id, children }: { id: string; children: string }) {
  return (
    <h3 id={id} className="mb-3 sans-heading text-base">
      {children}
    </h3>
  );
}

type DefinitionListProps = { images: readonly DefinedImage[]; missing: readonly string[] };

function DefinitionList({ images, missing }: DefinitionListProps) {
  return (
    <ul className={GRID}>
      {images.map(({ key, path }) => (
        <li
          key={path}
          className="grid grid-cols-[5rem_minmax(0,1fr)_auto] items-center gap-3 rounded-control border border-line bg-raised p-2 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]"
        >
          <Image src={path} alt="" aspect="thumbnail" sizes="5rem" fit="contain" severity="low" />
          <div className="min-w-0">
            <h4 className="sans-heading text-small wrap-anywhere">{key}</h4>
            <p title={path} className="truncate text-small text-muted">
              {path}
            </p>
            {missing.includes(path) && <Badge tone="danger">Does not load</Badge>}
          </div>
          <Button
            size="icon"
            variant="quiet"
            aria-label={`Copy path of ${key}`}
            onClick={() =>
              void copyText(path, { done: 'Path copied', failed: 'The path could not be copied' })
            }
          >
            <Copy aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
