import { useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Monitor, Smartphone, Tablet, X } from 'lucide-react';
import * as Dialog from '@radix-ui/react-dialog';
import { Button } from '@/components/ui/button';
import { useReturnFocus } from '@/components/ui/use-return-focus';

const screens = [
  { name: 'Phone', width: 390, icon: <Smartphone aria-hidden="true" className="size-4!" /> },
  { name: 'Tablet', width: 820, icon: <Tablet aria-hidden="true" className="size-5!" /> },
  { name: 'Desktop', width: 1440, icon: <Monitor aria-hidden="true" className="size-5!" /> },
] as const;

/** The width of the screen for which a page is previewed. */
export function usePreviewWidth() {
  return useState<number>(() => (window.innerWidth < 768 ? 390 : 1440));
}

export type ScreenWidthsProps = {
  width: number;
  onWidthChange: (width: number) => void;
  /** As icons, where there is no room for words. */
  isTight?: boolean;
};

export function ScreenWidths({ width, onWidthChange, isTight = false }: ScreenWidthsProps) {
  return (
    <div role="group" aria-label="Width of the screen" className="flex">
      {screens.map((screen) => (
        <Button
          key={screen.name}
          variant="quiet"
          size={isTight ? 'icon' : 'small'}
          aria-pressed={width === screen.width}
          onClick={() => onWidthChange(screen.width)}
          className={clsx(
            isTight && 'size-9!',
            width === screen.width ? 'bg-sunken' : 'text-muted',
          )}
        >
          {isTight && screen.icon}
          <span className={clsx(isTight && 'sr-only')}>{screen.name}</span>
        </Button>
      ))}
    </div>
  );
}

export type PreviewBarProps = ScreenWidthsProps & { children: ReactNode };

/** Above a preview: its width and its buttons. */
export function PreviewBar({ children, ...widths }: PreviewBarProps) {
  return (
    <div className="flex items-center gap-1 border-b border-line bg-raised px-2 py-1">
      <ScreenWidths {...widths} />
      <p className="ms-2 min-w-0 truncate text-small text-muted tabular-figures">
        {widths.width} px
      </p>
      <div className="ms-auto flex">{children}</div>
    </div>
  );
}

export type FullScreenPreviewProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Gets the button that closes it. */
  children: (close: ReactNode) => ReactNode;
};

export function FullScreenPreview({ isOpen, onOpenChange, children }: FullScreenPreviewProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex flex-col bg-sunken text-ink"
        >
          <Dialog.Title className="sr-only">Preview</Dialog.Title>
          {children(
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close preview">
                <X aria-hidden="true" />
              </Button>
            </Dialog.Close>,
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
