import { directionOf } from '@contracts/words/direction';
import { useState, type CSSProperties, type MouseEvent } from 'react';
import type { PictureFacts } from '@contracts/picture-facts';
import { clsx } from 'clsx';
import { Expand } from 'lucide-react';
import { Image } from '@/components/image';
import { useAnchor } from '@/hooks/use-anchor';
import { COLUMN_ON_PHONE } from '@/lib/images/constants';
import { variantsOfImage } from '@/lib/image-url';
import { altOf, focusOf } from '@/lib/picture-facts';
import { galleryRuns } from '../gallery';
import { placeInRows, type GalleryPlace } from '../gallery-rows';
import type { CaseStudy } from '../model';
import { CaseStudyVideos } from './case-study-videos';

const loadLightbox = () => import('./lightbox');

type Opened = {
  Lightbox: Awaited<ReturnType<typeof loadLightbox>>['Lightbox'];
  index: number;
  thumbnail: HTMLElement;
};

export type CaseStudyGalleryProps = {
  study: Pick<CaseStudy, 'gallery' | 'heroImageUrl' | 'pictureFacts' | 'title'>;
};

/** `row` is its place in the gallery. */
type DescribedPicture = { url: string; caption: string | null; alt: string; row: number };

/** Pictures and videos in their order; the pictures of all runs share one lightbox. */
export function CaseStudyGallery({ study }: CaseStudyGalleryProps) {
  const { title, pictureFacts: facts } = study;
  const [opened, setOpened] = useState<Opened | null>(null);
  const runs = galleryRuns(study);
  const described = runs.flatMap((run) =>
    run.sort === 'videos'
      ? []
      : run.pictures.map(({ url, caption, altText }, index): DescribedPicture => ({
          url,
          row: study.gallery.findIndex((picture) => picture.url === url),
          caption: caption?.trim() || null,
          alt:
            altText?.trim() ||
            altOf(facts, url) ||
            caption?.trim() ||
            `${title}, picture ${run.start + index + 1}`,
        })),
  );

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
    <div className="grid gap-3 tablet:gap-5">
      {runs.map((run, place) =>
        run.sort === 'videos' ? (
          <CaseStudyVideos key={place} videos={run.videos} facts={facts} />
        ) : (
          <PictureGrid
            key={place}
            pictures={described.slice(run.start, run.start + run.pictures.length)}
            facts={facts}
            onOpen={(event, index) => void handleOpen(event, run.start + index)}
          />
        ),
      )}
      {opened && (
        <opened.Lightbox
          pictures={described}
          startIndex={opened.index}
          title={`${title}: pictures`}
          returnFocusTo={opened.thumbnail}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

type PictureGridProps = {
  pictures: readonly DescribedPicture[];
  facts: PictureFacts;
  onOpen: (event: MouseEvent<HTMLAnchorElement>, index: number) => void;
};

/** Thumbnails link to the picture file, so they work before hydration and if the lightbox fails to load. */
function PictureGrid({ pictures, facts, onOpen }: PictureGridProps) {
  const anchor = useAnchor();
  const places = placeInRows(pictures.map(({ url }) => variantsOfImage(url)));
  // A caption must stand nearer to its own picture than to the next.
  const hasCaptions = pictures.some(({ caption }) => caption !== null);
  const rowGap = hasCaptions ? 'gap-y-7 tablet:gap-y-9' : 'gap-y-3 tablet:gap-y-5';
  return (
    <ul className={clsx('gallery', rowGap)}>
      {pictures.map(({ url, alt, caption, row }, index) => {
        const place = places[index];
        if (!place) return null;
        return (
          <li key={index} {...anchor('gallery', String(row))} style={sharesOf(place)}>
            <figure>
              <a
                href={url}
                aria-haspopup="dialog"
                onClick={(event) => onOpen(event, index)}
                onPointerEnter={preloadLightbox}
                onFocus={preloadLightbox}
                className="card group/thumbnail"
              >
                <span className="sr-only">Enlarge: </span>
                <Image
                  src={url}
                  focus={focusOf(facts, url)}
                  alt={alt}
                  aspect="fill"
                  sizes={sizesOf(place)}
                  className="card-picture"
                />
                <span
                  aria-hidden="true"
                  className="absolute end-3 bottom-3 grid size-10 place-items-center rounded-full bg-surface text-ink opacity-0 transition-opacity duration-control group-hover/thumbnail:opacity-100 group-focus-visible/thumbnail:opacity-100"
                >
                  <Expand className="size-4.5" />
                </span>
              </a>
              {caption && (
                <figcaption
                  dir={directionOf(caption)}
                  className="mt-2.5 max-w-measure text-small text-muted"
                >
                  {caption}
                </figcaption>
              )}
            </figure>
          </li>
        );
      })}
    </ul>
  );
}

function preloadLightbox() {
  // Ignore failures here: opening the picture loads the lightbox again and handles them.
  loadLightbox().catch(() => undefined);
}

function sizesOf({ share }: GalleryPlace): string {
  return `(min-width: 1280px) ${Math.ceil(1200 * share)}px, (min-width: 768px) ${Math.ceil(92 * share)}vw, ${COLUMN_ON_PHONE}`;
}

/** For the widths in .gallery of styles/index.css. */
function sharesOf({ ratio, share, count }: GalleryPlace): CSSProperties {
  const properties: Record<`--${string}`, number> = {
    '--ratio': round(ratio),
    '--share': round(share),
    '--gaps': count - 1,
  };
  return properties;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
