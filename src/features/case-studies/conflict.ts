import type { CaseStudyInput } from '@contracts/case-study';
import {
  caseStudyFields,
  galleryKey,
  isStoredAlike,
  isStoredGalleryRow,
  isStoredMetricRow,
  metricKey,
  type CaseStudyField,
} from './editing';
import { mergeRows, resolveRows, type RowChoices, type RowMerge, type Side } from './merge-rows';

export type MetricRow = CaseStudyInput['metrics'][number];
export type GalleryRow = CaseStudyInput['gallery'][number];

/** Which side changed what, for a study two people saved from the same start. */
export type Comparison = {
  /** Only they changed these: taken over without a question. */
  onlyTheirs: CaseStudyField[];
  onlyMine: CaseStudyField[];
  /** Changed on both sides to different things: someone has to choose. */
  both: CaseStudyField[];
  /** Changed on both sides too, and merged row by row. */
  metrics?: RowMerge<MetricRow>;
  gallery?: RowMerge<GalleryRow>;
};

export type Choices = {
  fields: Partial<Record<CaseStudyField, Side>>;
  metrics: RowChoices;
  gallery: RowChoices;
};

export const noChoices: Choices = { fields: {}, metrics: { rows: {} }, gallery: { rows: {} } };

/**
 * @param base what both sides started from; null when that is not known, and every difference is
 *   then a question
 */
export function compareVersions(
  base: CaseStudyInput | null,
  mine: CaseStudyInput,
  theirs: CaseStudyInput,
): Comparison {
  const comparison: Comparison = { onlyTheirs: [], onlyMine: [], both: [] };
  for (const field of caseStudyFields) {
    if (isStoredAlike(field, mine, theirs)) continue;
    if (base && isStoredAlike(field, base, mine)) comparison.onlyTheirs.push(field);
    else if (base && isStoredAlike(field, base, theirs)) comparison.onlyMine.push(field);
    else if (base && field === 'metrics') comparison.metrics = mergeMetrics(base, mine, theirs);
    else if (base && field === 'gallery') comparison.gallery = mergeGallery(base, mine, theirs);
    else comparison.both.push(field);
  }
  return comparison;
}

// Of the base only what was stored counts: an unfinished row of mine is news, not something they
// removed.
function mergeMetrics(base: CaseStudyInput, mine: CaseStudyInput, theirs: CaseStudyInput) {
  return mergeRows(base.metrics.filter(isStoredMetricRow), mine.metrics, theirs.metrics, {
    keyOf: metricKey,
    isSameThing: (one, other) => isSameText(one.label, other.label),
    isAlike: (one, other) => isSameText(one.value, other.value),
  });
}

function mergeGallery(base: CaseStudyInput, mine: CaseStudyInput, theirs: CaseStudyInput) {
  return mergeRows(base.gallery.filter(isStoredGalleryRow), mine.gallery, theirs.gallery, {
    keyOf: galleryKey,
    isSameThing: (one, other) => isSameText(one.url, other.url),
    isAlike: (one, other) =>
      isSameText(one.altText, other.altText) || isSameText(one.caption, other.caption),
  });
}

function isSameText(one: string, other: string): boolean {
  return one.trim() !== '' && one.trim() === other.trim();
}

/** How many choices are still to be made. */
export function countOpen({ both, metrics, gallery }: Comparison, choices: Choices): number {
  const fields = both.filter((field) => choices.fields[field] === undefined).length;
  return fields + openRows(metrics, choices.metrics) + openRows(gallery, choices.gallery);
}

function openRows<Row>(merge: RowMerge<Row> | undefined, choices: RowChoices): number {
  if (!merge) return 0;
  const rows = merge.rows.filter(({ id, side }) => side === null && !choices.rows[id]).length;
  return rows + (merge.orderSide === null && !choices.order ? 1 : 0);
}

/** The same side for every choice there is. */
export function chooseEverywhere({ both, metrics, gallery }: Comparison, side: Side): Choices {
  return {
    fields: Object.fromEntries(both.map((field) => [field, side])),
    metrics: chooseAllRows(metrics, side),
    gallery: chooseAllRows(gallery, side),
  };
}

function chooseAllRows<Row>(merge: RowMerge<Row> | undefined, side: Side): RowChoices {
  const open = merge?.rows.filter((row) => row.side === null) ?? [];
  return { rows: Object.fromEntries(open.map(({ id }) => [id, side])), order: side };
}

/** Mine, with what only they changed and with theirs where theirs was chosen. */
export function mergeVersions(
  mine: CaseStudyInput,
  theirs: CaseStudyInput,
  { onlyTheirs, both, metrics, gallery }: Comparison,
  choices: Choices,
): CaseStudyInput {
  const merged = { ...mine };
  const take = <Field extends CaseStudyField>(field: Field) => {
    merged[field] = theirs[field];
  };
  onlyTheirs.forEach(take);
  both.filter((field) => choices.fields[field] === 'theirs').forEach(take);
  if (metrics) merged.metrics = resolveRows(metrics, choices.metrics);
  if (gallery) merged.gallery = resolveRows(gallery, choices.gallery);
  return merged;
}

/** Whether saving one over the other would change nothing. */
export function hasSameContent(a: CaseStudyInput, b: CaseStudyInput): boolean {
  return caseStudyFields.every((field) => isStoredAlike(field, a, b));
}

/** Whether anything was typed since: unlike `hasSameContent`, blanks and unfinished rows count. */
export function hasSameText(a: CaseStudyInput, b: CaseStudyInput): boolean {
  return fieldsTyped(a, b).length === 0;
}

/** The fields in which two texts differ, in the order of the form. */
export function fieldsTyped(a: CaseStudyInput, b: CaseStudyInput): CaseStudyField[] {
  return caseStudyFields.filter((field) => {
    const [one, other] = [a[field], b[field]];
    return (
      one !== other && (typeof one === 'string' || JSON.stringify(one) !== JSON.stringify(other))
    );
  });
}
