import type { CSSProperties, ReactNode } from 'react';
import type { Office } from '@/content/offices';
import { useMinute } from '@/hooks/use-minute';
import { skyOver } from '../sky';
import { openingState } from '../time';

/**
 * A window per office with the sky of this moment, its lamp lit while the office is open. Nimbus, the cat,
 * sleeps in the first closed one. Decoration: the rows of the offices say the same in words. Until the time
 * is known it is day.
 */
export function OfficeWindows({ offices }: { offices: readonly Office[] }) {
  const now = useMinute();
  const isOpen = (office: Office) => now !== null && openingState(now, office.timeZone).isOpen;
  const asleepIn = now && offices.find((office) => !isOpen(office));
  return (
    <div
      aria-hidden="true"
      className="office-windows mb-4 grid grid-cols-3 gap-[4%] rounded-picture p-[5%]"
    >
      {offices.map((office, index) => {
        const sky = now ? (skyOver(office.place, now) as CSSProperties) : undefined;
        return (
          <svg key={office.id} viewBox="0 0 260 246" style={sky}>
            {index === 0 && <SharedParts isLive={now !== null} />}
            <g clipPath="url(#w-glass)">
              <use href="#w-sky" />
              {views[office.id]}
              {now && (
                <>
                  <use href="#w-dusk" />
                  <path fill="#f2c063" d={lights[office.id]} />
                </>
              )}
            </g>
            <use href="#w-frame" />
            {asleepIn === office && <Nimbus />}
            <use
              href="#w-lamp"
              style={now ? ({ '--lamp': isOpen(office) ? 1 : 0 } as CSSProperties) : undefined}
            />
          </svg>
        );
      })}
    </div>
  );
}

const STARS = 'M60 76h.1M92 48h.1M74 92h.1M104 72h.1M152 40h.1M164 84h.1M114 30h.1M44 98h.1';

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
            <g className="w-glow">
              <path fill="#ffc9a8" d="M0 0h260v250H0Z" />
              <path fill="#ff9a70" d="M0 130q110-30 260 6v120H0Z" />
            </g>
            <g className="w-night">
              <path fill="#0c1128" d="M0 0h260v250H0Z" />
              <path fill="#1c2850" d="M0 110q110-30 260 6v140H0Z" />
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
          <path fill="#f6ead2" d="M192 44a24 24 0 1 0 16 32 20 20 0 1 1-16-32Z" />
        </g>
      )}
      <g id="w-lamp">
        {isLive && (
          <>
            <g className="w-light" fill="#f2c063">
              <circle cx="130" cy="62" r="62" />
              <circle cx="130" cy="62" r="36" />
            </g>
            <circle className="w-bulb" cx="130" cy="62" r="8" fill="#fbeccd" />
          </>
        )}
        <path fill="#e4572e" d="M106 62a24 26 0 0 1 48 0Z" />
        <path className="w-cord" d="M130 0V38" />
      </g>
    </defs>
  );
}

/** What stands before the sky, drawn like art/office-*.svg. */
const views: Record<Office['id'], ReactNode> = {
  brooklyn: (
    <>
      <path fill="#8db4ff" d="M84 230V150h18v-22h22v102M196 230V146h20v16h24v68Z" />
      <path fill="#2f6fde" d="M20 204H240v30H20Z" />
      <path
        fill="none"
        stroke="#b9804f"
        strokeWidth="4"
        d="M20 132Q120 206 166 96Q196 166 250 176"
      />
      <path
        fill="#d9a777"
        fillRule="evenodd"
        d="M142 88h48v8h-4v134h-40V96h-4Zm10 34q6-14 12 0v44h-12Zm16 0q6-14 12 0v44h-12Z"
      />
      <path fill="#e4572e" d="M20 180H240v8H20Z" />
      <path fill="#b03812" d="M20 156H82v80H20Z" />
      <path fill="#b9804f" d="M34 122h32v24H34Zm4 24h4v10h-4Zm20 0h4v10h-4Z" />
      <path fill="#17203a" d="M28 122l22-18 22 18Z" />
    </>
  ),
  'los-angeles': (
    <>
      <path fill="#f2a98a" d="M20 170q60-60 120-18t110-24v110H20Z" />
      <path fill="#d98563" d="M20 200q80-50 230-6v44H20Z" />
      <path fill="#fbf7f0" d="M164 134h44v16h-44Z" />
      <path fill="#3f9a68" d="M174 134a12 12 0 0 1 24 0Z" />
      <path fill="#1b6b43" d="M20 214q100-22 230 0v30H20Z" />
      <path
        fill="none"
        stroke="#5a2e22"
        strokeWidth="8"
        strokeLinecap="round"
        d="M74 236Q82 170 72 104"
      />
      <path
        fill="#1b6b43"
        d="M72 106C54 84 32 88 20 114c18-8 34-10 52-4Zm0 0c-6-30-26-40-48-32 18 6 34 18 48 34Z"
      />
      <path
        fill="#3f9a68"
        d="M72 106c18-22 40-18 52 8-18-8-34-10-52-4Zm0 0c6-30 26-40 48-32-18 6-34 18-48 34Z"
      />
    </>
  ),
  skopje: (
    <>
      <path fill="#8db4ff" d="M20 160l60-36 56 34 54-30 60 40v70H20Z" />
      <path fill="#3f9a68" d="M20 168q70-40 130 6t100 10v54H20Z" />
      <path fill="#ebc49a" d="M28 160v-38h8v8h8v-8h8v8h8v-8h8v8h22v-26h7v7h8v-7h7v64Z" />
      <path fill="#fbf7f0" d="M192 184v-62h20v62Z" />
      <path fill="#e4572e" d="M188 122l14-26 14 26Z" />
      <path fill="#2f6fde" d="M20 206H240v30H20Z" />
      <path
        fill="#d9a777"
        d="M20 184q110-36 220 0v50h-8a20 20 0 0 0-40 0h-14a24 24 0 0 0-48 0h-14a24 24 0 0 0-48 0H54a16 16 0 0 0-34-6Z"
      />
    </>
  ),
};

/** Lit windows of each view. */
const lights: Record<Office['id'], string> = {
  brooklyn: 'M30 170h11v15H30Zm20 0h11v15H50ZM30 198h11v15H30Z',
  'los-angeles': 'M172 140h6v7h-6Zm14 0h6v7h-6Z',
  skopje: 'M42 138h7v10h-7Zm62-12h7v10h-7Zm94 8h7v9h-7Z',
};

function Nimbus() {
  return (
    <g data-nimbus="" transform="translate(176 230) scale(.62)">
      <path fill="#b03812" d="M-104 0C-118-26-96-40-80-38H64C92-38 108-14 92 0Z" />
      <path fill="#e4572e" d="M-96-4C-106-24-88-36-74-34H60C84-34 98-14 86-4Z" />
      <g transform="translate(0 -28)">
        <path
          fill="none"
          stroke="#17203a"
          strokeWidth="13"
          strokeLinecap="round"
          d="M-66-6c-34 2-38-24-18-30"
        />
        <path
          fill="#17203a"
          d="M-70 0C-84-50-40-84 10-76 30-74 60-66 66-30 70-10 64 0 56 0ZM48-96l6 24 26 2L90-92c8 20 12 36 4 52C84-26 54-26 44-40 36-56 40-78 48-96Z"
        />
        <path
          fill="none"
          stroke="#f2c063"
          strokeWidth="3.4"
          strokeLinecap="round"
          d="M58-56q6 5 11 0m7 0q6 5 11 0"
        />
      </g>
    </g>
  );
}
