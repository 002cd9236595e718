import type { ReactNode, Ref } from 'react';
import { format } from 'date-fns';
import { PersonName } from '@/components/people/person';
import { Field, Select } from '@/components/ui/field';
import {
  changedFields,
  type DocumentInput,
  type Field as DocumentField,
  type Fields,
  type NameOf,
  type Value,
} from '../fields';
import type { DocumentKind, Revision } from '../kind';
import { useRenderedPart, useRenderedPost } from '../use-rendered';
import { Difference, FieldValue } from './difference';
import { MarkdownPreview } from './markdown-preview';

export type HistoryComparisonProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  chosen: Revision<Input>;
  /** Null if there is no version before the chosen one. */
  against: Revision<Input> | null;
  /** The versions to choose from. */
  others: readonly Revision<Input>[];
  onCompareWith: (version: number) => void;
  headingRef: Ref<HTMLHeadingElement>;
  /** Beside the heading: the restore button. */
  actions?: ReactNode;
};

/** What the chosen version changed against another one, field by field. */
export function HistoryComparison<Input extends DocumentInput>({
  kind: { fields, empty },
  chosen,
  against,
  others,
  onCompareWith,
  headingRef,
  actions,
}: HistoryComparisonProps<Input>) {
  // Of the oldest version every filled field is shown, without marks.
  const before = against?.input ?? null;
  const names = changedFields(fields, before ?? empty, chosen.input);
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2
            ref={headingRef}
            tabIndex={-1}
            className="scroll-mt-24 sans-heading text-h4 outline-none"
          >
            Version {chosen.version}
          </h2>
          <p className="text-small text-muted">
            Saved{' '}
            <time dateTime={chosen.savedAt}>{format(chosen.savedAt, 'MMM d, yyyy, HH:mm')}</time>
            {chosen.savedBy !== null && (
              <>
                {' by '}
                <PersonName email={chosen.savedBy} />
              </>
            )}
            {chosen.restoredFrom !== null && `, restored from version ${chosen.restoredFrom}`}
          </p>
        </div>
        {actions}
      </div>
      {others.length > 0 && (
        <Field label="Compared with" className="mt-5 mb-6 max-w-md">
          <Select
            value={against?.version ?? ''}
            onChange={(event) => onCompareWith(Number(event.target.value))}
          >
            {against === null && <option value="">Nothing: this is the oldest version</option>}
            {others.map(({ version, savedAt }) => (
              <option key={version} value={version}>
                Version {version}
                {version === chosen.version - 1 && ' (the one before)'},{' '}
                {format(savedAt, 'MMM d, yyyy, HH:mm')}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {others.length === 0 && (
        <p className="mt-4 mb-5 text-small text-muted">
          This is the only version so far. The next save makes another one to compare it with.
        </p>
      )}
      {names.length === 0 ? (
        <p className="border-t border-line py-6 text-base text-muted">
          Both versions are the same.
        </p>
      ) : (
        <>
          {against && (
            <p className="mb-6 text-small text-muted">
              <del>Only in version {against.version}</del>,{' '}
              <ins>only in version {chosen.version}</ins>
            </p>
          )}
          {before ? (
            <FieldDifferences fields={fields} names={names} before={before} after={chosen.input} />
          ) : (
            <FieldSections fields={fields} names={names}>
              {(name) => <VersionValue field={fields[name]} value={chosen.input[name]} />}
            </FieldSections>
          )}
        </>
      )}
    </div>
  );
}

type VersionValueProps = { field: DocumentField; value: Value | undefined };

/** Without another version to compare with, Markdown is easier to read as visitors see it. */
function VersionValue({ field, value }: VersionValueProps) {
  if (field.type !== 'text' || !field.markdown) return <FieldValue field={field} value={value} />;
  const Rendered = field.markdown === 'post' ? RenderedPost : RenderedPart;
  return (
    <div className="max-w-measure">
      <Rendered markdown={String(value)} />
    </div>
  );
}

type RenderedProps = { markdown: string };

// Below the h3 of the field: the headings of a post begin at h2, those of a part at h3.
const RenderedPost = ({ markdown }: RenderedProps) => (
  <MarkdownPreview {...useRenderedPost(markdown)} lowerBy={2} />
);

const RenderedPart = ({ markdown }: RenderedProps) => (
  <MarkdownPreview {...useRenderedPart(markdown)} lowerBy={1} />
);

type FieldDifferencesProps<Input extends DocumentInput> = {
  fields: Fields<Input>;
  names: readonly NameOf<Input>[];
  before: Input;
  after: Input;
};

export function FieldDifferences<Input extends DocumentInput>({
  fields,
  names,
  before,
  after,
}: FieldDifferencesProps<Input>) {
  return (
    <FieldSections fields={fields} names={names}>
      {(name) => <Difference field={fields[name]} before={before[name]} after={after[name]} />}
    </FieldSections>
  );
}

type FieldSectionsProps<Input extends DocumentInput> = {
  fields: Fields<Input>;
  names: readonly NameOf<Input>[];
  children: (name: NameOf<Input>) => ReactNode;
};

function FieldSections<Input extends DocumentInput>({
  fields,
  names,
  children,
}: FieldSectionsProps<Input>) {
  return names.map((name) => (
    <section
      key={name}
      className="grid gap-x-6 gap-y-2 border-t border-line py-4 tablet:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <h3 className="sans-heading text-small text-muted tablet:pt-0.5">{fields[name].label}</h3>
      <div className="min-w-0 [&_.reading]:[--reading-size:1rem]">{children(name)}</div>
    </section>
  ));
}
