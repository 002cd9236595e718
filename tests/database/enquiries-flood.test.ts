import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startStack } from '../../scripts/lib/stack.mjs';
import { deleteWorkspace } from '../../scripts/lib/workspace.mjs';

test('R-13: from everybody together 200 enquiries an hour are taken, whatever addresses they claim', async () => {
  // A backend of its own: this uses up the hour of everybody else.
  const name = `enquiries-flood-${process.pid}`;
  const stack = await startStack({
    ...{ name, siteUrl: 'http://localhost:5173', seed: false },
    ...{ port: 0, mailboxPort: 0, smtpPort: 0 },
  });
  onTestFinished(async () => {
    await stack.stop();
    deleteWorkspace(name);
  });
  const headers = { apikey: stack.keys.secretKey, 'content-type': 'application/json' };
  const submit = async () => {
    const reply = await fetch(`${stack.url}/rest/v1/rpc/submit_enquiry`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        sender_hash: randomUUID(),
        enquiry: {
          submission_id: randomUUID(),
          name: 'Ada Lovelace',
          email: `${randomUUID()}@visitor.example`,
          message: 'We would like a new website.',
        },
      }),
    });
    return (await reply.json()).outcome;
  };
  const outcomes = await Promise.all(Array.from({ length: 500 }, submit));
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(200);
  expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(300);
  const rows = await fetch(`${stack.url}/rest/v1/enquiries?select=id`, { headers });
  expect(await rows.json()).toHaveLength(200);
}, 60_000);
