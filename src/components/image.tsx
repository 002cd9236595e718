import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { clsx } from 'clsx';
import { imageSources, type CatalogueImage } from '@/content/images';
import { copiesOfImage } from '@/lib/image-url';
import { connectionClass, widthsFor, type ConnectionClass } from '@/lib/images/connection';
import { reportImageFailure, type ImageSeverity } from '@/lib/images/failure';

const aspectClasses = {
  card: 'aspect-video',
  hero: 'aspect-[21/9]',
  avatar: 'aspect-square',
  square: 'aspect-square',
  thumbnail: 'aspect-[4/3]',
  feature: 'aspect-[3/2]',
  /** Takes the size of its parent, which then reserves the room. */
  fill: 'size-full',
} as const;

export type ImageAspect = keyof typeof aspectClasses;

type StoredPicture = {
  /** An address; null draws the placeholder. One of our bucket brings its size and its copies. */
  src: string | null;
  width?: number;
  height?: number;
  image?: undefined;
};

type CataloguePicture = {
  /** Brings its own size, colour and a file per width and format. */
  image: CatalogueImage;
  src?: undefined;
  width?: undefined;
  height?: undefined;
};

export type ImageLayoutProps = {
  /** Empty for decoration. */
  alt: string;
  aspect: ImageAspect;
  /** How wide the picture is on screen, as in HTML: '(min-width: 1024px) 50vw, 100vw'. */
  sizes: string;
  /** 'critical' for the one picture of the first view. */
  priority?: 'normal' | 'critical';
  fit?: 'cover' | 'contain';
  /** 'low' where a picture that fails is not worth a toast. */
  severity?: ImageSeverity;
  className?: string;
};

export type ImageProps = ImageLayoutProps & (StoredPicture | CataloguePicture);

/** The one way a picture gets on a page: its room is kept before, while and if it does not come. */
export function Image({
  src: address,
  image,
  alt,
  aspect,
  sizes,
  width,
  height,
  priority = 'normal',
  fit = 'cover',
  severity = 'medium',
  className,
}: ImageProps) {
  const connection = useConnectionAtMount();
  const sources = image && imageSources({ ...image, widths: widthsFor(connection, image.widths) });
  const src = sources ? sources.src : (address ?? null);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const [srcWithoutCopies, setSrcWithoutCopies] = useState<string | null>(null);
  const stored = sources || src === null ? null : copiesOfImage(src);
  const copies = src === srcWithoutCopies ? null : stored;
  const picture = useRef<HTMLImageElement>(null);
  const isCritical = priority === 'critical';

  /** A picture replaced since may have lost the copies this address tells of, not itself. */
  function handleError() {
    if (copies) {
      setSrcWithoutCopies(src);
      return;
    }
    setFailedSrc(src);
    reportImageFailure(severity);
  }
  const handleEarlyError = useEffectEvent(handleError);

  useEffect(() => {
    const element = picture.current;
    // In a prerendered page the error may have come before React listened. An SVG without a size
    // also has no natural width, so the browser is asked again before the picture is given up.
    if (!element?.complete || element.naturalWidth > 0) return undefined;
    let isCurrent = true;
    element.decode().catch(() => {
      if (isCurrent) handleEarlyError();
    });
    return () => {
      isCurrent = false;
    };
  }, [src]);

  return (
    <span
      className={clsx(
        'relative block overflow-hidden',
        fit === 'cover' && !image && 'bg-sunken',
        aspectClasses[aspect],
        className,
      )}
      style={image && { backgroundColor: image.color }}
    >
      {src === null && <DrawnPlaceholder alt={alt} />}
      {src !== null && src === failedSrc && <FailedPicture alt={alt} />}
      {src !== null && src !== failedSrc && (
        <Formats avif={sources?.avif} webp={sources?.webp} sizes={sizes}>
          <img
            ref={picture}
            src={src}
            alt={alt}
            srcSet={copies?.srcSet(widthsFor(connection, copies.widths))}
            sizes={sources ? undefined : sizes}
            width={image ? image.width : (width ?? stored?.width)}
            height={image ? image.height : (height ?? stored?.height)}
            loading={isCritical ? 'eager' : 'lazy'}
            fetchPriority={isCritical ? 'high' : undefined}
            decoding="async"
            onError={handleError}
            className={clsx(
              'absolute inset-0 size-full',
              fit === 'cover' ? 'object-cover' : 'object-contain',
            )}
          />
        </Formats>
      )}
    </span>
  );
}

/**
 * What a picture first drawn in the browser may cost. It stays as it is while the picture stands,
 * and a prerendered picture keeps the sources it was delivered with: a change of `srcset` is a
 * second download.
 */
function useConnectionAtMount(): ConnectionClass {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  const [connection] = useState(() => (isHydrating ? 'fast' : connectionClass()));
  return connection;
}

function subscribeToNothing() {
  return () => {};
}

type FormatsProps = {
  avif: string | undefined;
  webp: string | undefined;
  sizes: string;
  children: ReactNode;
};

function Formats({ avif, webp, sizes, children }: FormatsProps) {
  if (!avif || !webp) return children;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={webp} sizes={sizes} />
      {children}
    </picture>
  );
}

function FailedPicture({ alt }: { alt: string }) {
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-1 overflow-hidden bg-sunken p-3 text-center text-small text-muted">
      <span className="font-medium text-ink">Image could not be loaded.</span>
      {alt !== '' && <span className="line-clamp-2 max-w-full break-words">{alt}</span>}
    </span>
  );
}

/** A hill, the sun behind it and two clouds. */
function DrawnPlaceholder({ alt }: { alt: string }) {
  return (
    <svg
      data-placeholder=""
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    >
      <path className="fill-sky-soft" d="M0 0h640v360H0z" />
      <circle className="fill-warning-soft dark:fill-cloud-shade" cx="452" cy="142" r="98" />
      <circle className="fill-cloud-sun" cx="452" cy="142" r="62" />
      <path
        className="fill-cloud-shade"
        d="M92 152c-24 0-28-30-4-34-2-20 25-29 42-15 12-30 60-34 76-2 24-11 50 5 46 28 26-3 36 23 16 23Z"
      />
      <path
        className="fill-cloud"
        d="M98 140c-14-3-22-19-10-22-2-20 25-29 42-15 12-30 60-34 76-2 24-11 50 5 46 28 16-2 26 7 26 15-30 8-44-6-62-3-22 4-34-7-54-1-24 7-42 5-64 0Z"
      />
      <path
        className="fill-cloud-shade"
        d="M506 98c-14 0-16-17-2-20 2-14 20-18 30-9 10-18 38-19 46 1 18-6 34 4 31 16 16-2 20 12 8 12Z"
      />
      <path
        className="fill-cloud"
        d="M510 90c-10-2-14-10-6-12 2-14 20-18 30-9 10-18 38-19 46 1 18-6 34 4 31 16-12 6-26-1-38 2-22 5-40-2-63 2Z"
      />
      <path
        className="fill-cloud-shade"
        d="M0 262c62-44 128-56 196-24 60 28 108 18 166-8 86-38 178-26 278 24v106H0Z"
      />
      <path
        className="fill-success-soft"
        d="M0 288c96-22 156-14 242 12 116 35 232 2 398-56v116H0Z"
      />
      <path
        className="fill-success dark:fill-sunken"
        d="M0 330c122-28 212-22 328-4 112 18 206 2 312-38v72H0Z"
      />
    </svg>
  );
}
