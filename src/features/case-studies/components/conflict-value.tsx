import type { ReactNode } from 'react';
import type { CaseStudyInput } from '@contracts/case-study';
import { Image } from '@/components/image';
import { TextDifference } from '@/components/ui/text-difference';
import { toPublicImageUrl } from '@/lib/image-url';
import type { GalleryRow, MetricRow } from '../conflict';
import { isStoredGalleryRow, isStoredMetricRow, type CaseStudyField } from '../editing';

const longTexts: readonly CaseStudyField[] = [
  'subhead',
  'description',
  'challenge',
  'solution',
  'results',
  'whatWeLoved',
  'clientQuote',
  'outcome',
  'metaDescription',
  'ctaText',
];

export type ConflictValueProps = {
  field: CaseStudyField;
  values: CaseStudyInput;
  /** What both started from: long texts show the words that changed since. */
  base?: CaseStudyInput | null;
};

/** One field as one side has it. */
export function ConflictValue({ field, values, base = null }: ConflictValueProps) {
  switch (field) {
    case 'metrics':
      return <MetricList rows={values.metrics} />;
    case 'gallery':
      return <GalleryList rows={values.gallery} />;
    case 'serviceTags':
    case 'technologies':
      return <ValueList items={values[field]} />;
    default:
      return <Text text={values[field]} before={longTexts.includes(field) ? base?.[field] : ''} />;
  }
}

function Text({ text, before = '' }: { text: string; before?: string | undefined }) {
  if (before.trim() !== '' && before !== text)
    return <TextDifference before={before} after={text} />;
  return text.trim() === '' ? (
    <Nothing />
  ) : (
    <p className="text-base break-words whitespace-pre-wrap">{text}</p>
  );
}

export function MetricList({ rows }: { rows: readonly MetricRow[] }) {
  return (
    <ValueList
      items={rows.filter(isStoredMetricRow).map((row, index) => (
        <MetricValue key={index} row={row} />
      ))}
    />
  );
}

export function GalleryList({ rows }: { rows: readonly GalleryRow[] }) {
  return (
    <ValueList
      items={rows.filter(isStoredGalleryRow).map((row, index) => (
        <GalleryValue key={index} row={row} />
      ))}
    />
  );
}

export function MetricValue({ row }: { row: MetricRow }) {
  return (
    <span className="text-base break-words">
      <strong>{row.value}</strong> {row.label}
    </span>
  );
}

export function GalleryValue({ row }: { row: GalleryRow }) {
  return (
    <span className="flex items-start gap-3">
      <Image
        src={toPublicImageUrl(row.url)}
        alt=""
        aspect="feature"
        sizes="4rem"
        severity="low"
        className="w-16 shrink-0 rounded-control"
      />
      <span className="min-w-0 break-words">
        {row.caption || row.url}
        {row.altText && <span className="block text-muted">{row.altText}</span>}
      </span>
    </span>
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
