import type { CSSProperties } from 'react';
import { clsx } from 'clsx';

/** The drawings in public/scenes: cut-outs, 3:2, drawn like those in art/. */
export type Scene =
  'home' | 'about' | 'services' | 'projects' | 'blog' | 'contact' | 'lost' | 'sent';

export type SceneDrawingProps = { scene: Scene; className?: string | undefined };

/** Decoration, as a background: only that of the theme is loaded, and none while the element is not displayed. */
export function SceneDrawing({ scene, className }: SceneDrawingProps) {
  const style = {
    '--day': `url(/scenes/${scene}.svg)`,
    '--night': `url(/scenes/${scene}-night.svg)`,
  };
  return (
    <div aria-hidden="true" className={clsx('scene', className)} style={style as CSSProperties} />
  );
}
