import type { CaseStudyInput } from '@contracts/case-study';
import { createJournal } from '@/lib/journal';
import { caseStudyFields, type CaseStudyField, type StoredCaseStudy } from './editing';

/** Text that was typed and not saved, with what it was written against. */
export type UnsavedText = {
  values: CaseStudyInput;
  stored: StoredCaseStudy;
  /** Sent, and answered by silence. */
  unanswered: CaseStudyInput[];
};

export const caseStudyJournal = createJournal({ kind: 'case-study', parse: parseUnsavedText });

const NEW_STUDY = 'new';

/** What the journal files the text under: studies not created yet share one place. */
export function journalSubject({ id, version }: StoredCaseStudy): string {
  return version === null ? NEW_STUDY : id;
}

/** Read back, it may come from an older version of this site. */
export function parseUnsavedText(value: unknown): UnsavedText | null {
  if (!isRecord(value)) return null;
  const { values, stored, unanswered } = value;
  if (!isInput(values) || !isStored(stored)) return null;
  if (!Array.isArray(unanswered) || !unanswered.every(isInput)) return null;
  return { values, stored, unanswered };
}

function isStored(value: unknown): value is StoredCaseStudy {
  return (
    isRecord(value) &&
    isText(value.id) &&
    (value.version === null || typeof value.version === 'number') &&
    (value.savedAt === null || isText(value.savedAt)) &&
    isInput(value.input)
  );
}

/** By shape alone: half-written addresses and texts too long are just what must not be lost. */
function isInput(value: unknown): value is CaseStudyInput {
  return isRecord(value) && caseStudyFields.every((field) => isValue(field, value[field]));
}

function isValue(field: CaseStudyField, value: unknown): boolean {
  switch (field) {
    case 'status':
      return value === 'draft' || value === 'published';
    case 'serviceTags':
    case 'technologies':
      return Array.isArray(value) && value.every(isText);
    case 'metrics':
      return isRows(value, ['value', 'label']);
    case 'gallery':
      return isRows(value, ['url', 'caption', 'altText']);
    default:
      return isText(value);
  }
}

function isRows(value: unknown, names: readonly string[]): boolean {
  return (
    Array.isArray(value) &&
    value.every((row) => isRecord(row) && names.every((name) => isText(row[name])))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
