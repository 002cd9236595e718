import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import { Check } from 'lucide-react';
import { Image } from '@/components/image';
import { EmptyState } from '@/components/ui/empty-state';
import { SearchField } from '@/components/ui/search-field';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { useChunk } from '@/hooks/use-chunk';
import { encodeImagePath, imagePathOfUrl } from '@/lib/image-url';
import { loadLatin } from '@/lib/words/load-latin';
import { filterImages, titleOf, type StorageImage } from '../model';
import { imageQueries } from '../queries';
import { formatFileSize } from '@/lib/file-size';

const GRID = 'grid grid-cols-2 gap-4 tablet:grid-cols-3';

export type LibraryChoice = {
  url: string;
  /** Undefined for a picture without alternative text. */
  altText?: string;
};

export function choiceOf({ url, record }: StorageImage): LibraryChoice {
  return record?.altText ? { url, altText: record.altText } : { url };
}

export type ImageLibraryProps = {
  /** Addresses of the chosen pictures, in any version. */
  values: readonly string[];
  /** Several can be chosen: `onChange` gets each one that is pressed. */
  isMultiple?: boolean;
  onChange: (choice: LibraryChoice) => void;
  /** Enter on a picture chooses it. */
  onConfirm: (choice: LibraryChoice) => void;
};

/** The stored pictures as radio buttons or, for several, as checkboxes. */
export function ImageLibrary(props: ImageLibraryProps) {
  const images = useQuery(imageQueries.list());
  return (
    <QueryView
      query={images}
      errorTitle="Storage Error"
      pending={<LibrarySkeleton />}
      empty={
        <EmptyState
          headingLevel={3}
          title="No images found in storage. Upload some images first."
        />
      }
    >
      {(all) => <Choice images={all} {...props} />}
    </QueryView>
  );
}

function Choice({
  images,
  values,
  isMultiple = false,
  onChange,
  onConfirm,
}: ImageLibraryProps & { images: StorageImage[] }) {
  const name = useId();
  const [search, setSearch] = useState('');
  const latin = useChunk(loadLatin, search !== '');
  const found = filterImages(images, search, latin).filter(({ record }) => !record?.isDeleting);
  const paths = values.map(imagePathOfUrl);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <SearchField
          label="Search"
          placeholder="Name or alternative text"
          value={search}
          onSearch={setSearch}
          className="flex-[1_1_14rem]"
        />
        <p role="status" className="text-small text-muted">
          {found.length === 1 ? '1 picture' : `${found.length} pictures`}
        </p>
      </div>
      {found.length === 0 ? (
        <p className="mt-8 mb-4 text-base text-muted">No picture’s name contains “{search}”.</p>
      ) : (
        <fieldset className="mt-5">
          <legend className="sr-only">Pictures</legend>
          <div className={GRID}>
            {found.map((image) => (
              <Option
                key={image.path}
                groupName={name}
                isMultiple={isMultiple}
                image={image}
                isChosen={paths.includes(encodeImagePath(image.path))}
                onChoose={() => onChange(choiceOf(image))}
                onConfirm={() => onConfirm(choiceOf(image))}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

type OptionProps = {
  groupName: string;
  isMultiple: boolean;
  image: StorageImage;
  isChosen: boolean;
  onChoose: () => void;
  onConfirm: () => void;
};

function Option({ groupName, isMultiple, image, isChosen, onChoose, onConfirm }: OptionProps) {
  return (
    <label
      title={image.path}
      className="relative block cursor-pointer overflow-hidden rounded-control border border-line bg-surface [contain-intrinsic-size:auto_13rem] [content-visibility:auto] after:pointer-events-none after:absolute after:inset-0 after:z-20 after:rounded-control hover:border-line-strong has-checked:after:border-3 has-checked:after:border-accent has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-sky"
    >
      <input
        type={isMultiple ? 'checkbox' : 'radio'}
        name={groupName}
        checked={isChosen}
        onChange={onChoose}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The focus moves before keyup: without this, Enter would press the button that gets it.
          event.preventDefault();
          onConfirm();
        }}
        className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      <Image
        src={image.url}
        alt=""
        aspect="thumbnail"
        sizes="14rem"
        fit="contain"
        className="bg-sunken"
      />
      <span className="block px-3 py-2">
        <span className="block truncate text-small font-medium">{titleOf(image)}</span>
        <span className="block text-small text-muted">{factsOf(image)}</span>
      </span>
      {isChosen && (
        <span className="absolute end-2 top-2 grid size-7 place-items-center rounded-full bg-accent text-accent-on">
          <Check aria-hidden="true" className="size-4.5" />
        </span>
      )}
    </label>
  );
}

/** '1.2 MB · Nov 21, 2026', if known. */
function factsOf({ size, createdAt }: StorageImage): string {
  const facts = [
    size !== null && formatFileSize(size),
    createdAt !== null && format(createdAt, 'MMM d, yyyy'),
  ];
  return facts.filter((fact) => fact !== false).join(' · ');
}

function LibrarySkeleton() {
  return (
    <div className={GRID}>
      {Array.from({ length: 6 }, (_, place) => (
        <Skeleton key={place} className="h-48" />
      ))}
    </div>
  );
}
