import { use, useEffect, useId, useState, type ReactNode } from 'react';
import { parseVideo } from '@contracts/video';
import { CirclePlay, ImageOff } from 'lucide-react';
import { clsx } from 'clsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { Image } from '@/components/image';
import { toPublicImageUrl } from '@/lib/image-url';
import { altOf, focusOf } from '@/lib/picture-facts';
import { isOwnPicture, type DocumentInput } from '../fields';
import { LibraryFacts } from '../library-facts';
import { TextField } from './form-fields';

/** Renders the button that chooses a picture from the library. */
export type RenderPicturePicker = (picker: {
  label: string;
  value: string;
  onPick: (url: string, suggestedAlt?: string) => void;
  /** Shown instead of the words of the button. */
  face?: ReactNode;
}) => ReactNode;

type PictureShape = 'wide' | 'card' | 'logo';

export type PictureFieldProps = {
  name: string;
  label: string;
  limit: number;
  hint?: string | undefined;
  renderPicker?: RenderPicturePicker | undefined;
  /** Names the picture within a sentence; the default is made of the label. */
  pickerLabel?: string;
  shape?: PictureShape | undefined;
};

/** A picture with the button that chooses it, and its address. */
export function PictureField({
  name,
  label,
  limit,
  hint,
  renderPicker,
  pickerLabel = `the ${label.toLowerCase()}`,
  shape = 'wide',
}: PictureFieldProps) {
  const nameId = useId();
  const { value, pick } = usePicture(name);
  return (
    <div
      role="group"
      aria-labelledby={nameId}
      className="relative grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-3 tablet:grid-cols-[7.5rem_minmax(0,1fr)] tablet:gap-x-5"
    >
      <PicturePreview address={value} shape={shape} />
      <div className="grid min-w-0 gap-2">
        <p id={nameId} className="text-small font-semibold">
          {label}
        </p>
        <div className="flex flex-wrap items-start gap-2">
          <TextField
            name={name}
            label={`Address of ${pickerLabel}`}
            placeholder="Address (URL)"
            limit={limit}
            isLabelHidden
            className="min-w-40 grow"
          />
          {renderPicker?.({ label: pickerLabel, value, onPick: pick })}
        </div>
        {hint !== undefined && <p className="text-small text-muted">{hint}</p>}
      </div>
    </div>
  );
}

/** The address of the picture in the field `name`, and what the picker does with a chosen one. */
export function usePicture(name: string) {
  const { control, setValue } = useFormContext<DocumentInput>();
  const value = useWatch({
    control,
    name,
    exact: true,
    // Called once more for a removed row, whose address is undefined.
    compute: (address: unknown) => (typeof address === 'string' ? address : ''),
  });
  const pick = (url: string) => setValue(name, url, { shouldDirty: true, shouldValidate: true });
  return { value, pick };
}

type PicturePreviewProps = { address: string; shape?: PictureShape };

/** A thumbnail with the crop of the page it is for. */
export function PicturePreview({ address, shape = 'wide' }: PicturePreviewProps) {
  const url = toPublicImageUrl(useDebounced(address).trim());
  const isLoadable = url !== '' && isOwnPicture(url);
  const video = parseVideo(url);
  const isLogo = shape === 'logo';
  const facts = use(LibraryFacts) ?? {};
  return (
    <span
      className={clsx(
        'flex w-full items-center justify-center overflow-hidden rounded-control border border-line bg-sunken text-center text-small text-muted',
        shape === 'card' ? 'aspect-video' : 'aspect-[3/2]',
        isLogo && 'p-3',
      )}
    >
      {isLoadable ? (
        <Image
          src={url}
          alt=""
          aspect="fill"
          sizes="8rem"
          fit={isLogo ? 'contain' : 'cover'}
          focus={focusOf(facts, url)}
          severity="low"
        />
      ) : (
        <span className="flex flex-col items-center gap-1 leading-tight">
          {video ? (
            <CirclePlay aria-hidden="true" className="size-5" />
          ) : (
            <ImageOff aria-hidden="true" className="size-5" />
          )}
          {video ? `Video on ${video.host}` : 'No picture'}
        </span>
      )}
    </span>
  );
}

/** What an empty alternative text of this use stands for. */
export function useAltHint(address: string): string {
  const facts = use(LibraryFacts);
  if (facts === null || address.trim() === '') return 'Empty: the text of the library';
  const text = altOf(facts, address.trim());
  return text === null
    ? 'Empty: the text of the library, which has none for this picture'
    : `Empty: the text of the library, “${text}”`;
}

const DEBOUNCE_MS = 400;

/** The value once typing pauses, so that an address does not cause a request per key. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
