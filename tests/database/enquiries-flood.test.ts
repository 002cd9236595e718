import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startStack } from '../../scripts/lib/stack.mjs';
import { deleteWorkspace } from '../../scripts/lib/workspace.mjs';

/** A backend of its own: these use up the hour of all senders. */
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

test('R-13: a flood without tickets leaves a customer with one alone', async () => {
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

test('R-13: above 200 an hour from all senders together enquiries are put aside, not refused', async () => {
  const { submit, count } = await startBackend(`enquiries-flood-${process.pid}`);
  const outcomes = await Promise.all(
    Array.from({ length: 300 }, () => submit({ ticket: randomUUID() })),
  );
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['stored']));
  expect(await count('is_quarantined=is.false')).toBe(200);
  expect(await count('quarantine_reasons=eq.{over-limit}')).toBe(100);
}, 120_000);

// Thousands of rows and weeks: a database of its own gets them written and its clock moved instead.
let answers: Record<string, Record<string, unknown>>;
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    'tests/support/form-questions.mjs',
  ]);
  answers = JSON.parse(stdout.slice(stdout.indexOf('{"')));
}, 60_000);

const TAKEN = { outcome: 'stored', id: expect.any(String), reasons: [] };
const FULL = { outcome: 'limited', retry_after: 3600, is_full: true };

test('1,000 enquiries without a ticket are kept, and customers with one still get through', () => {
  expect(answers['1,000 without a ticket']).toEqual({ without: FULL, with: TAKEN });
});

test('a full quarantine takes nothing more, and what is not put aside still gets through', () => {
  expect(answers['4,000 in quarantine']).toEqual({
    without: FULL,
    over: FULL,
    with: TAKEN,
    deleted: expect.objectContaining({ outcome: 'stored', reasons: ['over-limit'] }),
  });
});

test('20,000 enquiries are the end of the table', () => {
  expect(answers['20,000 in all']).toEqual({ with: FULL });
});

test('used tickets are known for 30 days, also expired ones, and then forgotten', () => {
  expect(answers.tickets).toEqual({
    'after 29 days': ['used-ticket'],
    'kept after 31 days': 0,
  });
});

test('2,000 that wait for confirmation are the end of the newsletter; who waits is still answered', () => {
  expect(answers.newsletter).toEqual({
    another: FULL,
    known: { outcome: 'accepted' },
    'after 7 days': { outcome: 'accepted' },
  });
});
