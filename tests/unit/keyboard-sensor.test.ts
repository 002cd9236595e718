// @vitest-environment jsdom
import type { Active, KeyboardSensorProps, SensorContext } from '@dnd-kit/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { KeyboardSensor } from '@/components/keyboard-sensor';

const RECT = { top: 0, left: 0, width: 10, height: 10, bottom: 10, right: 10 };
const UNMEASURED: SensorContext = {
  activatorEvent: null,
  active: null,
  activeNode: null,
  collisionRect: null,
  collisions: null,
  draggableNodes: new Map(),
  draggingNode: null,
  draggingNodeRect: null,
  droppableRects: new Map(),
  droppableContainers: new Map() as SensorContext['droppableContainers'],
  over: null,
  scrollableAncestors: [],
  scrollAdjustedTranslate: null,
};
const ACTIVE: Active = {
  id: 'row',
  data: { current: {} },
  rect: { current: { initial: null, translated: null } },
};

const press = (code: string) => {
  const event = new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event;
};

/** A row is picked up; `measure` is what dnd-kit does a few frames later. */
function pickUp() {
  const passed: string[] = [];
  const context = { current: UNMEASURED };
  const end = (what: string) => () => {
    passed.push(what);
    context.current = UNMEASURED;
  };
  const props: KeyboardSensorProps = {
    active: 'row',
    activeNode: {
      id: 'row',
      key: 'row',
      node: { current: null },
      activatorNode: { current: null },
      data: { current: {} },
    },
    event: new KeyboardEvent('keydown', { code: 'Space' }),
    context,
    options: {
      coordinateGetter: ({ code }) => {
        passed.push(code);
        return undefined;
      },
    },
    onAbort: vi.fn(),
    onPending: vi.fn(),
    onStart: vi.fn(),
    onMove: vi.fn(),
    onCancel: end('cancelled'),
    onEnd: end('dropped'),
  };
  new KeyboardSensor(props);
  onTestFinished(() => end('')());
  const measure = () => {
    const droppableRects = new Map([['row', RECT]]);
    context.current = { ...UNMEASURED, active: ACTIVE, collisionRect: RECT, droppableRects };
  };
  return { passed, measure };
}

test('keys pressed before the rows are measured are passed on in order', async () => {
  const { passed, measure } = pickUp();
  const events = ['ArrowDown', 'ArrowDown', 'Space'].map(press);
  expect(events.every((event) => event.defaultPrevented)).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(passed).toEqual([]);
  measure();
  await vi.waitFor(() => expect(passed).toEqual(['ArrowDown', 'ArrowDown', 'dropped']));
  // After the drop keys do what they did before.
  expect(press('ArrowDown').defaultPrevented).toBe(false);
});

test('Escape cancels, and other keys are left alone', async () => {
  const { passed, measure } = pickUp();
  measure();
  expect(press('KeyA').defaultPrevented).toBe(false);
  press('Escape');
  await vi.waitFor(() => expect(passed).toEqual(['cancelled']));
  expect(press('Escape').defaultPrevented).toBe(false);
});

test('a drag that never begins gives the keys back', async () => {
  pickUp();
  await vi.waitFor(() => expect(press('ArrowDown').defaultPrevented).toBe(false), 3000);
});
