import { IMAGE_PRESETS, type ImagePreset } from './constants';

export type ConnectionClass = 'saveData' | 'fast' | 'medium' | 'slow';

/**
 * The browser's estimate of its connection. Without one (Safari, Firefox, prerendering) it counts
 * as fast.
 */
export function connectionClass(): ConnectionClass {
  if (typeof navigator === 'undefined' || !('connection' in navigator)) return 'fast';
  return classify(navigator.connection);
}

function classify(connection: unknown): ConnectionClass {
  if (typeof connection !== 'object' || connection === null) return 'fast';
  if ('saveData' in connection && connection.saveData === true) return 'saveData';
  switch ('effectiveType' in connection && connection.effectiveType) {
    case 'slow-2g':
    case '2g':
      return 'slow';
    case '3g':
      return 'medium';
    default:
      return 'fast';
  }
}

const presets: Record<ConnectionClass, ImagePreset> = {
  saveData: IMAGE_PRESETS.low,
  slow: IMAGE_PRESETS.low,
  medium: IMAGE_PRESETS.medium,
  fast: IMAGE_PRESETS.high,
};

export function presetFor(connection: ConnectionClass): ImagePreset {
  return presets[connection];
}

/**
 * The widths to offer on this connection: those up to the preset's width, or else the smallest.
 * A fast connection gets all of them: the browser chooses by screen and density.
 */
export function widthsFor(
  connection: ConnectionClass,
  widths: readonly number[],
): readonly number[] {
  if (connection === 'fast') return widths;
  const { width: limit } = presetFor(connection);
  const within = widths.filter((width) => width <= limit);
  return within.length > 0 ? within : [Math.min(...widths)];
}
