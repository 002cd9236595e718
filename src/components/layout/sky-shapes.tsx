import type { CSSProperties } from 'react';
import { clsx } from 'clsx';
import { motif } from '@brand/motif';

type ShapeProps = { className?: string };

const cloudShapes = [
  {
    viewBox: '0 0 320 116',
    body: 'M24 106C4 107-2 82 20 76c-2-19 24-30 42-18 6-30 50-42 74-18 12-31 62-38 82-5 24-11 50 4 48 30 32-5 54 22 34 41-3 2-272 0-276 0Z',
    belly:
      'M24 106C14 106.5 7.5 100.5 6.2 93.6Q40 108 78 91Q123 107 174 84Q212 101 255 85Q279 96 306.4 83.1C309.1 90.4 307.6 98.8 300 106C297 108 28 106 24 106Z',
  },
  {
    viewBox: '0 0 220 84',
    body: 'M18 76C0 76-4 55 16 50c2-18 28-24 40-12 10-30 58-36 76-6 20-9 44 4 42 24 26-4 44 8 34 20-6 2-184 0-190 0Z',
    belly:
      'M18 76C9 76 3.5 70.8 2.8 64.9Q33 77 66 60Q103 76 145 60Q175 73 208.4 63.2C211.6 66.9 211.8 71.4 208 76C202 78 24 76 18 76Z',
  },
  {
    viewBox: '0 0 260 60',
    body: 'M10 53c-12-8 2-21 20-18 6-18 40-22 58-9 22-24 74-26 92-2 24-8 50 0 52 14 22-2 28 12 16 15-60 2-210 2-238 0Z',
    belly:
      'M10 53C4.6 49.4 4.5 44.8 7.6 41.1Q48 50 93 34Q139 52 189 44Q220 53 253.4 44.7C255.2 48.1 253.4 51.6 248 53C188 55 38 55 10 53Z',
  },
] as const;

/** One of three cloud drawings: flat at the bottom, lit from the upper right. */
export function Cloud({ shape = 0, className }: ShapeProps & { shape?: 0 | 1 | 2 }) {
  if (motif === 'none') return null;
  const { viewBox, body, belly } = cloudShapes[shape];
  return (
    <svg aria-hidden="true" viewBox={viewBox} className={clsx('block', className)}>
      <path d={body} className="fill-cloud" />
      <path d={belly} className="fill-cloud-shade" />
    </svg>
  );
}

export function ThinMoon({ className }: ShapeProps) {
  if (motif === 'none') return null;
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" className={clsx('block', className)}>
      <path fill="#f6ead2" d="M40.5 5.5a27.5 27.5 0 1 0 17.8 36.3A24 24 0 1 1 40.5 5.5Z" />
    </svg>
  );
}

// Only on wide screens is there room between logo and title; on others the lower ones would stand among the words.
const stars = [
  [4, 36, 1.4],
  [13, 31, 0.9],
  [22, 38, 0.9],
  [31, 32, 0.9],
  [42, 34, 1.4],
  [53, 30, 0.9],
  [61, 37, 0.9],
  [68, 46, 1.4],
  [74, 21, 0.9],
  [82, 52, 0.9],
  [97, 18, 0.9],
] as const;

/** A few stars at fixed positions, in percent of the element. */
export function Stars({ className }: ShapeProps) {
  if (motif === 'none') return null;
  return (
    <svg aria-hidden="true" className={clsx('block size-full', className)}>
      {stars.map(([x, y, radius]) => (
        <circle
          key={x}
          cx={`${x}%`}
          cy={`${y}%`}
          r={radius}
          fill="#f6ead2"
          className={y > 25 ? 'max-desktop:hidden' : undefined}
        />
      ))}
    </svg>
  );
}

/** The drawings in public/scenes: cut-outs, 3:2, drawn like those in art/. */
export type Scene =
  | 'home'
  | 'about'
  | 'services'
  | 'projects'
  | 'blog'
  | 'contact'
  | 'lost'
  | 'sent';

export type SceneDrawingProps = {
  scene: Scene;
  className?: string | undefined;
  /** For a drawing with an animation of `:target`: it draws itself when the page is opened. */
  isDrawn?: boolean;
};

/** Decoration, as a background: only that of the theme is loaded, and none while the element is not displayed. */
export function SceneDrawing({ scene, className, isDrawn = false }: SceneDrawingProps) {
  const [day, night] = [`/scenes/${scene}.svg`, `/scenes/${scene}-night.svg`];
  const style = {
    '--day': `url(${day})`,
    '--night': `url(${night})`,
    ...(isDrawn && { '--drawn': `url(${day}#drawn)`, '--drawn-night': `url(${night}#drawn)` }),
  };
  return <div className={clsx('scene', className)} style={style as CSSProperties} />;
}
