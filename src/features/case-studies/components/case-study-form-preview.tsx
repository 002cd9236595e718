import { use, useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { Maximize2, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import {
  FullScreenPreview,
  PreviewBar,
  usePreviewWidth,
} from '@/documents/components/page-preview';
import { PreviewFrame } from '@/documents/components/preview-frame';
import { useDebouncedValues } from '@/documents/form';
import { LibraryFacts } from '@/documents/library-facts';
import { toPreviewStudy } from '../preview';
import type { CaseStudyForm } from '../form';
import { CaseStudyView } from './case-study-view';

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

type DialogPreviewProps = CaseStudyFormPreviewProps & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

export function DialogPreview({ isOpen, onOpenChange, ...preview }: DialogPreviewProps) {
  return (
    <FullScreenPreview isOpen={isOpen} onOpenChange={onOpenChange}>
      {(close) => <Preview {...preview} actions={close} />}
    </FullScreenPreview>
  );
}

function Preview({ form, createdAt, actions }: CaseStudyFormPreviewProps & { actions: ReactNode }) {
  const values = useDeferredValue(useDebouncedValues(form));
  const facts = use(LibraryFacts);
  const [openedAt] = useState(() => new Date().toISOString());
  const [width, setWidth] = usePreviewWidth();
  const study = useMemo(
    () => toPreviewStudy(values, createdAt ?? openedAt, facts ?? {}),
    [values, createdAt, openedAt, facts],
  );
  // Two previews of one study may be mounted: their view transitions need different names.
  const id = useId();
  const page = useMemo(() => <CaseStudyView study={{ ...study, id }} />, [study, id]);
  return (
    <>
      <PreviewBar width={width} onWidthChange={setWidth}>
        {actions}
      </PreviewBar>
      <PreviewFrame title="The page as visitors see it" width={width} resetKey={study}>
        {page}
      </PreviewFrame>
    </>
  );
}
