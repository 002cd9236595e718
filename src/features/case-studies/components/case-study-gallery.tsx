import { useState, type MouseEvent } from 'react';
import type { PictureFacts } from '@contracts/picture-facts';
import { clsx } from 'clsx';
import { Expand } from 'lucide-react';
import { Image } from '@/components/image';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import { altOf, focusOf } from '@/lib/picture-facts';
import type { CaseStudyPicture } from '../model';

const loadLightbox = () => import('./lightbox');

type Opened = {
  Lightbox: Awaited<ReturnType<typeof loadLightbox>>['Lightbox'];
  index: number;
  thumbnail: HTMLElement;
};

export type CaseStudyGalleryProps = {
  pictures: readonly CaseStudyPicture[];
  facts: PictureFacts;
  /** Title of the study: the alt text of pictures without a text. */
  title: string;
};

/** Thumbnails link to the picture file, so they work before hydration and if the lightbox fails to load. */
export function CaseStudyGallery({ pictures, facts, title }: CaseStudyGalleryProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const count = pictures.length;
  const described = pictures.map(({ url, caption, altText }, index) => ({
    url,
    caption: caption?.trim() || null,
    alt:
      altText?.trim() || altOf(facts, url) || caption?.trim() || `${title}, picture ${index + 1}`,
  }));

  // A caption must stand nearer to its own picture than to the next.
  const hasCaptions = described.some(({ caption }) => caption !== null);
  const rowGap = hasCaptions ? 'gap-y-7 tablet:gap-y-9' : 'gap-y-3 tablet:gap-y-5';

  async function handleOpen(event: MouseEvent<HTMLAnchorElement>, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const thumbnail = event.currentTarget;
    try {
      const { Lightbox } = await loadLightbox();
      setOpened({ Lightbox, index, thumbnail });
    } catch {
      window.location.assign(thumbnail.href);
    }
  }

  return (
    <>
      <ul className={clsx('grid gap-x-3 tablet:gap-x-5', rowGap, columnClasses(count))}>
        {described.map(({ url, alt, caption }, index) => {
          const span = spanOf(index, count);
          const isWholeRow = isWholeRowOnPhone(index, count);
          return (
            <li
              key={index}
              className={clsx(
                'flex min-w-0 flex-col',
                count > 2 && isWholeRow && 'max-tablet:col-span-2',
                spanClasses[span],
              )}
            >
              <figure className="flex min-h-0 grow flex-col">
                <a
                  href={url}
                  aria-haspopup="dialog"
                  onClick={(event) => void handleOpen(event, index)}
                  onPointerEnter={preloadLightbox}
                  onFocus={preloadLightbox}
                  className={clsx(
                    'card group/thumbnail block min-h-0 cursor-zoom-in overflow-hidden rounded-picture',
                    boxClasses[span],
                  )}
                >
                  <span className="sr-only">Enlarge: </span>
                  <Image
                    src={url}
                    focus={focusOf(facts, url)}
                    alt={alt}
                    aspect="fill"
                    sizes={`${widthFromTablet[span]}, ${isWholeRow ? COLUMN_ON_PHONE : '45vw'}`}
                    className="card-picture"
                  />
                  <span
                    aria-hidden="true"
                    className="absolute end-3 bottom-3 grid size-10 place-items-center rounded-full bg-surface text-ink opacity-0 shadow-soft transition-opacity duration-control group-hover/thumbnail:opacity-100 group-focus-visible/thumbnail:opacity-100"
                  >
                    <Expand className="size-4.5" />
                  </span>
                </a>
                {caption && (
                  <figcaption className="mt-2.5 max-w-measure text-small break-words text-muted">
                    {caption}
                  </figcaption>
                )}
              </figure>
            </li>
          );
        })}
      </ul>
      {opened && (
        <opened.Lightbox
          pictures={described}
          startIndex={opened.index}
          title={`${title}: pictures`}
          returnFocusTo={opened.thumbnail}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function preloadLightbox() {
  // Ignore failures here: opening the picture loads the lightbox again and handles them.
  loadLightbox().catch(() => undefined);
}

function columnClasses(count: number): string {
  if (count === 1) return 'grid-cols-1';
  return count === 2 ? 'grid-cols-1 tablet:grid-cols-2' : 'grid-cols-2 tablet:grid-cols-3';
}

type Span = 'only' | 'half' | 'large' | 'small' | 'last-wide' | 'last-full';

/** In three columns the first picture takes two by two cells, the last one the rest of its row. */
function spanOf(index: number, count: number): Span {
  if (count === 1) return 'only';
  if (count === 2) return 'half';
  if (index === 0) return 'large';
  if (index < count - 1 || count % 3 === 0) return 'small';
  return count % 3 === 2 ? 'last-wide' : 'last-full';
}

/** In the two columns of a phone, the first picture and a single last one take the whole row. */
function isWholeRowOnPhone(index: number, count: number): boolean {
  return count < 3 || index === 0 || (index === count - 1 && count % 2 === 0);
}

const spanClasses: Record<Span, string> = {
  only: '',
  half: '',
  large: 'tablet:row-span-2 tablet:col-span-2',
  small: '',
  'last-wide': 'tablet:col-span-2',
  'last-full': 'tablet:col-span-3',
};

const boxClasses: Record<Span, string> = {
  only: 'aspect-[3/2]',
  half: 'aspect-[4/3]',
  large: 'aspect-[4/3] tablet:aspect-auto tablet:grow',
  small: 'aspect-[4/3]',
  'last-wide': 'aspect-[4/3] tablet:aspect-auto tablet:grow',
  'last-full': 'aspect-[4/3] tablet:aspect-[21/9]',
};

const widthFromTablet: Record<Span, string> = {
  only: '(min-width: 1280px) 1200px, (min-width: 768px) 92vw',
  half: '(min-width: 1280px) 590px, (min-width: 768px) 45vw',
  large: '(min-width: 1280px) 793px, (min-width: 768px) 60vw',
  small: '(min-width: 1280px) 387px, (min-width: 768px) 30vw',
  'last-wide': '(min-width: 1280px) 793px, (min-width: 768px) 60vw',
  'last-full': '(min-width: 1280px) 1200px, (min-width: 768px) 92vw',
};
