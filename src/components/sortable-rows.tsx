import type { ComponentProps, ReactNode } from 'react';
import {
  closestCenter,
  DndContext,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { clsx } from 'clsx';
import { GripVertical } from 'lucide-react';
import { buttonClasses } from './ui/button';

export type SortableRowsProps = {
  rows: readonly { id: string }[];
  onMove: (from: number, to: number) => void;
  children: ReactNode;
};

/** The height of the save bar: with dnd-kit's fifth of the window, a row picked up low on it scrolls at once. */
const scrollAtEdges = { threshold: { x: 0, y: 0.08 } };

// dnd-kit would read out ids of rows.
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
};

/** Lets rows be dragged by their handles with a pointer. Each row needs buttons that move it as well. */
export function SortableRows({ rows, onMove, children }: SortableRowsProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const indexOf = (id: UniqueIdentifier) => rows.findIndex((row) => row.id === id);

  function handleDragEnd({ active, over }: DragEndEvent) {
    const [from, to] = [indexOf(active.id), indexOf(over?.id ?? active.id)];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      autoScroll={scrollAtEdges}
      accessibility={silent}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** What a row, its `<li>` and its `DragHandle` need. */
export function useSortableRow(id: string, disabled?: { draggable: boolean }) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id, ...(disabled && { disabled }) });
  return {
    isDragging,
    item: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
    },
    handle: { ref: setActivatorNodeRef, isDragging, ...listeners },
  };
}

type DragHandleProps = ComponentProps<'span'> & { isDragging: boolean };

/** For pointers only: no stop of the keyboard, and hidden from screen readers. */
export function DragHandle({ isDragging, className, ...rest }: DragHandleProps) {
  const cursor = isDragging ? 'cursor-grabbing!' : 'cursor-grab';
  return (
    <span
      aria-hidden="true"
      className={clsx(
        buttonClasses({ variant: 'quiet', size: 'icon' }),
        'touch-none text-muted',
        cursor,
        className,
      )}
      {...rest}
    >
      <GripVertical />
    </span>
  );
}
