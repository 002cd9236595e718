import { useId, useState, type ReactNode } from 'react';
import { ImagePlus } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { POST_LIMITS } from '@contracts/blog';
import { ErrorBoundary } from '@/components/error-boundary';
import { Field, Textarea } from '@/components/ui/field';
import { Tabs } from '@/components/ui/tabs';
import { toStoredImageUrl } from '@/lib/image-url';
import { useFieldError } from '@/documents/components/form-fields';
import type { RenderPicturePicker } from '@/documents/components/picture-field';
import { handleToolbarShortcut, MarkdownToolbar } from '@/documents/components/markdown-toolbar';
import { useEmbedOffer } from '@/documents/components/use-embed-offer';
import { insertText, replaceText, toPictureMarkdown } from '@/documents/text-insertion';
import { ALT_PLACEHOLDER } from '../checklist';
import { postFields, type PostInput } from '../fields';
import { PostLength, PostPreview } from './post-preview';

export type PostTextProps = {
  /** Above the text. */
  children: ReactNode;
  renderPicturePicker?: RenderPicturePicker | undefined;
  renderPictureUploads?: RenderPictureUploads | undefined;
  view: TextView;
  onViewChange: (view: TextView) => void;
};

/** Wraps the text area: uploads pictures pasted or dropped there. */
export type RenderPictureUploads = (uploads: {
  children: ReactNode;
  onAdded: (file: File) => void;
  onStored: (file: File, picture: { url: string; altText?: string }) => void;
  onRemoved: (file: File) => void;
  onRowRemoved: () => void;
}) => ReactNode;

export const TEXT_SECTION = { id: 'text', title: 'Title and text' } as const;

export type TextView = 'write' | 'preview';

/** The Markdown text with its preview: side by side on wide screens, otherwise in tabs. */
export function PostText({
  children,
  renderPicturePicker,
  renderPictureUploads,
  view,
  onViewChange,
}: PostTextProps) {
  // Shows the text area when the text has an error.
  const hasError = useFieldError('markdown') !== undefined;
  return (
    <section
      id={TEXT_SECTION.id}
      tabIndex={-1}
      className="scroll-mt-8 border-t border-line pt-7 pb-9 outline-none"
    >
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="sans-heading text-h4">{TEXT_SECTION.title}</h2>
        <ErrorBoundary level="component">
          <PostLength />
        </ErrorBoundary>
      </div>
      <div className="mb-4">{children}</div>
      <Tabs
        label="Text"
        isSplitWhenWide
        value={hasError ? 'write' : view}
        onValueChange={onViewChange}
        items={[
          {
            value: 'write',
            label: 'Write',
            content: (
              <MarkdownField
                renderPicturePicker={renderPicturePicker}
                renderPictureUploads={renderPictureUploads}
              />
            ),
          },
          {
            value: 'preview',
            label: 'Preview',
            content: (
              <>
                <p className="mb-2 hidden h-9 items-center text-small font-semibold wide:flex">
                  Preview
                </p>
                <div className="min-h-60 overflow-y-auto rounded-control border border-line bg-surface p-5 wide:h-[calc(70vh-3.25rem)] wide:p-7 [&_.reading]:[--reading-size:1rem]">
                  <ErrorBoundary level="component">
                    <PostPreview />
                  </ErrorBoundary>
                </div>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

function MarkdownField({
  renderPicturePicker,
  renderPictureUploads,
}: Pick<PostTextProps, 'renderPicturePicker' | 'renderPictureUploads'>) {
  const id = useId();
  const error = useFieldError('markdown');
  const { onPaste, offer } = useEmbedOffer(id);
  const { register, trigger, getValues } = useFormContext<PostInput>();
  const { onChange, ...registered } = register('markdown', {
    // An empty text is reported on save.
    onBlur: () => {
      if (getValues('markdown') !== '') void trigger('markdown');
    },
  });
  /** The placeholder text of each picture that is being uploaded. */
  const [places] = useState(() => new Map<File, string>());

  function textarea(): HTMLTextAreaElement | null {
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? element : null;
  }

  function insert(text: string) {
    const into = textarea();
    if (into) insertText(into, text);
  }

  function holdPlace(file: File) {
    const place = `![Uploading ${file.name || 'picture'}, ${crypto.randomUUID().slice(0, 4)}…]()`;
    places.set(file, place);
    insert(place);
  }

  /** Does nothing if the placeholder was deleted meanwhile. */
  function fillPlace(file: File, text: string) {
    const into = textarea();
    const place = places.get(file);
    if (into && place !== undefined) replaceText(into, place, text);
    places.delete(file);
  }

  const field = (
    <Field
      id={id}
      label={postFields.markdown.label}
      isLabelHidden
      error={error}
      className="wide:grid wide:min-h-0 wide:grid-rows-[minmax(0,1fr)_auto_auto]"
    >
      <Textarea
        {...registered}
        rows={14}
        spellCheck
        maxLength={2 * POST_LIMITS.content_markdown}
        placeholder="Write in Markdown. A picture can be pasted or dropped here."
        // React's onChange may miss changes made by the toolbar.
        onInput={(event) => {
          void onChange(event);
        }}
        onKeyDown={handleToolbarShortcut}
        onPaste={onPaste}
        className="markdown-text wide:h-full wide:max-h-none wide:resize-none"
      />
    </Field>
  );
  return (
    <div className="grid grid-cols-1 wide:h-[70vh] wide:grid-rows-[auto_minmax(0,1fr)_auto]">
      <MarkdownToolbar textId={id}>
        {renderPicturePicker?.({
          label: 'the text',
          value: '',
          face: <ToolFace />,
          onPick: (url, altText) => insert(markdownOf({ url, altText })),
        })}
      </MarkdownToolbar>
      {renderPictureUploads?.({
        children: field,
        onAdded: holdPlace,
        onStored: (file, picture) => fillPlace(file, markdownOf(picture)),
        onRemoved: (file) => fillPlace(file, ''),
        onRowRemoved: () => textarea()?.focus(),
      }) ?? field}
      {offer}
    </div>
  );
}

/** Beside the tools. */
function ToolFace() {
  return (
    <span
      aria-hidden="true"
      className="flex h-9 items-center gap-2 rounded-control px-2 pointer-coarse:h-11 text-small font-medium text-muted transition-colors duration-control hover:bg-sunken hover:text-ink"
    >
      <ImagePlus className="size-4.5" />
      <span className="max-tablet:sr-only">Picture</span>
    </span>
  );
}

function markdownOf({ url, altText }: { url: string; altText?: string | undefined }): string {
  return toPictureMarkdown(altText || ALT_PLACEHOLDER, toStoredImageUrl(url));
}
