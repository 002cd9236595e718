import { useEffect, useEffectEvent, type ClipboardEvent as ReactClipboardEvent } from 'react';

/**
 * Accepts files pasted on the page or in the open dialog. Pasted text is not touched.
 *
 * @param place 'nowhere' while the dialog is closed
 */
export function useFilePaste(
  onFiles: (files: File[]) => void,
  place: 'page' | 'dialog' | 'nowhere',
) {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]');
    if (place !== (isInDialog ? 'dialog' : 'page') || files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => handlePaste(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
}

/** The pictures pasted into a part of a form; prevents the default action if there are any. */
export function takePastedPictures(event: ReactClipboardEvent): File[] {
  // React also reports events of a dialog that was opened there; the dialog handles its own.
  const { target, currentTarget } = event;
  if (!(target instanceof Node && currentTarget.contains(target))) return [];
  const pictures = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
  // Office programs put a picture of the text on the clipboard as well.
  const hasText = event.clipboardData.getData('text/plain') !== '';
  if (pictures.length === 0 || hasText) return [];
  event.preventDefault();
  return pictures;
}
