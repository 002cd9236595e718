import type { CSSProperties } from 'react';
import { officeViews } from '@brand/office-views';
import { Nimbus } from '@/components/nimbus';
import type { Office, WindowView } from '@/content/offices';
import { useMinute } from '@/hooks/use-minute';
import { skyOver } from '../sky';
import { openingState } from '../time';

/**
 * The window of an office with the sky of this moment, its lamp lit while the office is open. Nimbus, the cat,
 * sleeps in the first closed one of `offices`. Decoration: the row of the office says the same in words. Until the
 * time is known it is day, or dark (boot/office-parts.ts). Without a place the sky is not known, and there is no window.
 */
export function OfficeWindow({ office, offices }: { office: Office; offices: readonly Office[] }) {
  const now = useMinute();
  if (!office.place) return null;
  const placed = offices.filter(({ place }) => place);
  const isOpen = (other: Office) => now !== null && openingState(now, other)?.isOpen === true;
  const view = officeViews[office.id] ?? hills;
  return (
    <svg
      aria-hidden="true"
      viewBox="-71 -12 402 268"
      style={now ? (skyOver(office.place, now) as CSSProperties) : undefined}
      className="office-window aspect-[3/2] w-full rounded-picture"
    >
      {office === placed[0] && <SharedParts isLive={now !== null} />}
      {/* boot/office-parts.ts has changed its style. */}
      <g clipPath="url(#w-glass)" suppressHydrationWarning>
        <use href="#w-sky" />
        {view.drawing}
        {now && (
          <>
            <use href="#w-dusk" />
            {view.lights && <path fill="#f2c063" d={view.lights} />}
          </>
        )}
      </g>
      <use href="#w-frame" />
      {now && office === placed.find((other) => !isOpen(other)) && (
        <g data-nimbus="" className="w-cat" transform="translate(176 230) scale(.62)">
          <Nimbus />
        </g>
      )}
      <use
        href="#w-lamp"
        style={now ? ({ '--lamp': isOpen(office) ? 1 : 0 } as CSSProperties) : undefined}
      />
    </svg>
  );
}

/** Where no view has a house or a tree: stars and moon are drawn over it. */
const STARS = 'M118 54h.1M140 40h.1M152 68h.1M108 26h.1M226 94h.1M216 78h.1M56 58h.1';

/** Custom properties of a window reach into these, as `use` copies them. Dusk and night are not prerendered. */
function SharedParts({ isLive }: { isLive: boolean }) {
  return (
    <defs>
      <clipPath id="w-glass">
        <path d="M20 230V124a110 110 0 0 1 220 0V230Z" />
      </clipPath>
      <path
        id="w-frame"
        className="w-frame"
        fillRule="evenodd"
        d="M6 230V124a124 124 0 0 1 248 0V230ZM20 230V124a110 110 0 0 1 220 0V230ZM127 14h6v216h-6ZM20 127h107v6H20Zm113 0h107v6H133ZM0 230h260v16H0Z"
      />
      <g id="w-sky">
        <path fill="#9fc5fa" d="M0 0h260v250H0Z" />
        <path fill="#bcd6fb" d="M0 110q110-30 260 6v140H0Z" />
        {isLive && (
          <>
            <g className="w-night">
              <path fill="#0c1128" d="M0 0h260v250H0Z" />
              <path fill="#1c2850" d="M0 110q110-30 260 6v140H0Z" />
            </g>
            <g className="w-glow">
              <path fill="#ffc9a8" opacity=".4" d="M0 0h260v250H0Z" />
              <path fill="#ff9a70" d="M0 130q110-30 260 6v120H0Z" />
            </g>
          </>
        )}
        <g className="w-sun">
          <circle r="30" fill="#fbeccd" />
          <circle r="21" fill="#f2c063" />
        </g>
      </g>
      {isLive && (
        <g id="w-dusk" className="w-night">
          <path fill="#0c1128" opacity=".55" d="M0 0h260v250H0Z" />
          <path stroke="#f6ead2" strokeWidth="3" strokeLinecap="round" d={STARS} />
          <path fill="#f6ead2" d="M96 32a24 24 0 1 0 16 32 20 20 0 1 1-16-32Z" />
        </g>
      )}
      {/* Before a pane, not before the bar between two. */}
      <g id="w-lamp" transform="translate(62)">
        {isLive && (
          <>
            <path className="w-light" fill="#f2c063" d="M108 62h44l40 168H68Z" />
            <circle className="w-bulb" cx="130" cy="62" r="8" fill="#fbeccd" />
          </>
        )}
        <path fill="var(--accent)" d="M106 62a24 26 0 0 1 48 0Z" />
        <path className="w-cord" d="M130-99V38" />
      </g>
    </defs>
  );
}

/** The view of an office that brand/office-views.tsx draws none for. */
const hills: WindowView = {
  drawing: (
    <>
      <path fill="#8db4ff" d="M20 168q70-64 130-22t90-30v114H20Z" />
      <path fill="#3f9a68" d="M20 196q80-44 220-4v44H20Z" />
    </>
  ),
};
