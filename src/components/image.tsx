import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { imageSources, type ContentImage } from '@/content/images';
import { useConnectionAtMount } from '@/hooks/use-connection-at-mount';
import { useWhenBack } from '@/hooks/use-when-back';
import { sizeOfImage, variantsOfImage } from '@/lib/image-url';
import { widthsFor } from '@/lib/images/connection';
import type { Focus } from '@/lib/picture-facts';
import { IMAGE_FAILURE, reportImageFailure, type ImageSeverity } from '@/lib/images/failure';

const aspectClasses = {
  card: 'aspect-video',
  hero: 'aspect-[3/2] tablet:aspect-[21/9]',
  avatar: 'aspect-square',
  square: 'aspect-square',
  thumbnail: 'aspect-[4/3]',
  feature: 'aspect-[3/2]',
  /** Takes the size of its parent, which must reserve the space. */
  fill: 'size-full',
  /** Its natural size, within `max-w-*` and `max-h-*` of `className`; reserves no space. */
  own: 'w-fit',
} as const;

export type ImageAspect = keyof typeof aspectClasses;

type StoredPicture = {
  /** The address of an image in our bucket contains its size and variants. */
  src: string;
  image?: undefined;
};

type CataloguePicture = {
  /** A drawing includes size, colour and a file per width and format. */
  image: ContentImage;
  src?: undefined;
};

export type ImageLayoutProps = {
  /** Empty for decoration. */
  alt: string;
  aspect: ImageAspect;
  /** The displayed width, as in HTML: '(min-width: 1024px) 50vw, 100vw'. */
  sizes: string;
  /** 'critical' for the main picture of the first view. */
  priority?: 'normal' | 'critical';
  fit?: 'cover' | 'contain';
  /** The point that a cropped picture keeps, in percent; the middle by default. */
  focus?: Focus | undefined;
  /** Which of a drawing's two pictures is shown; that of the theme by default. */
  time?: 'day' | 'night' | undefined;
  /** 'low' shows no toast when the picture fails. */
  severity?: ImageSeverity;
  /** Called when the picture has loaded or failed. */
  onSettle?: () => void;
  className?: string;
};

export type ImageProps = ImageLayoutProps & (StoredPicture | CataloguePicture);

/** Every picture of the site. Its space is reserved while it loads and if it fails. */
export function Image({
  src: given,
  image: content,
  alt,
  aspect,
  sizes,
  priority = 'normal',
  fit = 'cover',
  focus,
  time,
  severity = 'medium',
  onSettle,
  className,
}: ImageProps) {
  const connection = useConnectionAtMount();
  const image = content && 'widths' in content ? content : undefined;
  const address = given ?? (content && 'src' in content ? content.src : '');
  const drawn = image && { ...image, widths: widthsFor(connection, image.widths) };
  const { src, ...formats } = drawn ? imageSources(drawn) : { src: address };
  const night = drawn?.hasNight && imageSources({ ...drawn, name: `${drawn.name}-night` });
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const [srcWithoutVariants, setSrcWithoutVariants] = useState<string | null>(null);
  const stored = image ? null : sizeOfImage(src);
  const variants = stored && src !== srcWithoutVariants ? variantsOfImage(src) : null;
  const picture = useRef<HTMLImageElement>(null);
  useWhenBack(failedSrc !== null, () => setFailedSrc(null));
  const isOwnSize = aspect === 'own';
  const isFailed = src === failedSrc;
  const isOpaque = image !== undefined && image.color !== 'transparent';

  /** The variants in srcset may have been deleted by a replacement: fall back to the original first. */
  function handleError() {
    if (variants) {
      setSrcWithoutVariants(src);
      return;
    }
    setFailedSrc(src);
    reportImageFailure(severity);
    onSettle?.();
  }
  const handleEarlyError = useEffectEvent(handleError);

  useEffect(() => {
    const element = picture.current;
    // On a prerendered page the error event may have fired before hydration. An SVG without a size also
    // has no natural width, so decode() decides whether the picture failed.
    if (!element?.complete || element.naturalWidth > 0) return undefined;
    let isCurrent = true;
    element.decode().catch(() => {
      if (isCurrent) handleEarlyError();
    });
    return () => {
      isCurrent = false;
    };
  }, [src]);

  const shared = {
    width: image ? image.width : stored?.width,
    height: image ? image.height : stored?.height,
    decoding: 'async',
    onLoad: onSettle,
    onError: handleError,
  } as const;
  const classes = clsx(
    isOwnSize ? 'max-h-[inherit] w-auto max-w-full' : 'absolute inset-0 size-full',
    fit === 'cover' ? 'object-cover' : 'object-contain',
  );
  const position = isOwnSize ? limitWidth(stored?.width) : positionAt(focus ?? image?.focus);
  return (
    <span
      className={clsx(
        'relative block overflow-hidden',
        fit === 'cover' && !image && !isOwnSize && 'bg-sunken',
        isOpaque && !isFailed && (image.isPhoto ? 'photo' : 'drawing'),
        aspectClasses[aspect],
        className,
      )}
      style={image && { backgroundColor: image.color }}
    >
      {isFailed ? (
        <FailedPicture alt={alt} isOwnSize={isOwnSize} />
      ) : (
        <>
          {!(night && time === 'night') && (
            <Formats {...formats} sizes={sizes}>
              <img
                ref={picture}
                {...shared}
                src={src}
                alt={alt}
                srcSet={variants?.srcSet(widthsFor(connection, variants.widths))}
                sizes={image ? undefined : sizes}
                {...(priority === 'critical' ? CRITICAL : { loading: 'lazy' })}
                style={position}
                className={clsx(classes, night && !time && 'dark:hidden')}
              />
            </Formats>
          )}
          {night && time !== 'day' && (
            // Of two lazy pictures browsers load the displayed one. Without AVIF it has one size, which keeps pages small.
            <Formats avif={night.avif} sizes={sizes}>
              <img
                {...shared}
                src={night.src}
                alt={alt}
                loading="lazy"
                style={position}
                className={clsx(classes, !time && 'hidden dark:block')}
              />
            </Formats>
          )}
        </>
      )}
    </span>
  );
}

const CRITICAL = { loading: 'eager', fetchPriority: 'high' } as const;

function limitWidth(width: number | undefined) {
  return width === undefined ? undefined : { maxWidth: `min(100%, ${width}px)` };
}

function positionAt(focus: Focus | undefined) {
  return focus && { objectPosition: `${focus.x}% ${focus.y}%` };
}

type FormatsProps = {
  avif?: string | undefined;
  webp?: string | undefined;
  sizes: string;
  children: ReactNode;
};

function Formats({ avif, webp, sizes, children }: FormatsProps) {
  if (!avif) return children;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      {children}
    </picture>
  );
}

type FailedPictureProps = { alt: string; isOwnSize: boolean };

function FailedPicture({ alt, isOwnSize }: FailedPictureProps) {
  return (
    <span
      className={clsx(
        'flex flex-col items-center justify-center gap-1 overflow-hidden bg-sunken text-center text-small text-muted',
        isOwnSize ? 'px-14 py-10' : 'absolute inset-0 p-3',
      )}
    >
      <span className="font-medium text-ink">{IMAGE_FAILURE}</span>
      {alt !== '' && <span className="line-clamp-2 max-w-full">{alt}</span>}
    </span>
  );
}
