import { expect, test } from 'vitest';
import { formReducer, type FormEvent, type FormState } from '@/features/enquiries/form-state';

const sending: FormState = { step: 'sending' };
const kept: FormEvent = { type: 'kept', submissionId: 'a', mailLink: 'mailto:x', problem: null };
const accepted: FormEvent = { type: 'accepted', thanks: 'Thank you', number: 1042 };
const refused: FormEvent = { type: 'refused', message: 'No', mailLink: null };
const run = (...events: FormEvent[]) =>
  events.reduce<FormState>(formReducer, { step: 'idle' }).step;

test('CONTACT-18: idle, then sending, then done or failed', () => {
  expect(run()).toBe('idle');
  expect(run({ type: 'submitted' })).toBe('sending');
  expect(formReducer(sending, accepted)).toEqual({
    ...{ step: 'done', thanks: 'Thank you', number: 1042 },
  });
  expect(formReducer(sending, refused)).toEqual({ step: 'failed', message: 'No', mailLink: null });
});

test('CONTACT-18: a failed one can be sent again', () => {
  expect(run({ type: 'submitted' }, refused, { type: 'submitted' }, accepted)).toBe('done');
});

test('R-17: a queued enquiry can be sent later, taken back, or fail and stay stored', () => {
  const keep = [{ type: 'submitted' }, kept] as const;
  expect(run(...keep)).toBe('kept');
  expect(run(...keep, accepted)).toBe('done');
  expect(run(...keep, { type: 'reopened' })).toBe('idle');
  expect(formReducer({ ...kept, step: 'kept' }, { ...kept, problem: 'Refused' })).toMatchObject({
    ...{ step: 'kept', problem: 'Refused' },
  });
});

test.for<[string, FormEvent[], FormState['step']]>([
  ['an answer without a question', [accepted], 'idle'],
  ['a second submit while sending', [{ type: 'submitted' }, { type: 'submitted' }], 'sending'],
  ['news of the queue after the form was sent', [{ type: 'submitted' }, accepted, kept], 'done'],
  ['a refusal after the form was sent', [{ type: 'submitted' }, accepted, refused], 'done'],
])('%s changes nothing', ([, events, step]) => {
  expect(run(...events)).toBe(step);
});
