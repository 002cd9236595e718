import { directionOf } from '@contracts/words/direction';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import * as Dialog from '@radix-ui/react-dialog';
import { flushSync } from 'react-dom';
import { Image } from '@/components/image';
import { buttonClasses } from '@/components/ui/button';
import { SpinnerMark } from '@/components/ui/spinner';
import { FULL_SCREEN_SIZES } from '@/lib/images/constants';
import { preloadCategory, preloadImages, preloadStatus } from '@/lib/images/preload';

const SWIPE_THRESHOLD_PX = 50;
const ZOOM = 2.5;

// Inline styles, to override the inline `pointer-events` that Radix sets.
const letsClicksThrough = { pointerEvents: 'none' } as const;
const catchesClicks = { pointerEvents: 'auto' } as const;

export type LightboxPicture = { url: string; alt: string; caption: string | null };

export type LightboxProps = {
  /** At least one. */
  pictures: readonly LightboxPicture[];
  startIndex: number;
  /** Accessible name of the dialog. */
  title: string;
  onClose: () => void;
  /** Passed in, because Safari does not focus a clicked link. */
  returnFocusTo: HTMLElement | null;
};

export function Lightbox({ pictures, startIndex, title, onClose, returnFocusTo }: LightboxProps) {
  const [index, setIndex] = useState(startIndex);
  const swipeStart = useRef<{ x: number; y: number } | null>(null);
  const count = pictures.length;
  const hasMany = count > 1;
  const picture = pictures[index];

  useEffect(() => preloadNeighbours(pictures, index), [pictures, index]);
  useEffect(() => void preloadCategory(pictures.map(({ url }) => url)), [pictures]);

  function step(by: 1 | -1) {
    setIndex((current) => (current + by + count) % count);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    step(event.key === 'ArrowRight' ? 1 : -1);
  }

  const swipe = {
    onPointerDown(event: PointerEvent) {
      const isFinger = event.pointerType === 'touch' && event.isPrimary;
      swipeStart.current = isFinger ? { x: event.clientX, y: event.clientY } : null;
    },
    onPointerCancel() {
      swipeStart.current = null;
    },
    onPointerUp(event: PointerEvent) {
      const start = swipeStart.current;
      swipeStart.current = null;
      if (!start || !hasMany) return;
      const across = event.clientX - start.x;
      const along = event.clientY - start.y;
      if (Math.abs(across) < SWIPE_THRESHOLD_PX || Math.abs(across) < Math.abs(along)) return;
      step(across < 0 ? 1 : -1);
    },
  };

  if (!picture) return null;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay
          {...swipe}
          data-testid="lightbox-backdrop"
          onClick={onClose}
          className="dialog-overlay dark fixed inset-0 z-50 touch-pan-y touch-pinch-zoom bg-surface"
        />
        {/* Clicks between the parts pass through to the backdrop, which closes the dialog. */}
        <Dialog.Content
          {...swipe}
          aria-describedby={undefined}
          onKeyDown={handleKeyDown}
          onDragStart={(event) => event.preventDefault()}
          // Radix would close on pointer down, and the click would then hit the page below.
          onPointerDownOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocusTo?.focus();
          }}
          style={letsClicksThrough}
          className="dark fixed inset-0 z-50 grid touch-pan-y touch-pinch-zoom grid-cols-[minmax(auto,1fr)_minmax(0,34em)_minmax(auto,1fr)] grid-rows-[auto_minmax(0,1fr)_auto_auto] gap-x-2 p-2 text-ink outline-none tablet:p-4"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <Dialog.Close
            className={clsx(roundButton, 'col-start-3 justify-self-end')}
            style={catchesClicks}
            aria-label="Close"
          >
            <X aria-hidden="true" />
          </Dialog.Close>
          <figure className="contents">
            <LargePicture key={picture.url + String(index)} picture={picture} />
            <figcaption className="col-start-2 row-start-4 min-h-[2lh] text-center text-base">
              {picture.caption && (
                <span dir={directionOf(picture.caption)} style={catchesClicks}>
                  {picture.caption}
                </span>
              )}
            </figcaption>
          </figure>
          <p
            role="status"
            className="col-start-2 row-start-3 text-center text-small text-muted tabular-figures"
          >
            {hasMany && (
              <>
                {index + 1} of {count}
                {picture.alt !== '' && <span className="sr-only">: {picture.alt}</span>}
              </>
            )}
          </p>
          {hasMany && (
            <>
              <button
                type="button"
                aria-label="Previous picture"
                onClick={() => step(-1)}
                style={catchesClicks}
                className={clsx(roundButton, stepPlace, 'col-start-1 justify-self-end')}
              >
                <ChevronLeft aria-hidden="true" />
              </button>
              <button
                type="button"
                aria-label="Next picture"
                onClick={() => step(1)}
                style={catchesClicks}
                className={clsx(roundButton, stepPlace, 'col-start-3')}
              >
                <ChevronRight aria-hidden="true" />
              </button>
            </>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const roundButton = buttonClasses({
  variant: 'quiet',
  size: 'icon',
  className: 'rounded-full! bg-raised hover:bg-line!',
});
/** At the lower edge, so that a caption of more lines does not move it. */
const stepPlace = 'row-span-2 row-start-3 self-end';

/** A double tap or click shows it larger, to be scrolled; another one fits it again. */
function LargePicture({ picture }: { picture: LightboxPicture }) {
  const [isSettled, setIsSettled] = useState(preloadStatus(picture.url) === 'loaded');
  const [isZoomed, setIsZoomed] = useState(false);

  function handleDoubleClick({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) {
    const area = currentTarget.parentElement;
    const { left, top } = currentTarget.getBoundingClientRect();
    flushSync(() => setIsZoomed(!isZoomed));
    // What was tapped comes to the middle.
    area?.scrollTo(
      (clientX - left) * ZOOM - area.clientWidth / 2,
      (clientY - top) * ZOOM - area.clientHeight / 2,
    );
  }

  return (
    <div
      className={clsx(
        'col-span-full row-start-2 my-2 grid [container-type:size]',
        isZoomed ? 'touch-auto place-items-start overflow-auto' : 'place-items-center',
      )}
    >
      {!isSettled && <SpinnerMark className="col-start-1 row-start-1 size-7 text-muted" />}
      <div
        style={{ ...catchesClicks, scale: isZoomed ? ZOOM : undefined }}
        onDoubleClick={handleDoubleClick}
        className="col-start-1 row-start-1 max-w-full origin-top-left transition-opacity duration-control select-none starting:opacity-0"
      >
        <Image
          src={picture.url}
          alt={picture.alt}
          aspect="own"
          sizes={FULL_SCREEN_SIZES}
          priority="critical"
          fit="contain"
          severity="low"
          onSettle={() => setIsSettled(true)}
          className="max-h-[100cqh] max-w-full rounded-control"
        />
      </div>
    </div>
  );
}

function preloadNeighbours(pictures: readonly LightboxPicture[], index: number) {
  const neighbours = [index + 1, index - 1 + pictures.length].map(
    (place) => pictures[place % pictures.length],
  );
  void preloadImages(neighbours.flatMap((neighbour) => neighbour?.url ?? []));
}
