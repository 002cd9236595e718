import { createRef, useState, type ReactNode, type Ref } from 'react';
import { ImagePlus } from 'lucide-react';
import { POST_LIMITS } from '@contracts/blog';
import { ErrorBoundary } from '@/components/error-boundary';
import { Tabs } from '@/components/ui/tabs';
import { toStoredImageUrl } from '@/lib/image-url';
import { useFieldError } from '@/documents/components/form-fields';
import type { RenderPicturePicker } from '@/documents/components/picture-field';
import type { PastedPicture } from '@/documents/components/use-transfer';
import { WritingField } from '@/documents/components/writing-field';
import { toPictureMarkdown } from '@/documents/text-insertion';
import type { TextTarget } from '@/documents/text-target';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { ALT_PLACEHOLDER } from '../checklist';
import { postFields } from '../fields';
import { PostLength, PostPreview } from './post-preview';

export type PostTextProps = {
  /** Above the text. */
  children: ReactNode;
  renderPicturePicker?: RenderPicturePicker | undefined;
  renderPictureUploads?: RenderPictureUploads | undefined;
  view: TextView;
  onViewChange: (view: TextView) => void;
};

/** Takes pictures that are part of a pasted text. */
export type PictureTaker = {
  add: (files: readonly File[]) => void;
  /** The picture of an address of the web or of data. */
  read: (address: string) => Promise<File>;
};

/** Wraps the text: uploads pictures pasted or dropped there. */
export type RenderPictureUploads = (uploads: {
  children: ReactNode;
  ref: Ref<PictureTaker>;
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
              <TextField
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

function TextField({
  renderPicturePicker,
  renderPictureUploads,
}: Pick<PostTextProps, 'renderPicturePicker' | 'renderPictureUploads'>) {
  const [target] = useState(() => createRef<TextTarget>());
  const [taker] = useState(() => createRef<PictureTaker>());
  /** What stands in the text for each picture that is being uploaded. */
  const [places] = useState(() => new Map<File, string>());
  /** Those of pasted HTML, whose place stands in the text already. */
  const [pasted] = useState(() => new Map<File, PastedPicture>());

  function holdPlace(file: File) {
    const placed = pasted.get(file);
    const place =
      placed?.place ??
      `![Uploading ${file.name || 'picture'}, ${crypto.randomUUID().slice(0, 4)}…]()`;
    places.set(file, place);
    if (!placed) target.current?.insert(place);
  }

  /** Does nothing if the placeholder was deleted meanwhile. */
  function fillPlace(file: File, text: string) {
    const place = places.get(file);
    if (place !== undefined) target.current?.replace(place, text);
    places.delete(file);
    pasted.delete(file);
  }

  async function storePasted(picture: PastedPicture) {
    try {
      const file = await taker.current?.read(picture.address);
      if (!file) return;
      pasted.set(file, picture);
      taker.current?.add([file]);
      // Refused, with the reason in the list of uploads.
      if (!places.has(file)) target.current?.replace(picture.place, '');
    } catch (error) {
      target.current?.replace(picture.place, '');
      notify({
        type: 'error',
        title: 'A pasted picture was left out',
        description: messageOf(error),
      });
    }
  }

  return (
    <WritingField
      name="markdown"
      label={postFields.markdown.label}
      isLabelHidden
      limit={POST_LIMITS.content_markdown}
      maxLength={2 * POST_LIMITS.content_markdown}
      rows={14}
      dialect="post"
      placeholder="Write, or press / for lists, tables and more. A picture can be pasted or dropped here."
      isTall
      target={target}
      tools={renderPicturePicker?.({
        label: 'the text',
        value: '',
        face: <ToolFace />,
        onPick: (url, altText) => target.current?.insert(markdownOf({ url, altText })),
      })}
      onPictures={
        renderPictureUploads && ((pictures) => pictures.forEach((one) => void storePasted(one)))
      }
      renderFrame={
        renderPictureUploads &&
        ((text) =>
          renderPictureUploads({
            children: text,
            ref: taker,
            onAdded: holdPlace,
            onStored: (file, { url, altText }) =>
              fillPlace(file, markdownOf({ url, altText: pasted.get(file)?.alt || altText })),
            onRemoved: (file) => fillPlace(file, ''),
            onRowRemoved: () => target.current?.focus(),
          }))
      }
    />
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
