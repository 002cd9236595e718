import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { motif } from '@brand/motif';
import { CloudBank } from './cloud-bank';
import { FirstViewEnd } from './first-view-end';
import { Cloud, SceneDrawing, Stars, ThinMoon, type Scene } from './sky-shapes';

export type PageHeroProps = {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Above the title: a date, a breadcrumb, a badge. */
  overline?: ReactNode;
  /** Replaces the still clouds, for example by moving ones; decoration only. */
  sky?: ReactNode;
  /** At the bottom of the sky, away from the sun: the button that pauses the clouds. */
  skyControl?: ReactNode;
  /** Stands on the clouds beside the text, or below it; decoration, loaded after the first view. */
  scene?: Scene;
  /** Shows the scene large beside the text, below it on small screens, and loads it at once. */
  hasLargeScene?: boolean;
  /** 'tall' is for the front page, 'low' for lists and legal pages. */
  height?: 'tall' | 'medium' | 'low';
  /** Of title and lead. 'alert' for a failure: screen readers say it at once. */
  role?: 'alert' | undefined;
};

const heightClasses = {
  tall: 'min-h-[min(46rem,92svh)]',
  medium: 'min-h-[min(34rem,76svh)]',
  low: 'min-h-72 tablet:min-h-96 desktop:pb-28',
};

/** Below the text: the clouds, and above them a small drawing or a control of the sky. */
function spaceBelow(height: keyof typeof heightClasses, hasControl: boolean): string {
  if (hasControl) return 'pb-52 tablet:pb-44';
  return height === 'low' ? 'pb-36' : 'pb-44 tablet:pb-36';
}

/** The head of a page, with a sky as background. It extends behind the bar, which is transparent at the top. */
export function PageHero({
  title,
  lead,
  actions,
  overline,
  sky,
  skyControl,
  scene,
  hasLargeScene = false,
  height = 'medium',
  role,
}: PageHeroProps) {
  return (
    <section
      className={clsx(
        'sky relative isolate -mt-(--header-height) flex items-end overflow-hidden pt-[calc(var(--header-height)+3rem)] tablet:pt-[calc(var(--header-height)+5rem)]',
        heightClasses[height],
        hasLargeScene ? 'pb-20 tablet:pb-36' : spaceBelow(height, Boolean(skyControl)),
      )}
    >
      <HeroSky
        height={height}
        hasLargeScene={hasLargeScene}
        scene={hasLargeScene ? undefined : scene}
      >
        {sky}
      </HeroSky>
      <div
        className={clsx(
          'mx-auto w-full max-w-content px-gutter wide:px-0',
          hasLargeScene &&
            'grid items-center gap-x-8 gap-y-6 desktop:grid-cols-[minmax(0,6fr)_minmax(0,7fr)]',
        )}
      >
        <div className={height === 'tall' ? undefined : 'max-w-[56rem]'}>
          {overline !== undefined && <div className="mb-5 text-base">{overline}</div>}
          <div role={role}>
            <h1
              className={clsx(
                height === 'tall'
                  ? 'text-[clamp(2.75rem,1rem+7.2vw,7.5rem)] leading-none'
                  : 'text-display',
                'tracking-display hyphens-auto',
              )}
            >
              {title}
            </h1>
            {lead !== undefined && (
              // In em, so that a text has as many lines at every width and with the fallback font: with these
              // numbers the built-in texts do on all pages. Otherwise load-fonts.ts keeps the fallbacks.
              <div className="mt-6 max-w-[18em] text-lead text-pretty tablet:mt-8 tablet:max-w-[20em]">
                {lead}
              </div>
            )}
          </div>
          {actions !== undefined && (
            <div className="mt-8 flex flex-wrap gap-4 tablet:mt-10">{actions}</div>
          )}
        </div>
        {hasLargeScene && scene && (
          <SceneDrawing
            scene={scene}
            className="aspect-[3/2] max-tablet:-mx-gutter tablet:max-desktop:ms-auto tablet:max-desktop:w-2/3"
          />
        )}
      </div>
      {skyControl && (
        <div className="absolute inset-x-0 bottom-16 tablet:bottom-24">
          <div className="mx-auto max-w-content px-gutter wide:px-0">{skyControl}</div>
        </div>
      )}
      <FirstViewEnd />
    </section>
  );
}

type HeroSkyProps = {
  children?: ReactNode;
  height: keyof typeof heightClasses;
  hasLargeScene: boolean;
  scene: Scene | undefined;
};

/** A large scene replaces the clouds. */
function HeroSky({ children, height, hasLargeScene, scene }: HeroSkyProps) {
  if (motif === 'none') return null;
  const isLow = height === 'low';
  return (
    <div aria-hidden="true" className="absolute inset-0 -z-10 in-sky">
      <Stars className="hero-night absolute inset-x-0 top-0 hidden h-3/5! dark:block" />
      <ThinMoon
        className={clsx(
          // On phones small and above the words.
          'hero-night absolute top-16 right-[12%] hidden size-12 dark:block tablet:top-28 tablet:right-[9%] tablet:size-20',
          // Clear of the scene, on the front page of the clouds.
          scene &&
            (height === 'tall'
              ? 'desktop:[translate:-5.5rem_-1.75rem]'
              : 'desktop:[translate:4.5rem_-0.5rem]'),
        )}
      />
      {/* Beside the text on wide screens, otherwise small and below it. */}
      <div className="hero-sun absolute right-[10%] bottom-4 size-20 rounded-full bg-cloud-sun tablet:bottom-6 tablet:size-28 desktop:size-60 dark:hidden" />
      {children}
      {children === undefined && !hasLargeScene && (
        <>
          <Cloud
            shape={0}
            className={clsx(
              // Above the text, where the moon is at night; on wide screens beside it, and below the moon.
              'absolute -right-16 w-56 tablet:top-20 tablet:w-72 dark:max-desktop:hidden',
              isLow ? 'top-16 max-tablet:w-40' : 'top-[10.5%]',
              // The scene stands there.
              scene ? 'desktop:hidden' : 'desktop:w-80 dark:desktop:top-[46%]',
            )}
          />
          <Cloud
            shape={1}
            className="absolute top-[15%] right-[31%] w-28 opacity-90 max-tablet:hidden"
          />
          <Cloud shape={2} className="absolute right-[22%] bottom-[31%] w-52 max-desktop:hidden" />
          <Cloud
            shape={2}
            className="absolute top-[19%] -left-16 w-44 opacity-80 max-tablet:hidden"
          />
        </>
      )}
      <div className="grain absolute inset-0" />
      <CloudBank isFar className="absolute bottom-0 h-20 text-cloud opacity-70 tablet:h-32" />
      {scene && (
        <SceneDrawing
          scene={scene}
          isDrawn={height === 'tall'}
          className={clsx(
            'hero-scene hidden',
            height === 'tall' && 'hero-scene-low',
            isLow && 'max-tablet:h-32!',
          )}
        />
      )}
      <CloudBank className="absolute -bottom-0.5 h-14 text-surface tablet:h-24" />
    </div>
  );
}
