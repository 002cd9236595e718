import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { Image } from '@/components/image';
import type { Focus } from '@/lib/picture-facts';

const STEP = 1;
const LARGE_STEP = 10;

const moves: Record<string, Focus> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export type FocusFieldProps = {
  url: string;
  /** In pixels. */
  width: number;
  height: number;
  value: Focus;
  onChange: (focus: Focus) => void;
  /** The id of a text that explains the control. */
  describedBy: string;
};

/** The whole picture with its focal point, set by a press, a drag or the arrow keys. */
export function FocusField({ url, width, height, value, onChange, describedBy }: FocusFieldProps) {
  const area = useRef<HTMLDivElement>(null);

  function handlePointer(event: PointerEvent) {
    const box = area.current?.getBoundingClientRect();
    if (!box || event.buttons !== 1) return;
    onChange({
      x: toPercent((event.clientX - box.left) / box.width),
      y: toPercent((event.clientY - box.top) / box.height),
    });
  }

  function handleKey(event: KeyboardEvent) {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    onChange({
      x: toPercent((value.x + move.x * step) / 100),
      y: toPercent((value.y + move.y * step) / 100),
    });
  }

  return (
    <div className="grid place-items-center rounded-control bg-sunken">
      <div
        ref={area}
        role="slider"
        tabIndex={0}
        aria-label="Focal point"
        aria-describedby={describedBy}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value.x}
        aria-valuetext={describeFocus(value)}
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          handlePointer(event);
        }}
        onPointerMove={handlePointer}
        style={{ aspectRatio: `${width} / ${height}`, maxWidth: `${(20 * width) / height}rem` }}
        className="relative w-full cursor-crosshair touch-none overflow-hidden rounded-control select-none focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-sky"
      >
        <Image
          src={url}
          alt=""
          aspect="fill"
          sizes="(min-width: 768px) 22rem, 90vw"
          className="pointer-events-none"
        />
        <span
          aria-hidden="true"
          style={{ left: `${value.x}%`, top: `${value.y}%` }}
          className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-3 border-white bg-accent/50 shadow-[0_0_0_2px_rgb(0_0_0/0.65)]"
        />
      </div>
    </div>
  );
}

/** '30 % from the left, 60 % from the top' */
export function describeFocus({ x, y }: Focus): string {
  return `${x} % from the left, ${y} % from the top`;
}

function toPercent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}
