import { expect, test } from 'vitest';
import { journalSubject, unsavedTextSchema } from '@/documents/unsaved-text';
import { caseStudyFields, emptyCaseStudyInput } from '@/features/case-studies/fields';

const parse = (value: unknown) => unsavedTextSchema(caseStudyFields).safeParse(value).data ?? null;

const stored = { id: 'a', version: 3, input: emptyCaseStudyInput, savedAt: null };
const text = {
  values: { ...emptyCaseStudyInput, clientUrl: 'half://', title: 'x'.repeat(500) },
  stored,
  unanswered: [emptyCaseStudyInput],
};

test('unsaved text is read back unchanged, even if it is invalid', () => {
  expect(parse(JSON.parse(JSON.stringify(text)))).toEqual(text);
});

test.for([
  ['nothing', null],
  ['another thing', 'text'],
  ['a text that is none', { ...text, values: { ...text.values, title: 7 } }],
  ['a status unknown', { ...text, values: { ...text.values, status: 'archived' } }],
  ['rows of another shape', { ...text, values: { ...text.values, metrics: [{ value: 1 }] } }],
  ['tags that are no texts', { ...text, values: { ...text.values, serviceTags: [1] } }],
  ['no version', { ...text, stored: { ...stored, version: undefined } }],
  ['no list of what was sent', { ...text, unanswered: null }],
])('%s is not offered', ([, value]) => {
  expect(parse(value)).toBeNull();
});

test('a field added after the text was stored is empty', () => {
  const older = Object.fromEntries(
    Object.entries(text.values).filter(([name]) => name !== 'timeline'),
  );
  expect(parse({ ...text, values: older })).toEqual(text);
});

test('new studies share one journal subject', () => {
  expect(journalSubject({ ...stored, version: null })).toBe('new');
  expect(journalSubject(stored)).toBe('a');
});
