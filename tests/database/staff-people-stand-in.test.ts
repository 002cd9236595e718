import { beforeAll, expect, test } from 'vitest';
import { askSecondFactors } from '../support/staff-questions';

// The embedded Auth service has no second factors, so a separate database gets the one table of the
// hosted service that the migrations read, and the claims are set like the Data API does.
let answers: Awaited<ReturnType<typeof askSecondFactors>>;
beforeAll(async () => {
  answers = await askSecondFactors();
});

test('SESS-11, SESS-12, R-01: members with a second factor are staff with a token of two factors only, owners need one', () => {
  expect(answers.factors).toEqual({
    'no table, aal1': { standing: 'owner', rows: 2 },
    'no factor, aal1': { standing: 'enrol', rows: 0 },
    'unverified factor, aal1': { standing: 'enrol', rows: 0 },
    'verified factor, aal1': { standing: 'code', rows: 0 },
    'verified factor, no aal': { standing: 'code', rows: 0 },
    'verified factor, aal2': { standing: 'owner', rows: 2 },
    'another member, aal1': { standing: 'editor', rows: 0 },
  });
});

test('R-01: owners are mailed when a second factor of staff is added or removed', () => {
  expect(answers.noticed).toEqual([
    { action: 'second factor added', subject: 'owner@agency.test' },
    { action: 'second factor removed', subject: 'owner@agency.test' },
  ]);
});

test('a request is shown for 30 days, and the next one deletes older ones', () => {
  expect(answers.requests).toEqual({
    seen: [{ email: 'fresh@visitor.test' }],
    leftAfterTheNext: [{ email: 'fresh@visitor.test' }, { email: 'non-member@visitor.test' }],
  });
});
