import { expect, test } from 'vitest';
import { emptyCaseStudyInput } from '@/features/case-studies/editing';
import { journalSubject, parseUnsavedText } from '@/features/case-studies/unsaved-text';

const stored = { id: 'a', version: 3, input: emptyCaseStudyInput, savedAt: null };
const text = {
  values: { ...emptyCaseStudyInput, clientUrl: 'half://', title: 'x'.repeat(500) },
  stored,
  unanswered: [emptyCaseStudyInput],
};

test('unfinished text is read back as it was, however invalid', () => {
  expect(parseUnsavedText(JSON.parse(JSON.stringify(text)))).toEqual(text);
});

test.for([
  ['nothing', null],
  ['another thing', 'text'],
  ['a field missing', { ...text, values: { ...text.values, title: undefined } }],
  ['a status unknown', { ...text, values: { ...text.values, status: 'archived' } }],
  ['rows of another shape', { ...text, values: { ...text.values, metrics: [{ value: 1 }] } }],
  ['tags that are no texts', { ...text, values: { ...text.values, serviceTags: [1] } }],
  ['no version', { ...text, stored: { ...stored, version: undefined } }],
  ['no list of what was sent', { ...text, unanswered: null }],
])('%s is not offered', ([, value]) => {
  expect(parseUnsavedText(value)).toBeNull();
});

test('studies not created yet share one place', () => {
  expect(journalSubject({ ...stored, version: null })).toBe('new');
  expect(journalSubject(stored)).toBe('a');
});
