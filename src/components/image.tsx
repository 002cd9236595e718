import { useEffect, useRef, useState } from 'react';
import { clsx } from 'clsx';

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

export type ImageProps = {
  /** Null draws the placeholder. */
  src: string | null;
  /** Empty for decoration. */
  alt: string;
  aspect: ImageAspect;
  /** How wide the picture is on screen, as in HTML: '(min-width: 1024px) 50vw, 100vw'. */
  sizes: string;
  width?: number;
  height?: number;
  /** 'critical' for the one picture of the first view. */
  priority?: 'normal' | 'critical';
  fit?: 'cover' | 'contain';
  className?: string;
};

/** The one way a picture gets on a page: its room is kept before, while and if it does not come. */
export function Image({
  src,
  alt,
  aspect,
  sizes,
  width,
  height,
  priority = 'normal',
  fit = 'cover',
  className,
}: ImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const picture = useRef<HTMLImageElement>(null);
  const isCritical = priority === 'critical';

  useEffect(() => {
    const element = picture.current;
    // In a prerendered page the error may have come before React listened. An SVG without a size
    // also has no natural width, so the browser is asked again before the picture is given up.
    if (!element?.complete || element.naturalWidth > 0) return undefined;
    let isCurrent = true;
    element.decode().catch(() => {
      if (isCurrent) setFailedSrc(src);
    });
    return () => {
      isCurrent = false;
    };
  }, [src]);

  return (
    <span
      className={clsx(
        'relative block overflow-hidden',
        fit === 'cover' && 'bg-sunken',
        aspectClasses[aspect],
        className,
      )}
    >
      {src === null && <DrawnPlaceholder alt={alt} />}
      {src !== null && src === failedSrc && <FailedPicture alt={alt} />}
      {src !== null && src !== failedSrc && (
        <img
          ref={picture}
          src={src}
          alt={alt}
          sizes={sizes}
          width={width}
          height={height}
          loading={isCritical ? 'eager' : 'lazy'}
          fetchPriority={isCritical ? 'high' : undefined}
          decoding="async"
          onError={() => setFailedSrc(src)}
          className={clsx(
            'absolute inset-0 size-full',
            fit === 'cover' ? 'object-cover' : 'object-contain',
          )}
        />
      )}
    </span>
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
