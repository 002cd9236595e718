import { useEffect, useRef, useState, useSyncExternalStore, type CSSProperties } from 'react';
import { Pause, Play } from 'lucide-react';
import { Cloud } from '@/components/layout/sky-shapes';
import { Button } from '@/components/ui/button';
import { imageSources } from '@/content/images';
import { ufoImage } from '@brand/pictures';
import { areCloudsPaused, cloudsLabel, setCloudsPaused, subscribeToClouds } from './clouds-choice';
import { createClouds, type DriftingCloud } from './create-clouds';
import { decideOnUfo } from './ufo';

export type CloudsProps = {
  /** The same seed gives the same clouds; the prerendered page and hydration must use the same one. */
  seed?: number;
  /** Called once after mounting, to decide on the UFO. */
  random?: () => number;
};

/** Moving clouds for `PageHero`, as decoration. Always use it together with `CloudsToggle`. */
export function Clouds({ seed = 6, random }: CloudsProps) {
  const [clouds] = useState(() => createClouds(seed));
  const isPaused = useCloudsPaused();
  const ufo = useRef<HTMLDivElement>(null);
  useEffect(() => void (ufo.current && decideOnUfo(ufo.current, random)), [random]);
  return (
    <div aria-hidden="true" data-paused={isPaused ? '' : undefined} className="clouds">
      {clouds.map((cloud, index) => (
        // An index as key: the list never changes.
        <div key={index} data-cloud="" className="clouds-cloud" style={cloudStyle(cloud)}>
          <Cloud shape={cloud.shape} />
        </div>
      ))}
      {/* With a text, though empty: hydration then accepts the picture that is there already. */}
      <div
        ref={ufo}
        data-ufo={imageSources(ufoImage).src}
        className="clouds-ufo"
        suppressHydrationWarning
      >
        {''}
      </div>
    </div>
  );
}

/** False while prerendering and hydrating; then the visitor's stored choice. */
function useCloudsPaused(): boolean {
  return useSyncExternalStore(subscribeToClouds, areCloudsPaused, () => false);
}

function cloudStyle({ top, size, seconds, start, depth }: DriftingCloud): CSSProperties {
  const properties: Record<`--${string}`, string | number> = {
    '--top': `${top}%`,
    '--size': `${size}em`,
    '--crossing': `${seconds}s`,
    '--start': start,
    '--light': `${Math.round(45 + 55 * depth)}%`,
  };
  return properties;
}

/** Passes before the word that contains it, below its middle; stops with the other clouds. */
export function PassingCloud() {
  const isPaused = useCloudsPaused();
  return (
    <span
      aria-hidden="true"
      data-paused={isPaused ? '' : undefined}
      className="passing-cloud in-sky"
    >
      <Cloud shape={0} />
    </span>
  );
}

/** Hidden where no clouds move: with reduced motion, and in forced colors, which have no sky. */
export function CloudsToggle({ className }: { className?: string }) {
  const isPaused = useCloudsPaused();
  return (
    <div className={className}>
      <Button
        variant="quiet"
        size="small"
        icon={
          <>
            <Pause aria-hidden="true" className="in-data-paused:hidden" />
            <Play aria-hidden="true" className="hidden in-data-paused:block" />
          </>
        }
        onClick={() => setCloudsPaused(!isPaused)}
        data-live="clouds"
        data-paused={isPaused ? '' : undefined}
        className="in-sky"
      >
        <span suppressHydrationWarning>{cloudsLabel(isPaused)}</span>
      </Button>
    </div>
  );
}
