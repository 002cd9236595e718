import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { ENQUIRY_SERVICES } from '@contracts/enquiry-fields';
import { newService } from '../support/hostile-page-texts';
import { asService, backend, call, createAudiences, rpc } from '../support/backend';

const TWICE = [...ENQUIRY_SERVICES, ...[1, 2].map(() => ({ value: 'twice', label: 'Twice' }))];

// What staff type must not close the contact form.

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const AGENCY = { services: ENQUIRY_SERVICES, zone: 'UTC', holidays: [] };

const submit = (fields: Record<string, unknown> = {}, agency: object = AGENCY) =>
  asService('POST', '/rest/v1/rpc/submit_enquiry', {
    enquiry: {
      submission_id: randomUUID(),
      name: 'Ada Lovelace',
      email: `${randomUUID().slice(0, 8)}@visitor.example`,
      message: 'We would like a new website.',
      ...fields,
    },
    sender: { hash: randomUUID() },
    ticket: randomUUID(),
    agency,
  });

test.for([
  ['two services with one id', ['photography', 'photography']],
  ["the id of the form's own service", ['other']],
] as const)('%s are refused where they are stored, and enquiries arrive', async ([, ids]) => {
  const path = '/rest/v1/page_texts?page=eq.services';
  const [page] = (await call(people.editor, 'GET', path)).data;
  const services = ids.map((id) => newService(id, 'Other…'));
  for (const goes_live of [false, true]) {
    const saved = await rpc(people.editor, 'save_page_texts', {
      ...{ page_id: page.id, expected_version: page.version, texts: { services }, goes_live },
    });
    expect([saved.status, saved.data.code]).toEqual([422, 'PT422']);
  }
  for (const service of ['', 'other', 'web-development']) {
    expect((await submit({ service })).data).toMatchObject({ outcome: 'stored' });
  }
});

test.for<[string, Partial<typeof AGENCY> | Record<string, unknown>]>([
  ['a service twice', { services: TWICE }],
  ['a service without a valid id', { services: [{ value: 'No id', label: 'x' }] }],
  ['no services', { services: null }],
  ['a holiday that is no day', { holidays: [['soon', 'Easter']] }],
  ['a time zone that is none', { zone: 'Mars/Phobos' }],
  ['hours that cannot be read', { hours: 'soon' }],
])('an enquiry is taken although the agency has %s', async ([, broken]) => {
  const { status, data } = await submit({ service: 'new-one' }, { ...AGENCY, ...broken });
  expect([status, data.outcome]).toEqual([200, 'stored']);
  expect(data.agency_problem).toEqual(expect.any(String));
  const { data: rows } = await asService('GET', `/rest/v1/enquiries?id=eq.${data.id}`);
  expect(rows[0]).toMatchObject({ service: null, name: 'Ada Lovelace' });
});

// A backup of an older version is restored as it is.
test.for(['"none"', '[{"id": "skopje"}]', '[{"id": "skopje", "hours": "soon"}]'])(
  'an enquiry is taken although the stored offices are %s',
  async (offices) => {
    const store = (texts: string) =>
      backend.sql.query(`update public.page_texts set texts = $1 where page = 'offices'`, [texts]);
    await submit({}, { ...AGENCY, office: 'skopje' });
    await store(`{"offices": ${offices}}`);
    const { status, data } = await submit();
    await store('{}');
    expect([status, data.outcome, data.agency_problem]).toEqual([200, 'stored', null]);
    const { data: rows } = await asService('GET', `/rest/v1/enquiries?id=eq.${data.id}`);
    expect(rows[0].answer_by).not.toBeNull();
  },
);

async function counts() {
  const { rows } = await backend.sql.query(
    `select (select count(*) from public.enquiries) as enquiries,
      (select count(*) from private.form_attempts) as attempts,
      (select count(*) from private.used_tickets) as tickets,
      (select count(*) from private.form_mails) as mails,
      (select count(*) from private.mails) as planned,
      (select count(*) from public.audit_events) as events`,
  );
  return rows[0];
}

test('the enquiry of the check takes every step and leaves nothing, not even a gap between numbers', async () => {
  const first = await submit();
  const before = await counts();
  const check = await submit({ is_check: true, service: 'other' });
  expect(check.data).toMatchObject({ outcome: 'stored', agency_problem: null });
  expect(await counts()).toEqual(before);
  expect((await submit()).data.number).toBe(first.data.number + 1);

  const broken = { ...AGENCY, services: TWICE };
  const failed = await submit({ is_check: true }, broken);
  expect(failed.data.agency_problem).toContain('cannot affect row a second time');
});

test('a check that fails is on the health page and mailed to owners once a day; one that is taken ends it', async () => {
  const settle = (problem?: string) =>
    asService('POST', '/rest/v1/rpc/settle_enquiry_check', problem ? { problem } : {});
  const health = async () => (await rpc(people.editor, 'site_health')).data.enquiry_check;
  const notices = async () => {
    const { rows } = await backend.sql.query(
      `select count(distinct mail.event_id) from private.mails as mail
       join public.audit_events as event on event.id = mail.event_id
       where event.action = 'enquiry check failed'`,
    );
    return Number(rows[0]?.count);
  };
  const isDue = async () =>
    (await backend.sql.query('select private.is_enquiry_check_due() as is_due')).rows[0]?.is_due;

  expect(await health()).toEqual({ checked_at: null, problem: null });
  await backend.sql.exec('update private.enquiry_check set due_at = now()');
  expect(await isDue()).toBe(true);
  for (const problem of ['Out of order', 'Still out of order']) {
    expect((await settle(problem)).status).toBe(204);
    expect(await health()).toEqual({ checked_at: expect.any(String), problem });
  }
  expect(await isDue()).toBe(false);
  expect(await notices()).toBe(1);

  await settle();
  expect(await health()).toMatchObject({ problem: null });
  await settle('Again');
  expect(await notices()).toBe(2);
  await settle();
});
