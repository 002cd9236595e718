import { memo, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { GALLERY_MAX, GALLERY_TEXT_MAX, IMAGE_URL_MAX } from '@contracts/case-study';
import { SortableRows } from '@/components/sortable-rows';
import { TextField } from '@/documents/components/form-fields';
import {
  PicturePreview,
  useAltHint,
  usePicture,
  type RenderPicturePicker,
} from '@/documents/components/picture-field';
import { caseStudyFields } from '../fields';
import {
  AddButton,
  ListError,
  RowFrame,
  useRows,
  type RowProps,
} from '@/documents/components/form-rows';

const { parts } = caseStudyFields.gallery;
const emptyPicture = { url: '', caption: '', altText: '' };

/** Wraps the rows: adds pictures that are uploaded, dropped, pasted or chosen there. */
export type RenderPictureBatch = (batch: {
  children: ReactNode;
  /** A further button. */
  button: ReactNode;
  count: number;
  max: number;
  onAdd: (urls: readonly string[]) => void;
}) => ReactNode;

export type GalleryRowsProps = {
  renderPicker?: RenderPicturePicker | undefined;
  renderBatch?: RenderPictureBatch | undefined;
};

export function GalleryRows({ renderPicker, renderBatch }: GalleryRowsProps) {
  const { rows, add, addFilled, drag, actions, addRef, announcement } = useRows(
    'gallery',
    emptyPicture,
  );
  const addButton = (
    <AddButton ref={addRef} count={rows.length} max={GALLERY_MAX} onAdd={add}>
      Add by address
    </AddButton>
  );
  const list = rows.length > 0 && (
    <SortableRows rows={rows} onMove={drag}>
      <ol className="border-b border-line">
        {rows.map((row, index) => (
          <GalleryRow
            key={row.id}
            id={row.id}
            index={index}
            count={rows.length}
            actions={actions}
            renderPicker={renderPicker}
          />
        ))}
      </ol>
    </SortableRows>
  );
  return (
    <>
      <ListError name="gallery" />
      {renderBatch?.({
        children: list,
        button: addButton,
        count: rows.length,
        max: GALLERY_MAX,
        onAdd: (urls) => addFilled(urls.map((url) => ({ ...emptyPicture, url }))),
      }) ?? (
        <>
          {list}
          {addButton}
        </>
      )}
      {announcement}
    </>
  );
}

const FIELD = 'pointer-fine:[&_.control]:min-h-9! pointer-fine:[&_.control]:py-1';
const BELOW = 'max-tablet:col-span-full max-tablet:ms-2.5';

type GalleryRowProps = RowProps & { renderPicker?: RenderPicturePicker | undefined };

const GalleryRow = memo(function GalleryRow({ index, renderPicker, ...row }: GalleryRowProps) {
  const name: `gallery.${number}.url` = `gallery.${index}.url`;
  const { value, pick } = usePicture(name);
  const isEmpty = value.trim() === '';
  const altHint = useAltHint(value);
  const place = index + 1;
  return (
    <RowFrame
      {...row}
      index={index}
      noun="picture"
      look="picture"
      dropReason={isEmpty ? 'it has no picture' : null}
    >
      <div className="relative ms-2.5 grid self-start row-span-3 tablet:ms-0">
        {renderPicker?.({
          label: `gallery picture ${place}`,
          value,
          onPick: pick,
          face: <PictureFace address={value} />,
        }) ?? <PicturePreview address={value} />}
      </div>
      <TextField
        name={name}
        label={parts.url.label}
        limit={IMAGE_URL_MAX}
        labelPlace="beside"
        className={clsx(FIELD, 'max-tablet:col-start-2 tablet:col-start-3 tablet:mb-2')}
      />
      <TextField
        name={`gallery.${index}.caption`}
        label={parts.caption.label}
        limit={GALLERY_TEXT_MAX}
        labelPlace="beside"
        isWrapped
        className={clsx(FIELD, 'max-tablet:col-start-2 tablet:col-start-3')}
      />
      <TextField
        name={`gallery.${index}.altText`}
        label={parts.altText.label}
        placeholder={altHint}
        limit={GALLERY_TEXT_MAX}
        isWrapped
        labelPlace="beside"
        className={clsx(FIELD, BELOW, 'tablet:col-[3/-1] tablet:mt-2')}
      />
    </RowFrame>
  );
});

/** The thumbnail with its word: the face of the button that replaces it. */
function PictureFace({ address }: { address: string }) {
  return (
    <>
      <PicturePreview address={address} />
      <UnderPicture>{address.trim() === '' ? 'Choose' : 'Replace'}</UnderPicture>
    </>
  );
}

function UnderPicture({ children }: { children: ReactNode }) {
  return (
    <span className="block pt-1 pointer-coarse:py-1.5 text-start text-small font-medium text-muted underline decoration-line-strong underline-offset-4 group-hover/face:text-ink">
      {children}
    </span>
  );
}
