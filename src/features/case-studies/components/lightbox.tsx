import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import * as Dialog from '@radix-ui/react-dialog';
import { Image } from '@/components/image';
import { buttonClasses } from '@/components/ui/button';
import { SpinnerMark } from '@/components/ui/spinner';
import { FULL_SCREEN_SIZES } from '@/lib/images/constants';
import { preloadCategory, preloadImages, preloadStatus } from '@/lib/images/preload';

const SWIPE_THRESHOLD_PX = 50;

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
          className="dialog-overlay dark fixed inset-0 z-50 touch-pan-y touch-pinch-zoom bg-surface/98"
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
          className="dark fixed inset-0 z-50 grid touch-pan-y touch-pinch-zoom grid-rows-[auto_minmax(0,1fr)_auto] text-ink outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <div className="flex min-h-16 items-center justify-between gap-4 px-4 tablet:px-6">
            <p role="status" className="text-base text-muted tabular-figures">
              {hasMany && (
                <>
                  {index + 1} of {count}
                  {picture.alt !== '' && <span className="sr-only">: {picture.alt}</span>}
                </>
              )}
            </p>
            <Dialog.Close className={roundButton} style={catchesClicks} aria-label="Close">
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          <figure className="contents">
            <div className="grid min-h-0 place-items-center px-4 tablet:px-24">
              <LargePicture key={picture.url + String(index)} picture={picture} />
            </div>
            <figcaption className="mx-auto w-full max-w-measure px-4 pt-4 pb-6 text-center text-base tablet:min-h-20 tablet:px-24">
              {picture.caption && <span style={catchesClicks}>{picture.caption}</span>}
            </figcaption>
          </figure>
          {hasMany && (
            <>
              <button
                type="button"
                aria-label="Previous picture"
                onClick={() => step(-1)}
                style={catchesClicks}
                className={clsx(roundButton, navPlace, 'left-3 tablet:left-6')}
              >
                <ChevronLeft aria-hidden="true" />
              </button>
              <button
                type="button"
                aria-label="Next picture"
                onClick={() => step(1)}
                style={catchesClicks}
                className={clsx(roundButton, navPlace, 'right-3 tablet:right-6')}
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
const navPlace = 'absolute! top-1/2 -translate-y-1/2';

function LargePicture({ picture }: { picture: LightboxPicture }) {
  const [isSettled, setIsSettled] = useState(preloadStatus(picture.url) === 'loaded');
  return (
    <>
      {!isSettled && <SpinnerMark className="col-start-1 row-start-1 size-7 text-muted" />}
      <div
        style={catchesClicks}
        className="col-start-1 row-start-1 max-w-full transition-opacity duration-control select-none starting:opacity-0"
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
          className="max-h-[calc(100dvh-10rem)] max-w-full rounded-control"
        />
      </div>
    </>
  );
}

function preloadNeighbours(pictures: readonly LightboxPicture[], index: number) {
  const neighbours = [index + 1, index - 1 + pictures.length].map(
    (place) => pictures[place % pictures.length],
  );
  void preloadImages(neighbours.flatMap((neighbour) => neighbour?.url ?? []));
}
