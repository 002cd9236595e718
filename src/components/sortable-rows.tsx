import { useRef, type ReactNode } from 'react';
import {
  closestCenter,
  DndContext,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { KeyboardSensor } from './keyboard-sensor';

export type SortableRowsProps = {
  rows: readonly { id: string }[];
  /** Names a row to screen readers. */
  noun: string;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
};

const instructions = {
  draggable:
    'Press Space or Enter to pick the row up, the arrow keys to move it, Space or Enter to drop it, Escape to leave it where it was.',
};

/** The height of the save bar: with dnd-kit's fifth of the window, a row picked up low on it scrolls at once. */
const scrollAtEdges = { threshold: { x: 0, y: 0.08 } };

/** Lets rows be dragged by their handles, with a pointer and with the keyboard. */
export function SortableRows({ rows, noun, onMove, children }: SortableRowsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const isJustPickedUp = useRef(false);
  const placeOf = (id: UniqueIdentifier) => rows.findIndex((row) => row.id === id) + 1;

  function handleDragEnd({ active, over }: DragEndEvent) {
    const [from, to] = [placeOf(active.id), placeOf(over?.id ?? active.id)];
    if (from > 0 && to > 0 && from !== to) onMove(from - 1, to - 1);
  }

  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      isJustPickedUp.current = true;
      const place = placeOf(active.id);
      return `Picked up ${noun} ${place}; it is at place ${place} of ${rows.length}`;
    },
    onDragOver: ({ over }) => {
      // The first event is over its own place, which was announced on pick-up.
      const isKnown = isJustPickedUp.current;
      isJustPickedUp.current = false;
      return isKnown || !over ? undefined : `Now at place ${placeOf(over.id)} of ${rows.length}`;
    },
    onDragEnd: ({ active, over }) =>
      `Dropped at place ${placeOf(over?.id ?? active.id)} of ${rows.length}`,
    onDragCancel: ({ active }) => `Not moved; it is back at place ${placeOf(active.id)}`,
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      autoScroll={scrollAtEdges}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
