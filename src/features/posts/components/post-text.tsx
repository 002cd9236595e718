import { useId, type ClipboardEvent } from 'react';
import { POST_LIMITS } from '@contracts/blog';
import { ErrorBoundary } from '@/components/error-boundary';
import { Field, Textarea } from '@/components/ui/field';
import { Tabs } from '@/components/ui/tabs';
import { messageOf } from '@/lib/errors';
import { toStoredImageUrl } from '@/lib/image-url';
import { notify } from '@/lib/notifications';
import { useFieldError, type RenderPicturePicker } from '@/documents/components/form-fields';
import { ALT_PLACEHOLDER } from '../checklist';
import { postFields } from '../fields';
import { insertText, replaceText, toPictureMarkdown } from '../text-insertion';
import { handleToolbarShortcut, MarkdownToolbar } from './markdown-toolbar';
import { useRegisterTyped } from './post-form-fields';
import { PostLength, PostPreview } from './post-preview';

export type PostTextProps = {
  renderPicturePicker?: RenderPicturePicker | undefined;
  uploadPicture?: UploadPicture | undefined;
  view: TextView;
  onViewChange: (view: TextView) => void;
};

/** Sends a pasted picture; gives back its address. */
export type UploadPicture = (file: File) => Promise<string>;

export type TextView = 'write' | 'preview';

/** The text in Markdown with what it becomes: beside it on wide screens, behind a tab on others. */
export function PostText({
  renderPicturePicker,
  uploadPicture,
  view,
  onViewChange,
}: PostTextProps) {
  // What is wrong with the text is said where it is written.
  const hasError = useFieldError('markdown') !== undefined;
  return (
    <section className="border-t border-line py-9">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-text text-base font-semibold tracking-normal">Text</h2>
        <ErrorBoundary level="component">
          <PostLength />
        </ErrorBoundary>
      </div>
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
                uploadPicture={uploadPicture}
              />
            ),
          },
          {
            value: 'preview',
            label: 'Preview',
            content: (
              <div className="min-h-60 overflow-y-auto rounded-control border border-line bg-surface p-5 wide:h-[70vh] wide:p-7">
                <ErrorBoundary level="component">
                  <PostPreview />
                </ErrorBoundary>
              </div>
            ),
          },
        ]}
      />
    </section>
  );
}

function MarkdownField({
  renderPicturePicker,
  uploadPicture,
}: Pick<PostTextProps, 'renderPicturePicker' | 'uploadPicture'>) {
  const id = useId();
  const error = useFieldError('markdown');
  const { onChange, ...registered } = useRegisterTyped('markdown');

  async function uploadPasted(into: HTMLTextAreaElement, file: File, upload: typeof uploadPicture) {
    if (!upload) return;
    const waiting = `![Uploading ${file.name || 'picture'}, ${crypto.randomUUID().slice(0, 4)}…]()`;
    insertText(into, waiting);
    try {
      const address = toStoredImageUrl(await upload(file));
      replaceText(into, waiting, toPictureMarkdown(ALT_PLACEHOLDER, address));
    } catch (problem) {
      replaceText(into, waiting, '');
      notify({
        type: 'error',
        title: 'The picture was not added',
        description: messageOf(problem),
      });
    }
  }

  function handlePaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pictures = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    // Office programs send a picture of the text along with it.
    const hasText = event.clipboardData.getData('text/plain') !== '';
    if (pictures.length === 0 || hasText || !uploadPicture) return;
    event.preventDefault();
    for (const picture of pictures) void uploadPasted(event.currentTarget, picture, uploadPicture);
  }

  return (
    <div className="grid gap-2 wide:h-[70vh] wide:grid-rows-[auto_minmax(0,1fr)]">
      <MarkdownToolbar textId={id}>
        {renderPicturePicker?.({
          label: 'the text',
          value: '',
          onPick: (url, altText) => {
            const textarea = document.getElementById(id);
            if (!(textarea instanceof HTMLTextAreaElement)) return;
            const alt = altText || ALT_PLACEHOLDER;
            insertText(textarea, toPictureMarkdown(alt, toStoredImageUrl(url)));
          },
        })}
      </MarkdownToolbar>
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
          placeholder="Write in Markdown. A picture can be pasted."
          // The toolbar writes in a way that React's onChange may miss.
          onInput={(event) => {
            void onChange(event);
          }}
          onPaste={handlePaste}
          onKeyDown={handleToolbarShortcut}
          className="wide:h-full wide:max-h-none wide:resize-none"
        />
      </Field>
    </div>
  );
}
