import { useState, useSyncExternalStore, ViewTransition } from 'react';
import { caseStudyContent } from '@brand/texts/projects';
import { Image } from '@/components/image';
import { altOf } from '@/lib/picture-facts';
import { coverOf } from '../cover';
import { coverTransition } from '../cover-transition';
import type { CaseStudy } from '../model';

const rounded = 'tablet:rounded-picture';

/** The cover, and a slider that shows it as a pencil drawing, in ink and in color. */
export function DrawnCover({ study }: { study: CaseStudy }) {
  // Until the slider is used, nothing but the cover is rendered.
  const [drawn, setDrawn] = useState<number>();
  const picture = {
    ...coverOf(study),
    aspect: 'hero',
    // On a phone 3:2 of a picture of 16:9: wider than the screen.
    sizes: '(min-width: 1600px) 1504px, (min-width: 768px) 100vw, 119vw',
    priority: 'critical',
    className: rounded,
  } as const;
  return (
    <div className="relative">
      <ViewTransition {...coverTransition(study.id)}>
        <Image {...picture} alt={heroAltOf(study)} />
      </ViewTransition>
      {drawn !== undefined && (
        <div aria-hidden="true">
          <LineFilters />
          {startsOf(drawn).map(({ from, filter }) => (
            <div
              key={filter}
              // Blank paper covers the corners too.
              className={`absolute inset-0 ${filter === 'none' ? 'bg-surface' : `overflow-hidden ${rounded}`}`}
              style={{ clipPath: `inset(0 0 0 ${from}%)`, filter }}
            >
              {filter !== 'none' && <Image {...picture} alt="" severity="low" />}
            </div>
          ))}
        </div>
      )}
      <DrawSlider drawn={drawn} onDraw={setDrawn} />
    </div>
  );
}

/** In the gap below the cover. Not in the page as built, since it does nothing before the app runs. */
function DrawSlider(props: { drawn: number | undefined; onDraw: (drawn: number) => void }) {
  const { drawn, onDraw } = props;
  const isHydrated = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  if (!isHydrated) return null;
  return (
    <label className="pencil absolute inset-x-0 top-full">
      {caseStudyContent.drawCover}
      <input
        type="range"
        defaultValue={100}
        aria-valuetext={drawn === undefined ? undefined : `${drawn} % drawn`}
        onChange={(event) => onDraw(event.target.valueAsNumber)}
      />
    </label>
  );
}

const noSubscription = () => () => {};

/** From which percentage of the width on each layer covers those before it; ink starts to end at the slider. */
function startsOf(drawn: number) {
  const band = (drawn * (100 - drawn)) / 125;
  return [
    { from: drawn - band, filter: 'url(#ink)' },
    { from: drawn, filter: 'url(#pencil)' },
    { from: drawn + band, filter: 'none' },
  ];
}

const EDGES = { order: '3', kernelMatrix: '-1 -1 -1 -1 8 -1 -1 -1 -1', preserveAlpha: true };

/** The edges of the picture itself, so that every cover has the layers and none is downloaded. */
function LineFilters() {
  const whole = {
    ...{ x: '0', y: '0', width: '1', height: '1' },
    colorInterpolationFilters: 'sRGB',
  } as const;
  return (
    <svg width="0" height="0" className="absolute">
      <filter id="ink" {...whole}>
        <feConvolveMatrix {...EDGES} />
        <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4 4 4 0 -.25" result="lines" />
        <OnPaper color="var(--ink)" />
      </filter>
      <filter id="pencil" {...whole}>
        <feTurbulence type="fractalNoise" baseFrequency=".02" numOctaves={2} result="waver" />
        <feDisplacementMap
          in="SourceGraphic"
          in2="waver"
          scale="5"
          xChannelSelector="R"
          yChannelSelector="G"
        />
        <feConvolveMatrix {...EDGES} />
        <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 2 2 0 -.2" result="edges" />
        <feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves={2} />
        <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -3 2.2" />
        <feComposite in2="edges" operator="in" result="lines" />
        <OnPaper color="var(--muted)" />
      </filter>
    </svg>
  );
}

function OnPaper({ color }: { color: string }) {
  return (
    <>
      <feFlood style={{ floodColor: color }} />
      <feComposite in2="lines" operator="in" result="drawing" />
      <feFlood style={{ floodColor: 'var(--surface)' }} />
      <feMerge>
        <feMergeNode />
        <feMergeNode in="drawing" />
      </feMerge>
    </>
  );
}

function heroAltOf({ heroImageUrl, pictureFacts, title }: CaseStudy): string {
  if (heroImageUrl === null) return '';
  return altOf(pictureFacts, heroImageUrl) ?? `Cover of ${title}`;
}
