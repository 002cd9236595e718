import { beforeAll, expect, test } from 'vitest';
import { askFormFloods } from '../support/form-questions';

// In a separate database: the tests use up the hourly limit of all senders, write thousands of rows and move the
// clock by weeks.
let answers: Awaited<ReturnType<typeof askFormFloods>>;
beforeAll(async () => {
  answers = await askFormFloods();
}, 240_000);

const TAKEN = {
  ...{ outcome: 'stored', id: expect.any(String), number: expect.any(Number), reasons: [] },
  agency_problem: null,
};
const FULL = { outcome: 'limited', retry_after: 3600, is_full: true };

test('R-13: 100 an hour without a ticket do not affect an enquiry with one', () => {
  expect(answers['after 98 without a ticket']).toEqual({
    without: ['stored missing-ticket', 'stored missing-ticket', 'limited'],
    with: ['stored', 'stored', 'stored'],
  });
});

test('R-13: above 200 an hour from all senders together enquiries are quarantined, not refused', () => {
  expect(answers['after 198 with a ticket']).toEqual(['stored', 'stored', 'stored over-limit']);
});

test('1,000 enquiries without a ticket are kept, and those with one are still accepted', () => {
  expect(answers['1,000 without a ticket']).toEqual({ without: FULL, with: TAKEN });
});

test('a full quarantine accepts nothing more, and other enquiries are still accepted', () => {
  expect(answers['4,000 in quarantine']).toEqual({
    without: FULL,
    over: FULL,
    with: TAKEN,
    deleted: expect.objectContaining({ outcome: 'stored', reasons: ['over-limit'] }),
  });
});

test('the table has at most 20,000 enquiries', () => {
  expect(answers['20,000 in all']).toEqual({ with: FULL });
});

test('a deleted enquiry is erased after 30 days', () => {
  expect(answers.deleted).toEqual({ erased: 1, 'days of those left': [28, 29] });
});

test('used tickets are kept for 30 days, also expired ones, and then deleted', () => {
  expect(answers.tickets).toEqual({
    'after 29 days': ['used-ticket'],
    'kept after 31 days': 0,
  });
});

test('the newsletter has at most 2,000 pending subscribers; those are still answered', () => {
  expect(answers.newsletter).toEqual({
    another: FULL,
    known: { outcome: 'accepted' },
    'after 7 days': { outcome: 'accepted' },
  });
});
