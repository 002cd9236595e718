import { useEffect, useRef, useState, type RefObject } from 'react';

export type FileDrop = {
  /** The element that accepts files; without one the whole page does, except dialogs. */
  area: RefObject<HTMLDivElement | null>;
  isOver: boolean;
};

/**
 * Accepts files dropped on an area or the page. While mounted, it ignores files dropped elsewhere: the browser
 * would open them and leave the page with its unsaved form.
 */
export function useFileDrop(onFiles: (files: File[]) => void, isEnabled: boolean): FileDrop {
  const area = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const isOnArea = ({ target }: DragEvent) =>
      isEnabled &&
      target instanceof Element &&
      (area.current ? area.current.contains(target) : !target.closest('[role=dialog]'));

    function handleDragOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      const isHere = isOnArea(event);
      // If prevented already, the file is over another drop area, such as in a dialog.
      if (isHere) event.dataTransfer.dropEffect = 'copy';
      else if (!event.defaultPrevented) event.dataTransfer.dropEffect = 'none';
      event.preventDefault();
      setIsOver(isHere);
    }
    function handleDrop(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      if (isOnArea(event)) onFiles([...event.dataTransfer.files]);
    }
    function handleDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setIsOver(false);
    }
    window.addEventListener('dragover', handleDragOver);
    window.addEventListener('drop', handleDrop);
    window.addEventListener('dragleave', handleDragLeave);
    return () => {
      window.removeEventListener('dragover', handleDragOver);
      window.removeEventListener('drop', handleDrop);
      window.removeEventListener('dragleave', handleDragLeave);
    };
  }, [onFiles, isEnabled]);

  return { area, isOver: isOver && isEnabled };
}
