import { useId, useState } from 'react';
import { Eye } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ErrorBoundary } from '@/components/error-boundary';
import { Button } from '@/components/ui/button';
import type { DocumentInput } from '../fields';
import { useRenderedPart } from '../use-rendered';
import { MarkdownPreview } from './markdown-preview';
import { WritingField, type WritingFieldProps } from './writing-field';

export type MarkdownFieldProps = Pick<
  WritingFieldProps,
  'name' | 'label' | 'limit' | 'hint' | 'rows'
>;

/** A part of a study with its preview below. */
export function MarkdownField(props: MarkdownFieldProps) {
  const previewId = useId();
  const [isPreviewed, setIsPreviewed] = useState(false);
  return (
    <div className="min-w-0">
      <WritingField
        {...props}
        dialect="part"
        tools={
          <Button
            size="small"
            variant="quiet"
            icon={<Eye aria-hidden="true" />}
            className="pointer-coarse:min-h-11"
            aria-expanded={isPreviewed}
            aria-controls={previewId}
            onClick={() => setIsPreviewed(!isPreviewed)}
          >
            <span className="max-tablet:sr-only">Preview</span>
            <span className="sr-only"> of {props.label}</span>
          </Button>
        }
      />
      <div id={previewId} hidden={!isPreviewed} className="mt-3">
        {isPreviewed && (
          <ErrorBoundary level="component">
            <PartPreview {...props} />
          </ErrorBoundary>
        )}
      </div>
    </div>
  );
}

function PartPreview({ name, label }: Pick<MarkdownFieldProps, 'name' | 'label'>) {
  const { control } = useFormContext<DocumentInput>();
  const text: unknown = useWatch({ control, name, exact: true });
  const preview = useRenderedPart(typeof text === 'string' ? text : '');
  return (
    <section
      aria-label={`${label}: preview`}
      className="rounded-control border border-line bg-surface p-5 reading-part"
    >
      <MarkdownPreview {...preview} />
    </section>
  );
}
