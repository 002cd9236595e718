import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startStack } from '../../scripts/lib/stack.ts';
import { deleteWorkspace } from '../../scripts/lib/workspace.ts';

/** A separate backend: these tests use up the hourly limit of all senders. */
async function startBackend(name: string) {
  const stack = await startStack({
    ...{ name, siteUrl: 'http://localhost:5173', seed: false },
    ...{ port: 0, mailboxPort: 0, smtpPort: 0 },
  });
  onTestFinished(async () => {
    await stack.stop();
    deleteWorkspace(name);
  });
  const headers = { apikey: stack.keys.secretKey, 'content-type': 'application/json' };
  return {
    submit: async (args: Record<string, unknown>, fields: Record<string, unknown> = {}) => {
      const reply = await fetch(`${stack.url}/rest/v1/rpc/submit_enquiry`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          sender: { hash: randomUUID() },
          enquiry: {
            submission_id: randomUUID(),
            name: 'Ada Lovelace',
            email: `${randomUUID()}@visitor.example`,
            message: 'We would like a new website.',
            ...fields,
          },
          ...args,
        }),
      });
      return reply.json();
    },
    count: async (filter: string) => {
      const rows = await fetch(`${stack.url}/rest/v1/enquiries?select=id&${filter}`, { headers });
      return (await rows.json()).length;
    },
  };
}

test('R-13: a flood without tickets does not affect an enquiry with one', async () => {
  const { submit, count } = await startBackend(`ticketless-flood-${process.pid}`);
  const noTicket = { is_quarantined: true, quarantine_reasons: ['missing-ticket'] };
  const outcomes = await Promise.all(
    Array.from({ length: 172 }, () => submit({ ticket: null }, noTicket)),
  );
  expect(outcomes.filter(({ outcome }) => outcome === 'stored')).toHaveLength(100);
  expect(outcomes.filter(({ outcome }) => outcome === 'limited')).toHaveLength(72);
  for (let customer = 0; customer < 50; customer += 1) {
    const reply = await submit({ ticket: randomUUID() });
    expect(reply).toMatchObject({ outcome: 'stored', reasons: [] });
  }
  expect(await count('is_quarantined=is.false')).toBe(50);
}, 120_000);

test('R-13: above 200 an hour from all senders together enquiries are quarantined, not refused', async () => {
  const { submit, count } = await startBackend(`enquiries-flood-${process.pid}`);
  const outcomes = await Promise.all(
    Array.from({ length: 300 }, () => submit({ ticket: randomUUID() })),
  );
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['stored']));
  expect(await count('is_quarantined=is.false')).toBe(200);
  expect(await count('quarantine_reasons=eq.{over-limit}')).toBe(100);
}, 120_000);

// Thousands of rows and weeks: written to a separate database with a moved clock.
let answers: Record<string, Record<string, unknown>>;
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    'scripts/run.mjs',
    'tests/support/form-questions.ts',
  ]);
  answers = JSON.parse(stdout.slice(stdout.indexOf('{"')));
}, 240_000);

const TAKEN = {
  ...{ outcome: 'stored', id: expect.any(String), number: expect.any(Number), reasons: [] },
};
const FULL = { outcome: 'limited', retry_after: 3600, is_full: true };

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
