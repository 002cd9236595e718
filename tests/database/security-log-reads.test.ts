import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { anonymous, asService, call, createAudiences, rpc } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const HOUR_MS = 60 * 60 * 1000;
const since = () => new Date(Date.now() - HOUR_MS).toISOString();
const report = (who: Parameters<typeof call>[0], fields: Record<string, unknown>) =>
  call(
    who,
    'POST',
    '/rest/v1/security_events',
    {
      event_type: 'application_error',
      severity: 'low',
      description: 'Something small',
      metadata: {},
      user_id: null,
      ip_address: null,
      user_agent: 'test',
      ...fields,
    },
    { prefer: 'return=minimal' },
  );

test('SEC-6, SEC-7: events since a time are counted by type and severity', async () => {
  const count = async () => {
    const { data } = await rpc(people.owner, 'count_security_events', { since: since() });
    return (severity: string): number =>
      data.find(
        (row: Record<string, unknown>) =>
          row.event_type === 'csrf_attempt' && row.severity === severity,
      )?.events ?? 0;
  };
  const before = await count();
  await report(people.nonMember, { event_type: 'csrf_attempt', severity: 'high' });
  await report(people.nonMember, { event_type: 'csrf_attempt', severity: 'high' });
  await report(people.nonMember, { event_type: 'csrf_attempt', severity: 'low' });
  const after = await count();
  expect(after('high') - before('high')).toBe(2);
  expect(after('low') - before('low')).toBe(1);
});

test('SEC-6: events before that time are not counted', async () => {
  const inAnHour = new Date(Date.now() + HOUR_MS).toISOString();
  expect((await rpc(people.owner, 'count_security_events', { since: inAnHour })).data).toEqual([]);
});

test('PERM-17: owners count all events, editors their own, other users and visitors none', async () => {
  const counted = (who: Parameters<typeof call>[0]) =>
    rpc(who, 'count_security_events', { since: since() });
  const total = async (who: Parameters<typeof call>[0]) =>
    (await counted(who)).data.reduce((sum: number, row: { events: number }) => sum + row.events, 0);
  const before = { editor: await total(people.editor), owner: await total(people.owner) };
  await report(people.editor, {});
  await report(people.nonMember, {});
  expect(await total(people.editor)).toBe(before.editor + 1);
  expect(await total(people.owner)).toBe(before.owner + 2);
  expect((await counted(people.nonMember)).data).toEqual([]);
  expect((await counted(anonymous)).data).toMatchObject({ code: '42501' });
});

test('SEC-4: the latest events come first, up to the requested number', async () => {
  for (const description of ['Reads 1', 'Reads 2', 'Reads 3']) {
    await report(people.nonMember, { description });
  }
  const { data } = await call(
    people.owner,
    'GET',
    '/rest/v1/security_events?select=description&description=ilike.*reads*&order=created_at.desc,id.desc&limit=2',
  );
  expect(data).toEqual([{ description: 'Reads 3' }, { description: 'Reads 2' }]);
});

test('SEC-5: a filter by user returns only events of that user', async () => {
  await report(people.nonMember, { description: 'By a non-member' });
  await report(people.editor, { description: 'By the editor' });
  const { data } = await call(
    people.owner,
    'GET',
    `/rest/v1/security_events?select=user_id,description&user_id=eq.${people.nonMember.userId}&order=created_at.desc,id.desc&limit=20`,
  );
  expect(data[0].description).toBe('By a non-member');
  expect(new Set(data.map((row: { user_id: string }) => row.user_id))).toEqual(
    new Set([people.nonMember.userId]),
  );
});

test('owners get the emails of users in the log', async () => {
  await report(people.nonMember, {});
  const named = (who: Parameters<typeof call>[0]) =>
    rpc(who, 'name_security_event_users', { user_ids: [people.nonMember.userId, randomUUID()] });
  expect((await named(people.owner)).data).toEqual([
    { user_id: people.nonMember.userId, email: people.nonMember.email },
  ]);
});

test('the email of an account outside the log is not returned', async () => {
  const { data } = await rpc(people.owner, 'name_security_event_users', {
    user_ids: [people.owner.userId, people.nonMember.userId],
  });
  expect(data.map((row: { email: string }) => row.email)).toEqual([people.nonMember.email]);
});

test('SEC-1, DATA-22: one insert can have several events', async () => {
  const description = `Batch ${randomUUID()}`;
  const rows = [1, 2].map(() => ({
    event_type: 'data_access',
    severity: 'low',
    description,
    metadata: { page: '/admin' },
    user_id: null,
    ip_address: null,
    user_agent: 'test',
  }));
  const reply = await call(people.nonMember, 'POST', '/rest/v1/security_events', rows, {
    prefer: 'return=minimal',
  });
  expect(reply.status).toBe(201);
  const stored = await asService(
    'GET',
    `/rest/v1/security_events?select=user_id&description=eq.${encodeURIComponent(description)}`,
  );
  expect(stored.data).toEqual([
    { user_id: people.nonMember.userId },
    { user_id: people.nonMember.userId },
  ]);
});

test('R-05: the largest metadata of the browser is accepted', async () => {
  const description = `Large ${randomUUID()}`;
  const metadata = Object.fromEntries(
    Array.from({ length: 30 }, (_, place) => [`entry_${place}`, 'ж'.repeat(55)]),
  );
  expect(JSON.stringify(metadata).length).toBeGreaterThan(2000);
  expect((await report(people.nonMember, { description, metadata })).status).toBe(201);
});
