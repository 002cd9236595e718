import { use, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { format } from 'date-fns';
import { ListDifference } from '@/components/history/list-difference';
import { Image } from '@/components/image';
import { Deleted, Inserted, TextDifference } from '@/components/ui/text-difference';
import { imagePathOfUrl, toPublicImageUrl } from '@/lib/image-url';
import { diffLists } from '@/lib/list-diff';
import { focusOf } from '@/lib/picture-facts';
import { LibraryFacts } from '../library-facts';
import {
  isStoredRow,
  rowChanges,
  rowsIn,
  tagsIn,
  type Field,
  type Row,
  type RowsField,
  type Value,
} from '../fields';

export type DifferenceProps = { field: Field; before: Value | undefined; after: Value | undefined };

/** A field that differs between two versions; the marks do not rely on colour alone. */
export function Difference({ field, before = '', after = '' }: DifferenceProps) {
  switch (field.type) {
    case 'rows':
      return (
        <ListDifference changes={rowChanges(field, before, after)}>
          {(row, old) => <RowDifference field={field} before={old} after={row} />}
        </ListDifference>
      );
    case 'tags':
      return (
        <ListDifference changes={diffLists(tagsIn(before), tagsIn(after), () => false)}>
          {(tag) => tag}
        </ListDifference>
      );
    case 'picture':
      return (
        <div className="grid gap-4 tablet:grid-cols-2">
          <Picture label="Before" url={String(before)} />
          <Picture label="After" url={String(after)} />
        </div>
      );
    case 'text':
      return (
        <TextDifference
          before={String(before)}
          after={String(after)}
          className={clsx('max-w-measure', field.markdown && 'markdown-text')}
        />
      );
    default:
      return <Replaced before={formatValue(field, before)} after={formatValue(field, after)} />;
  }
}

/** Longer than a sentence or two. */
const LONG_TEXT = 300;

export type FieldValueProps = {
  field: Field;
  value: Value | undefined;
  /** The value both sides started from: a long text shows the words changed since. */
  base?: Value | undefined;
};

/** The value of a field on one side. */
export function FieldValue({ field, value = '', base = '' }: FieldValueProps) {
  if (field.type === 'rows') return <RowList field={field} rows={rowsIn(value)} />;
  if (field.type === 'tags') return <ValueList items={tagsIn(value)} />;
  if (field.type === 'picture') return <Picture url={String(value)} />;
  const words = formatValue(field, value);
  const isLong = field.type === 'text' && field.limit >= LONG_TEXT;
  if (isLong && String(base).trim() !== '' && base !== value) {
    return <TextDifference before={String(base)} after={words} />;
  }
  return words.trim() === '' ? (
    <Nothing />
  ) : (
    <p
      className={clsx(
        'max-w-measure whitespace-pre-wrap',
        field.type === 'text' && field.markdown ? 'markdown-text' : 'text-base',
      )}
    >
      {words}
    </p>
  );
}

/** Rows without the incomplete ones, which are not stored. */
export function RowList({ field, rows }: { field: RowsField; rows: readonly Row[] }) {
  const stored = rows.filter((row) => isStoredRow(field, row));
  return (
    <ValueList
      items={stored.map((row, place) => (
        <RowValue key={place} {...{ field, row }} />
      ))}
    />
  );
}

/** A row on one line: its picture, then its texts. */
export function RowValue({ field, row }: { field: RowsField; row: Row }) {
  const picture = pictureOf(field, row);
  const words = textParts(field).flatMap(([name]) => row[name] || []);
  if (picture === undefined) {
    const [first, ...others] = words;
    return (
      <span className="text-base">
        <strong>{first}</strong> {others.join(' ')}
      </span>
    );
  }
  const [first = picture, ...others] = words;
  return (
    <span className="flex items-start gap-3">
      <Thumbnail url={picture} size="4rem" className="w-16" />
      <span className="min-w-0">
        {first}
        {others.map((text, place) => (
          <span key={place} className="block text-muted">
            {text}
          </span>
        ))}
      </span>
    </span>
  );
}

function RowDifference({ field, before, after }: { field: RowsField; before: Row; after: Row }) {
  const picture = pictureOf(field, after);
  const parts = textParts(field);
  if (picture === undefined) {
    const line = (row: Row) => parts.map(([name]) => row[name]).join(' ');
    return <TextDifference before={line(before)} after={line(after)} />;
  }
  const shown = parts.filter(([name]) => before[name] || after[name]);
  return (
    <div className="flex items-start gap-4">
      <Thumbnail url={picture} size="6rem" className="w-24" />
      <dl className="grid min-w-0 gap-1 text-small">
        {shown.map(([name, { label }]) => (
          <div key={name}>
            <dt className="text-muted">{label}</dt>
            <dd>
              <TextDifference before={before[name] ?? ''} after={after[name] ?? ''} />
            </dd>
          </div>
        ))}
        {shown.length === 0 && (
          <div>
            <dt className="text-muted">Address</dt>
            <dd className="break-all">{picture}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function textParts({ parts }: RowsField) {
  return Object.entries(parts).filter(([, { isPicture }]) => !isPicture);
}

function pictureOf({ parts }: RowsField, row: Row): string | undefined {
  const part = Object.keys(parts).find((name) => parts[name]?.isPicture);
  return part && row[part];
}

function Thumbnail({ url, size, className }: { url: string; size: string; className: string }) {
  const facts = use(LibraryFacts) ?? {};
  return (
    <Image
      src={toPublicImageUrl(url)}
      alt=""
      aspect="feature"
      focus={focusOf(facts, url)}
      sizes={size}
      severity="low"
      className={`${className} shrink-0 rounded-control`}
    />
  );
}

/** A value in the words of the form. */
function formatValue(field: Field, value: Value): string {
  const text = String(value);
  if (field.type === 'choice') return field.options[text] ?? text;
  if (field.type === 'moment') return text && format(text, 'MMM d, yyyy, HH:mm');
  return text;
}

function Replaced({ before, after }: { before: string; after: string }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-base">
      {before !== '' && <Deleted>{before}</Deleted>}
      {after !== '' && <Inserted>{after}</Inserted>}
    </p>
  );
}

function Picture({ label, url }: { label?: string; url: string }) {
  return (
    <figure className="min-w-0">
      {label && (
        <figcaption className="mb-1.5 text-small font-medium text-muted">{label}</figcaption>
      )}
      {url === '' ? (
        <p className="grid h-32 max-w-56 place-items-center rounded-control bg-sunken text-small text-muted">
          No picture
        </p>
      ) : (
        <>
          <div className="h-32 max-w-56 rounded-control bg-sunken">
            <Image
              src={toPublicImageUrl(url)}
              alt=""
              aspect="fill"
              sizes="20rem"
              fit="contain"
              severity="low"
            />
          </div>
          <p className="mt-1.5 text-small text-muted">{imagePathOfUrl(url) ?? url}</p>
        </>
      )}
    </figure>
  );
}

function ValueList({ items }: { items: readonly ReactNode[] }) {
  if (items.length === 0) return <Nothing />;
  return (
    <ol className="grid gap-2 text-base">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ol>
  );
}

function Nothing() {
  return <p className="text-base text-muted italic">Empty</p>;
}
