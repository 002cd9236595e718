import { afterEach, expect, test, vi } from 'vitest';
import { journalSubject, protectUnsavedText, unsavedTextSchema } from '@/documents/unsaved-text';
import { caseStudyFields, emptyCaseStudyInput } from '@/features/case-studies/fields';

const parse = (value: unknown) => unsavedTextSchema(caseStudyFields).safeParse(value).data ?? null;

const stored = { id: 'a', version: 3, input: emptyCaseStudyInput, savedAt: null };
const text = {
  values: { ...emptyCaseStudyInput, clientUrl: 'half://', title: 'x'.repeat(500) },
  stored,
  unanswered: {
    ...{ input: emptyCaseStudyInput, before: null, changed: [], goesLive: false },
    saveIds: ['5f0d9c1e-7a43-4d0e-8a52-1f6c2b9d7e10'],
  },
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
])('%s is not offered', ([, value]) => {
  expect(parse(value)).toBeNull();
});

test('text is offered without what was sent if that has another shape', () => {
  expect(parse({ ...text, unanswered: [text.values] })).toEqual({ ...text, unanswered: null });
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

afterEach(() => {
  vi.unstubAllGlobals();
});

test('only a browser that does not ask the person is asked to keep unsaved text on a full disk', () => {
  const persist = vi.fn(() => Promise.reject(new Error('Not allowed')));
  vi.stubGlobal('navigator', { storage: { persist } });
  protectUnsavedText();
  expect(persist).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { storage: { persist }, userAgentData: {} });
  protectUnsavedText();
  expect(persist).toHaveBeenCalledOnce();
});
