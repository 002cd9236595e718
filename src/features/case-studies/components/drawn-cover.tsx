import { use, useEffect, useEffectEvent, useRef, useState, ViewTransition } from 'react';
import { caseStudyContent } from '@brand/texts/projects';
import { Image } from '@/components/image';
import { AnchorsShown } from '@/hooks/use-anchor';
import { altOf } from '@/lib/picture-facts';
import { coverOf } from '../cover';
import { coverTransition } from '../cover-transition';
import type { CaseStudy } from '../model';

const rounded = 'tablet:rounded-picture';

/** The cover, and a slider that shows it as a pencil drawing, in ink and in color. */
export function DrawnCover({ study }: { study: CaseStudy }) {
  // Until the slider is used, nothing but the cover is rendered.
  const [drawn, setDrawn] = useState<number>();
  const isForApproval = use(AnchorsShown);
  const picture = {
    ...coverOf(study),
    aspect: 'hero',
    // On a phone a 16:9 picture is cropped to 3:2, so it is wider than the screen.
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
              // Blank paper covers the corners too, and leaves a trace of the pencil.
              className={`absolute inset-0 ${filter === 'none' ? 'bg-surface opacity-85' : `overflow-hidden ${rounded}`}`}
              style={{ maskImage: fadeFrom(from), filter }}
            >
              {filter !== 'none' && <Image {...picture} alt="" severity="low" />}
            </div>
          ))}
          <div className={`absolute inset-0 border-y border-line tablet:border ${rounded}`} />
        </div>
      )}
      {!isForApproval && <DrawSlider drawn={drawn} onDraw={setDrawn} />}
    </div>
  );
}

/** In the gap below the cover. The style sheet shows it after the first view, where there are scripts. */
function DrawSlider(props: { drawn: number | undefined; onDraw: (drawn: number) => void }) {
  const { drawn, onDraw } = props;
  const slider = useRef<HTMLInputElement>(null);
  const takeOver = useEffectEvent(() => {
    const { valueAsNumber = 100 } = slider.current ?? {};
    if (valueAsNumber !== 100) onDraw(valueAsNumber);
  });
  // Moved before the app ran.
  useEffect(() => takeOver(), []);
  return (
    <label className="pencil absolute inset-x-0 top-full hidden">
      <span className={drawn === undefined || drawn === 100 ? undefined : 'opacity-0'}>
        {caseStudyContent.drawCover}
      </span>
      <input
        ref={slider}
        type="range"
        defaultValue={100}
        aria-valuetext={drawn === undefined ? undefined : `${drawn} % drawn`}
        onChange={(event) => onDraw(event.target.valueAsNumber)}
      />
    </label>
  );
}

/** The layers from bottom to top (ink, pencil, blank paper), each with its left edge in percent of the width. */
function startsOf(drawn: number) {
  const band = (drawn * (100 - drawn)) / 125;
  return [
    { from: drawn - 2 * band, filter: 'url(#ink)' },
    { from: drawn - band, filter: 'url(#pencil)' },
    { from: drawn, filter: 'none' },
  ];
}

/** Hides what is left of `from`, with an edge of 2rem that fades, and shows all from 0. */
function fadeFrom(from: number) {
  const start = `${from}% - ${(2 * (100 - from)) / 100}rem`;
  return `linear-gradient(to right, transparent calc(${start}), #000 calc(${start} + 2rem))`;
}

const WHOLE = { x: '0', y: '0', width: '1', height: '1' } as const;

/** SVG filters that make ink and pencil from the edges of the cover, so that no second picture is downloaded. */
function LineFilters() {
  return (
    <svg width="0" height="0" className="absolute">
      <filter id="ink" {...WHOLE} colorInterpolationFilters="sRGB">
        <Edges alpha="3 3 3 0 -.4" />
        <OnPaper color="var(--ink)" />
      </filter>
      <filter id="pencil" {...WHOLE} colorInterpolationFilters="sRGB">
        <Edges alpha="2 2 2 0 -.2" />
        <feTurbulence type="fractalNoise" baseFrequency=".02" numOctaves={2} result="waver" />
        <feDisplacementMap
          in="lines"
          in2="waver"
          scale="6"
          xChannelSelector="R"
          yChannelSelector="G"
          result="wavering"
        />
        <feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves={2} />
        <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -3 2.3" />
        <feComposite in2="wavering" operator="in" result="lines" />
        <OnPaper color="var(--muted)" />
      </filter>
    </svg>
  );
}

/** Edge detection: the difference between the picture and a copy with its light areas dilated. */
function Edges({ alpha }: { alpha: string }) {
  return (
    <>
      <feMorphology operator="dilate" radius="1" />
      <feBlend in2="SourceGraphic" mode="difference" />
      <feColorMatrix values={`0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ${alpha}`} result="lines" />
    </>
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
