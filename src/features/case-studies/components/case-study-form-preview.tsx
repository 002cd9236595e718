import { use, useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Maximize2, X } from 'lucide-react';
import * as Dialog from '@radix-ui/react-dialog';
import { Button } from '@/components/ui/button';
import { useReturnFocus } from '@/components/ui/use-return-focus';
import { useDebouncedValues } from '@/documents/form';
import { LibraryFacts } from '@/documents/library-facts';
import { toPreviewStudy } from '../preview';
import type { CaseStudyForm } from '../form';
import { CaseStudyView } from './case-study-view';
import { PreviewFrame } from './preview-frame';

const screens = [
  { name: 'Phone', width: 390 },
  { name: 'Tablet', width: 820 },
  { name: 'Desktop', width: 1440 },
] as const;

export type CaseStudyFormPreviewProps = {
  form: CaseStudyForm;
  /** ISO 8601; null for a study that is being created now. */
  createdAt: string | null;
};

type SidePreviewProps = CaseStudyFormPreviewProps & {
  onEnlarge: () => void;
  onClose: () => void;
};

/** Beside the form, as high as the window. */
export function SidePreview({ onEnlarge, onClose, ...preview }: SidePreviewProps) {
  return (
    <aside
      aria-label="Preview"
      className="sticky top-6 flex h-[calc(100dvh-3rem-var(--connection-bar,0px))] flex-col overflow-hidden rounded-control border border-line bg-sunken"
    >
      <Preview
        {...preview}
        actions={
          <>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Full screen"
              aria-haspopup="dialog"
              onClick={onEnlarge}
            >
              <Maximize2 aria-hidden="true" />
            </Button>
            <Button variant="quiet" size="icon" aria-label="Close preview" onClick={onClose}>
              <X aria-hidden="true" />
            </Button>
          </>
        }
      />
    </aside>
  );
}

type FullScreenPreviewProps = CaseStudyFormPreviewProps & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

export function FullScreenPreview({ isOpen, onOpenChange, ...preview }: FullScreenPreviewProps) {
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
          <Preview
            {...preview}
            actions={
              <Dialog.Close asChild>
                <Button variant="quiet" size="icon" aria-label="Close preview">
                  <X aria-hidden="true" />
                </Button>
              </Dialog.Close>
            }
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Preview({ form, createdAt, actions }: CaseStudyFormPreviewProps & { actions: ReactNode }) {
  const values = useDeferredValue(useDebouncedValues(form));
  const facts = use(LibraryFacts);
  const [openedAt] = useState(() => new Date().toISOString());
  const [width, setWidth] = useState<number>(() => (window.innerWidth < 768 ? 390 : 1440));
  const study = useMemo(
    () => toPreviewStudy(values, createdAt ?? openedAt, facts ?? {}),
    [values, createdAt, openedAt, facts],
  );
  // Two previews of one study may be mounted: their view transitions need different names.
  const id = useId();
  const page = useMemo(() => <CaseStudyView study={{ ...study, id }} />, [study, id]);
  return (
    <>
      <div className="flex items-center gap-1 border-b border-line bg-raised px-2 py-1">
        <div role="group" aria-label="Width of the screen" className="flex">
          {screens.map((screen) => (
            <Button
              key={screen.name}
              variant="quiet"
              size="small"
              aria-pressed={width === screen.width}
              onClick={() => setWidth(screen.width)}
              className={clsx(width === screen.width ? 'bg-sunken' : 'text-muted')}
            >
              {screen.name}
            </Button>
          ))}
        </div>
        <p className="ms-2 min-w-0 truncate text-small text-muted tabular-figures">{width} px</p>
        <div className="ms-auto flex">{actions}</div>
      </div>
      <PreviewFrame title="The page as visitors see it" width={width} resetKey={study}>
        {page}
      </PreviewFrame>
    </>
  );
}
