import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import * as RadixDialog from '@radix-ui/react-dialog';
import { Button } from './button';
import { useReturnFocus } from './use-return-focus';

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  isTitleHidden?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** 'sheet' slides in from the left at full height. */
  variant?: 'center' | 'sheet';
  size?: 'medium' | 'large';
  /** False disables Escape, the backdrop and the close button, for example during an upload. */
  canClose?: boolean;
};

const placeClasses = {
  center: clsx(
    'dialog-center inset-x-4 top-[max(1rem,8vh)] mx-auto max-h-[min(84vh,calc(100dvh-2rem))] rounded-picture',
  ),
  sheet: 'dialog-sheet inset-y-0 left-0 w-[min(22rem,calc(100vw-3rem))] border-r border-line',
};

export function Dialog({
  isOpen,
  onOpenChange,
  title,
  isTitleHidden = false,
  description,
  children,
  footer,
  variant = 'center',
  size = 'medium',
  canClose = true,
}: DialogProps) {
  const returnFocus = useReturnFocus();

  function handleOpenChange(next: boolean) {
    if (next || canClose) onOpenChange(next);
  }
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={handleOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="dialog-overlay fixed inset-0 z-50 bg-overlay" />
        <RadixDialog.Content
          {...returnFocus}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={clsx(
            'fixed z-50 flex flex-col bg-raised text-ink shadow-soft',
            placeClasses[variant],
            variant === 'center' && (size === 'large' ? 'max-w-3xl' : 'max-w-lg'),
          )}
        >
          <div
            className={clsx(
              'flex items-start gap-4 px-6 pt-5',
              isTitleHidden ? 'pb-0' : 'pb-3',
              variant === 'center' && 'tablet:px-8 tablet:pt-7',
            )}
          >
            <div className={clsx('min-w-0 flex-1', isTitleHidden && 'sr-only')}>
              <RadixDialog.Title className="font-display text-h3">{title}</RadixDialog.Title>
              {description !== undefined && (
                <RadixDialog.Description asChild>
                  <div className="mt-2 text-base text-muted">{description}</div>
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close asChild>
              <Button
                variant="quiet"
                size="icon"
                disabled={!canClose}
                aria-label="Close"
                className="-me-2.5 -mt-1.5 ms-auto"
              >
                <X aria-hidden="true" />
              </Button>
            </RadixDialog.Close>
          </div>
          <div
            className={clsx(
              'min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-1 pb-6',
              variant === 'center' && 'tablet:px-8 tablet:pb-8',
            )}
          >
            {children}
          </div>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-6 py-4 tablet:px-8">
              {footer}
            </div>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
