// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { clearDraft, identifySubmission, readDraft, saveDraft } from '@/features/enquiries/draft';

const text = {
  ...{ name: 'Ada', email: 'ada@studio.example', phone: '', service: '', subject: '' },
  message: 'We would like a new website.',
};

beforeEach(() => clearDraft());

test('CONTACT-26: typed text is restored after a reload of the tab', () => {
  saveDraft(text, 'other');
  expect(readDraft()).toMatchObject({ text, suggestedService: 'other' });
  clearDraft();
  expect(readDraft().text).toEqual({});
  expect(sessionStorage).toHaveLength(0);
});

test('CONTACT-20: a submission id is a random UUID, and the same text keeps it', () => {
  const first = identifySubmission(text);
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  saveDraft(text, null);
  expect(identifySubmission({ ...text, name: ' Ada ' })).toBe(first);
});

test('CONTACT-20: a changed text gets another id', () => {
  const first = identifySubmission(text);
  expect(identifySubmission({ ...text, message: `${text.message} Soon.` })).not.toBe(first);
});

test('CONTACT-20: the same text sent after a success gets another id', () => {
  const first = identifySubmission(text);
  clearDraft();
  expect(identifySubmission(text)).not.toBe(first);
});

test('without storage the draft is kept until the page is closed', () => {
  const refuse = () => {
    throw new DOMException('Blocked', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  saveDraft(text, null);
  expect(readDraft().text).toEqual(text);
  expect(identifySubmission(text)).toBe(identifySubmission(text));
});

test.for(['nonsense', '"text"', '{"text":null}', '[]'])(
  'a stored draft of %s is ignored',
  (stored) => {
    sessionStorage.setItem('contact-form', stored);
    expect(readDraft().text).toEqual({});
  },
);
