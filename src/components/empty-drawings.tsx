import type { ReactNode } from 'react';
import { Nimbus } from './nimbus';

/* Drawings for empty screens of the staff area: the `icon` of an EmptyState. */

function Drawing({ viewBox, children }: { viewBox: string; children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox={viewBox} className="h-24 text-ink dark:text-line-strong">
      {children}
    </svg>
  );
}

/** Nothing waits. */
export function SleepingCat() {
  return (
    <Drawing viewBox="-112 -126 224 128">
      <Nimbus />
    </Drawing>
  );
}

/** Nothing has arrived. */
export function EmptyLetterbox() {
  return (
    <Drawing viewBox="10 0 108 96">
      <path fill="var(--line-strong)" d="M66 56h10v38H66Z" />
      <path fill="var(--accent)" d="M30 14h66a20 20 0 0 1 20 20v28H30Z" />
      <path fill="#b03812" d="M30 52h86v10H30Z" />
      <path fill="#17203a" d="M10 62V34a20 20 0 0 1 40 0v28Z" />
      <path fill="var(--sun)" d="M10 62h40v4a20 20 0 0 1-40 0Z" />
      <path fill="var(--sky)" d="M72 30h34v14H95v-8H72Z" />
    </Drawing>
  );
}

/** Nothing is written yet. */
export function BlankPage() {
  return (
    <Drawing viewBox="16 0 104 96">
      <path fill="var(--sky-soft)" d="M16 4h46l18 18v72H16Z" />
      <path fill="var(--sky)" d="M62 4v18h18Z" />
      <g transform="rotate(-42 48 74)">
        <path fill="#ebc49a" d="M62 68 48 74l14 6Z" />
        <path fill="currentColor" d="m52.7 72-4.7 2 4.7 2Z" />
        <path fill="var(--accent)" d="M62 68h46v6H62Z" />
        <path fill="#b03812" d="M62 74h46v6H62Z" />
        <path fill="var(--sun)" d="M108 68h7v12h-7Z" />
      </g>
    </Drawing>
  );
}

/** Nothing leads anywhere yet. */
export function Signpost() {
  return (
    <Drawing viewBox="14 0 94 96">
      <path fill="var(--line-strong)" d="M55 4h10v90H55Z" />
      <path fill="var(--accent)" d="M38 14h52l16 12-16 12H38Z" />
      <path fill="var(--sky)" d="M82 46H30L14 58l16 12h52Z" />
    </Drawing>
  );
}

/** Nothing is found: a window without anything to see. */
export function EmptyWindow() {
  return (
    <Drawing viewBox="0 0 260 246">
      <path fill="var(--sky-soft)" d="M20 230V124a110 110 0 0 1 220 0V230Z" />
      <path
        fill="var(--line-strong)"
        fillRule="evenodd"
        d="M6 230V124a124 124 0 0 1 248 0V230ZM20 230V124a110 110 0 0 1 220 0V230ZM127 14h6v216h-6ZM20 127h107v6H20Zm113 0h107v6H133ZM0 230h260v16H0Z"
      />
    </Drawing>
  );
}
