import { KeyboardSensor as BaseSensor, type KeyboardSensorProps } from '@dnd-kit/core';

const KEYS: readonly string[] = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Space',
  'Enter',
  'Tab',
  'Escape',
];
/** The rows are measured within a few frames; a drag that never begins must not keep the keys. */
const FRAMES_TO_BEGIN = 60;
/** At the end of the list a key moves nothing. */
const FRAMES_TO_MOVE = 10;
/** After a move is drawn, effects of dnd-kit find the place below it. */
const FRAMES_TO_SETTLE = 3;

/**
 * dnd-kit's sensor ignores keys that are pressed before the rows are measured, and a key pressed soon
 * after another starts from the same place. This one takes every key of a drag and passes them on in
 * order, each when the move before is drawn.
 */
export class KeyboardSensor extends BaseSensor {
  constructor(props: KeyboardSensorProps) {
    const release = takeKeys(props);
    super({
      ...props,
      // Smoothly, the next key would be read while the page still scrolls.
      options: { ...props.options, scrollBehavior: 'instant' },
      onEnd: () => {
        release();
        props.onEnd();
      },
      onCancel: () => {
        release();
        props.onCancel();
      },
    });
  }
}

function takeKeys({ context, event }: KeyboardSensorProps): () => void {
  const page = (event.target instanceof Node && event.target.ownerDocument) || document;
  const waiting: string[] = [];
  let passed: Event | undefined;
  /** Where the row is drawn: another object after a move. */
  let place: object | null = null;
  let framesSincePassed = 0;
  let framesInPlace = 0;
  let request = requestAnimationFrame(passNext);

  function take(pressed: KeyboardEvent) {
    if (pressed === passed || !KEYS.includes(pressed.code)) return;
    pressed.preventDefault();
    pressed.stopImmediatePropagation();
    waiting.push(pressed.code);
  }

  function passNext() {
    request = requestAnimationFrame(passNext);
    framesSincePassed += 1;
    const { active, collisionRect, droppableRects } = context.current;
    if (place ? !active : framesSincePassed > FRAMES_TO_BEGIN) release();
    if (!active || !collisionRect || droppableRects.size === 0) return;
    framesInPlace = collisionRect === place ? framesInPlace + 1 : 0;
    place = collisionRect;
    const hasMoved = framesInPlace < framesSincePassed;
    if (framesInPlace < (hasMoved ? FRAMES_TO_SETTLE : FRAMES_TO_MOVE)) return;
    const code = waiting.shift();
    if (code === undefined) return;
    framesSincePassed = 0;
    framesInPlace = 0;
    passed = new KeyboardEvent('keydown', { code, cancelable: true });
    page.dispatchEvent(passed);
  }

  function release() {
    cancelAnimationFrame(request);
    page.removeEventListener('keydown', take, { capture: true });
  }

  page.addEventListener('keydown', take, { capture: true });
  return release;
}
