import { useEffect, useState, type CSSProperties } from 'react';
import { Pause, Play } from 'lucide-react';
import { Image } from '@/components/image';
import { Cloud } from '@/components/layout/sky-shapes';
import { Button } from '@/components/ui/button';
import { ufoImage } from '@brand/pictures';
import { setCloudsPaused, useCloudsPaused } from './clouds-choice';
import { createClouds, hasUfo, type DriftingCloud } from './create-clouds';

/** Long enough to have read the title. */
export const UFO_DELAY_MS = 3000;

export type CloudsProps = {
  /** The same seed gives the same clouds; the prerendered page and hydration must use the same one. */
  seed?: number;
  /** Called once after mounting, to decide on the UFO. */
  random?: () => number;
};

/** Moving clouds for `PageHero`, as decoration. Always use it together with `CloudsToggle`. */
export function Clouds({ seed = 6, random = Math.random }: CloudsProps) {
  const [clouds] = useState(() => createClouds(seed));
  const isPaused = useCloudsPaused();
  const isUfoShown = useUfo(random);
  return (
    <div aria-hidden="true" data-paused={isPaused ? '' : undefined} className="clouds">
      {clouds.map((cloud, index) => (
        // An index as key: the list never changes.
        <div key={index} data-cloud="" className="clouds-cloud" style={cloudStyle(cloud)}>
          <Cloud shape={cloud.shape} />
        </div>
      ))}
      {isUfoShown && (
        <div data-ufo="" className="clouds-ufo">
          <Image
            image={ufoImage}
            alt=""
            aspect="fill"
            fit="contain"
            sizes="8rem"
            priority="critical"
            severity="low"
          />
        </div>
      )}
    </div>
  );
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

function useUfo(random: () => number): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!hasUfo(random())) return undefined;
    const timer = setTimeout(() => setIsShown(true), UFO_DELAY_MS);
    return () => clearTimeout(timer);
  }, [random]);
  return isShown;
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
  const Icon = isPaused ? Play : Pause;
  return (
    <div className={className}>
      <Button
        variant="quiet"
        size="small"
        icon={<Icon aria-hidden="true" />}
        onClick={() => setCloudsPaused(!isPaused)}
        className="motion-reduce:hidden in-sky"
      >
        {isPaused ? 'Play clouds' : 'Pause clouds'}
      </Button>
    </div>
  );
}
