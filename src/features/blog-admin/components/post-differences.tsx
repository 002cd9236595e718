import { format } from 'date-fns';
import { ListDifference } from '@/components/history/list-difference';
import { Image } from '@/components/image';
import { Deleted, Inserted, TextDifference } from '@/components/ui/text-difference';
import { toPublicImageUrl } from '@/lib/image-url';
import { diffLists } from '@/lib/list-diff';
import type { PostField, PostInput } from '../model';

export type PostDifferenceProps = { field: PostField; before: PostInput; after: PostInput };

/** One field that differs between two versions, marked by more than colour. */
export function PostDifference({ field, before, after }: PostDifferenceProps) {
  switch (field) {
    case 'tags':
      return (
        <ListDifference changes={diffLists(before.tags, after.tags, () => false)}>
          {(tag) => tag}
        </ListDifference>
      );
    case 'status':
    case 'publishedAt':
    case 'slug':
    case 'category':
    case 'author':
      return <Replaced before={wordsFor(field, before)} after={wordsFor(field, after)} />;
    case 'imageUrl':
      return (
        <div className="grid gap-4 tablet:grid-cols-2">
          <Picture label="Before" url={before.imageUrl} />
          <Picture label="After" url={after.imageUrl} />
        </div>
      );
    default:
      return (
        <TextDifference before={before[field]} after={after[field]} className="max-w-measure" />
      );
  }
}

/** A field as a person would say it. */
export function PostValue({ field, input }: { field: PostField; input: PostInput }) {
  if (field === 'imageUrl') return <Picture label="" url={input.imageUrl} />;
  const words = wordsFor(field, input);
  return words === '' ? (
    <p className="text-base text-muted italic">Empty</p>
  ) : (
    <p className="text-base break-words whitespace-pre-wrap">{words}</p>
  );
}

function wordsFor(field: PostField, input: PostInput): string {
  if (field === 'status') return input.status === 'published' ? 'Published' : 'Draft';
  if (field === 'tags') return input.tags.join(', ');
  if (field === 'publishedAt') {
    return input.publishedAt && format(input.publishedAt, 'MMM d, yyyy, HH:mm');
  }
  return input[field];
}

function Replaced({ before, after }: { before: string; after: string }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-base break-words">
      {before !== '' && <Deleted>{before}</Deleted>}
      {after !== '' && <Inserted>{after}</Inserted>}
    </p>
  );
}

function Picture({ label, url }: { label: string; url: string }) {
  return (
    <figure className="min-w-0">
      {label !== '' && (
        <figcaption className="mb-1.5 text-small font-medium text-muted">{label}</figcaption>
      )}
      {url === '' ? (
        <p className="grid h-32 place-items-center rounded-control bg-sunken text-small text-muted">
          No picture
        </p>
      ) : (
        <>
          <div className="h-32 rounded-control bg-sunken">
            <Image
              src={toPublicImageUrl(url)}
              alt=""
              aspect="fill"
              sizes="20rem"
              fit="contain"
              severity="low"
            />
          </div>
          <p className="mt-1.5 text-small break-all text-muted">{url}</p>
        </>
      )}
    </figure>
  );
}
