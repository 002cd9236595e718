import { Copy } from 'lucide-react';
import { Image } from '@/components/image';
import { Button } from '@/components/ui/button';
import { placeholderImages } from '@brand/pictures';
import { placeholders } from '@/content/images';
import { copyText } from '@/lib/copy-text';

/** The drawings to use where a picture is still missing. */
export function PlaceholderImages() {
  return (
    <>
      <p className="mb-5 max-w-measure text-base text-muted">
        Drawings to use where a picture is still missing. Use Placeholder copies the address, to
        paste into a picture field.
      </p>
      <ul className="grid gap-3 tablet:grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))] tablet:gap-5">
        {placeholderImages.map((image, place) => (
          <li
            key={image.name}
            className="flex flex-col overflow-hidden rounded-control border border-line bg-raised"
          >
            <Image image={image} alt="" aspect="card" sizes="(min-width: 768px) 18rem, 100vw" />
            <div className="flex flex-wrap items-center justify-between gap-2 px-3.5 py-2">
              <h3 className="sans-heading text-small">Placeholder {place + 1}</h3>
              <Button
                size="small"
                icon={<Copy aria-hidden="true" />}
                onClick={() => void copyPlaceholder(placeholders[place] ?? '')}
              >
                Use Placeholder<span className="sr-only"> {place + 1}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function copyPlaceholder(path: string) {
  return copyText(path, {
    done: 'Placeholder copied',
    failed: 'The address could not be copied',
  });
}
