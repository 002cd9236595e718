import type { CaseStudyInput } from '@contracts/case-study';
import { ListDifference } from '@/components/history/list-difference';
import { Image } from '@/components/image';
import { Deleted, Inserted, TextDifference } from '@/components/ui/text-difference';
import { diffLists } from '@/lib/list-diff';
import { toPublicImageUrl } from '@/lib/image-url';
import type { CaseStudyField } from '../editing';
import { diffGallery, diffMetrics } from '../revision-changes';
import { caseStudyFieldLabels } from './case-study-form-labels';

export type HistoryFieldProps = {
  field: CaseStudyField;
  before: CaseStudyInput;
  after: CaseStudyInput;
};

/** One field that differs between two versions. */
export function HistoryField({ field, before, after }: HistoryFieldProps) {
  return (
    <section className="border-t border-line py-6">
      <h3 className="mb-3 font-text text-base font-semibold tracking-normal">
        {caseStudyFieldLabels[field]}
      </h3>
      <Difference field={field} before={before} after={after} />
    </section>
  );
}

function Difference({ field, before, after }: HistoryFieldProps) {
  switch (field) {
    case 'metrics':
      return (
        <ListDifference changes={diffMetrics(before, after)}>
          {(row, old) => (
            <TextDifference
              before={`${old.value} ${old.label}`}
              after={`${row.value} ${row.label}`}
            />
          )}
        </ListDifference>
      );
    case 'gallery':
      return (
        <ListDifference changes={diffGallery(before, after)}>
          {(row, old) => <PictureDifference before={old} after={row} />}
        </ListDifference>
      );
    case 'serviceTags':
    case 'technologies':
      return (
        <ListDifference changes={diffLists(before[field], after[field], () => false)}>
          {(tag) => tag}
        </ListDifference>
      );
    case 'status':
      return <Replaced before={STATUS_WORDS[before.status]} after={STATUS_WORDS[after.status]} />;
    case 'heroImageUrl':
    case 'clientLogoUrl':
      return (
        <div className="grid gap-4 tablet:grid-cols-2">
          <Picture label="Before" url={before[field]} />
          <Picture label="After" url={after[field]} />
        </div>
      );
    case 'clientUrl':
      return <Replaced before={before.clientUrl} after={after.clientUrl} />;
    default:
      return (
        <TextDifference before={before[field]} after={after[field]} className="max-w-measure" />
      );
  }
}

const STATUS_WORDS = { draft: 'Draft', published: 'Published' } as const;

function Replaced({ before, after }: { before: string; after: string }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-base break-all">
      {before !== '' && <Deleted>{before}</Deleted>}
      {after !== '' && <Inserted>{after}</Inserted>}
    </p>
  );
}

function Picture({ label, url }: { label: string; url: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-small font-medium text-muted">{label}</figcaption>
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

type GalleryRow = CaseStudyInput['gallery'][number];

function PictureDifference({ before, after }: { before: GalleryRow; after: GalleryRow }) {
  return (
    <div className="flex items-start gap-4">
      <Image
        src={toPublicImageUrl(after.url)}
        alt=""
        aspect="feature"
        sizes="6rem"
        severity="low"
        className="w-24 shrink-0 rounded-control"
      />
      <dl className="grid min-w-0 gap-1 text-small">
        {PICTURE_TEXTS.map(
          ([name, label]) =>
            (before[name] || after[name]) && (
              <div key={name}>
                <dt className="text-muted">{label}</dt>
                <dd>
                  <TextDifference before={before[name]} after={after[name]} />
                </dd>
              </div>
            ),
        )}
        {!after.caption && !after.altText && !before.caption && !before.altText && (
          <div>
            <dt className="text-muted">Address</dt>
            <dd className="break-all">{after.url}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

const PICTURE_TEXTS = [
  ['caption', 'Caption'],
  ['altText', 'Alt text'],
] as const;
