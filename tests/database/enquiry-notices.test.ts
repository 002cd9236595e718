import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { closedDaysProblem, parseOfficeHours } from '@contracts/office-hours';
import { asService, call, createAudiences, makeStaff, rpc } from '../support/backend';
import { storeEnquiry } from '../support/enquiries';
import { askOfficeHours, CLOSED_DAYS } from '../support/enquiry-questions';
import { claimMails, mailsAbout, settleMail } from '../support/outbox';

/** In office hours: 24 hours on working days are one day from 9 to 17. */
const ANSWER_WITHIN_HOURS = 8;
const REMIND_BEFORE_HOURS = 2;
const DATABASE_START_MS = 120_000;

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

/** Claims what is due; only the notices to staff of this enquiry are returned. */
const noticesOf = async (id: string) =>
  (await claimMails()).filter(({ kind, about }) => about.id === id && kind !== 'enquiry-arrived');
const change = (who: 'editor' | 'owner', id: string, fields: Record<string, unknown>) =>
  call(people[who], 'PATCH', `/rest/v1/enquiries?id=eq.${id}`, fields);
const enquiryOf = async (id: string) =>
  (await asService('GET', `/rest/v1/enquiries?id=eq.${id}`)).data[0];
const receive = (id: string) =>
  asService('POST', '/rest/v1/rpc/receive_enquiry_mail', {
    enquiry_id: id,
    mail: {
      ...{ sender: 'ada@visitor.example', text: 'And a shop?', attachment_names: [] },
      message_id: `<${randomUUID()}@mail.example>`,
    },
  });
async function reply(id: string, lastSeen: string | null = null) {
  const reply_id = randomUUID();
  await rpc(people.editor, 'claim_enquiry_reply', {
    ...{ reply_id, enquiry_id: id, reply_text: 'Gladly', last_seen: lastSeen },
  });
  await asService('POST', '/rest/v1/rpc/settle_enquiry_reply', {
    ...{ reply_id, message_id: `<${reply_id}@agency.test>` },
  });
}

test('assigning another member mails them once, with who did it', async () => {
  const { id, number } = await storeEnquiry({ subject: 'A website' });
  await change('owner', id, { assigned_to: people.editor.email });
  const [notice, ...others] = await noticesOf(id);
  expect(notice).toMatchObject({
    ...{ kind: 'enquiry-assigned', recipient: people.editor.email },
    about: {
      ...{ number, name: 'Ada Lovelace', subject: 'A website', actor_email: people.owner.email },
      ...{ message: 'We would like a new website.', last_message: null },
    },
  });
  expect(others).toEqual([]);
  if (notice) await settleMail(notice);
  await change('owner', id, { status: 'open', assigned_to: people.editor.email });
  expect(await noticesOf(id)).toEqual([]);
});

test('assigning oneself, and taking an assignment back, mails nothing', async () => {
  const { id } = await storeEnquiry();
  await change('editor', id, { assigned_to: people.editor.email });
  await change('editor', id, { assigned_to: null });
  expect(await noticesOf(id)).toEqual([]);
});

test('a member who is removed before the mail is sent does not get it', async () => {
  const email = `leaver-${randomUUID().slice(0, 8)}@agency.test`;
  await makeStaff(email, 'editor');
  const { id } = await storeEnquiry();
  await change('owner', id, { assigned_to: email });
  await rpc(people.owner, 'remove_staff_member', { member_email: email });
  expect(await noticesOf(id)).toEqual([]);
});

test('assigning again and again sends one mail in ten minutes', async () => {
  const { id } = await storeEnquiry();
  await change('owner', id, { assigned_to: people.editor.email });
  for (const notice of await noticesOf(id)) await settleMail(notice);
  for (let turn = 0; turn < 3; turn += 1) {
    await change('owner', id, { assigned_to: null });
    await change('owner', id, { assigned_to: people.editor.email });
  }
  expect(await noticesOf(id)).toEqual([]);
});

test.for([{ deleted_at: '2026-01-01' }, { is_quarantined: true }])(
  'nothing is mailed about an enquiry with %j',
  async (fields) => {
    const { id } = await storeEnquiry();
    await change('owner', id, { assigned_to: people.editor.email });
    await change('owner', id, fields);
    expect(await noticesOf(id)).toEqual([]);
  },
);

test('an answer of the client is mailed to the member, or to the team', async () => {
  const { id } = await storeEnquiry();
  await reply(id);
  await receive(id);
  const [toTeam] = await noticesOf(id);
  expect(toTeam).toMatchObject({
    ...{ kind: 'enquiry-answered', recipient: null, about: { last_message: 'And a shop?' } },
  });
  const { id: other } = await storeEnquiry();
  await change('editor', other, { assigned_to: people.editor.email });
  await receive(other);
  expect(await noticesOf(other)).toMatchObject([{ recipient: people.editor.email }]);
});

test('an assignment to another member while the mail to the first is being sent is mailed too', async () => {
  const { id } = await storeEnquiry();
  const email = `second-${randomUUID().slice(0, 8)}@agency.test`;
  await makeStaff(email, 'editor');
  await change('owner', id, { assigned_to: people.editor.email });
  const [first] = await noticesOf(id);
  await change('owner', id, { assigned_to: email });
  if (first) await settleMail(first);
  expect(await noticesOf(id)).toMatchObject([{ kind: 'enquiry-assigned', recipient: email }]);
});

test('an answer of the client while the mail about the first is being sent is mailed ten minutes later', async () => {
  const { id } = await storeEnquiry();
  await receive(id);
  const [first] = await noticesOf(id);
  await receive(id);
  if (first) await settleMail(first);
  await receive(id);
  const waiting = (await mailsAbout(id)).filter(
    ({ kind, is_sent }) => kind === 'enquiry-answered' && !is_sent,
  );
  expect(waiting.map(({ minutes }) => Math.round(Number(minutes)))).toEqual([10]);
});

test('a claimed notice is not claimed again at once', async () => {
  const { id } = await storeEnquiry();
  await change('owner', id, { assigned_to: people.editor.email });
  expect(await noticesOf(id)).toHaveLength(1);
  expect(await noticesOf(id)).toEqual([]);
});

test('a client waits until the first reply, and again after each mail', async () => {
  const { id } = await storeEnquiry();
  const first = await enquiryOf(id);
  expect(first).toMatchObject({ answer_by: expect.any(String), answered_at: null });
  await reply(id);
  const answered = await enquiryOf(id);
  expect(answered).toMatchObject({ answer_by: null, answered_at: expect.any(String) });
  await receive(id);
  expect(await enquiryOf(id)).toMatchObject({
    ...{ answer_by: expect.any(String), answered_at: answered.answered_at },
  });
});

test('a client who writes twice waits since the first mail', async () => {
  const { id } = await storeEnquiry();
  const { answer_by } = await enquiryOf(id);
  await receive(id);
  expect(await enquiryOf(id)).toMatchObject({ answer_by });
});

test('an enquiry that is done counts as answered', async () => {
  const { id } = await storeEnquiry();
  await change('editor', id, { status: 'done' });
  const { answer_by, answered_at } = await enquiryOf(id);
  expect([answer_by, typeof answered_at]).toEqual([null, 'string']);
  await change('editor', id, { status: 'open' });
  expect(await enquiryOf(id)).toMatchObject({ answer_by: null, answered_at });
});

test('a failed reply is no answer', async () => {
  const { id } = await storeEnquiry();
  const reply_id = randomUUID();
  await rpc(people.editor, 'claim_enquiry_reply', {
    ...{ reply_id, enquiry_id: id, reply_text: 'Gladly', last_seen: null },
  });
  await asService('POST', '/rest/v1/rpc/settle_enquiry_reply', {
    ...{ reply_id, message_id: '<x@agency.test>', error: 'Refused' },
  });
  expect(await enquiryOf(id)).toMatchObject({ answer_by: expect.any(String), answered_at: null });
});

test('members mark an enquiry as answered, and can set no other time', async () => {
  const { id } = await storeEnquiry();
  const { answer_by } = await enquiryOf(id);
  await change('editor', id, { answer_by: '2099-01-01' });
  expect(await enquiryOf(id)).toMatchObject({ answer_by });
  await change('editor', id, { answer_by: null });
  expect(await enquiryOf(id)).toMatchObject({ answer_by: null, answered_at: expect.any(String) });
  await change('editor', id, { answer_by: '2099-01-01' });
  expect(await enquiryOf(id)).toMatchObject({ answer_by: null });
  const answered_at = await change('editor', id, { answered_at: '2001-01-01' });
  expect(answered_at.data).toMatchObject({ code: '42501' });
});

/** The instant of a local time of the answering office, which is one hour ahead of UTC in winter. */
const winter = (day: string, time: string) => new Date(`${day}T${time}:00+01:00`).toISOString();
const SUMMER_HOUR = 3_600_000;
const summer = (day: string, time: string) =>
  new Date(new Date(winter(day, time)).getTime() - SUMMER_HOUR).toISOString();

// 2026-11-23 is a Monday.
const cases: readonly [start: string, end: string][] = [
  [winter('2026-11-23', '10:00'), winter('2026-11-24', '10:00')],
  [winter('2026-11-23', '09:00'), winter('2026-11-23', '17:00')],
  [winter('2026-11-23', '06:00'), winter('2026-11-23', '17:00')],
  [winter('2026-11-23', '17:00'), winter('2026-11-24', '17:00')],
  [winter('2026-11-27', '16:00'), winter('2026-11-30', '16:00')],
  [winter('2026-11-28', '12:00'), winter('2026-11-30', '17:00')],
  // Holidays: New Year on a Friday, a Tuesday, a Monday for the Sunday before, Orthodox Easter Monday.
  [winter('2026-12-31', '16:30'), winter('2027-01-04', '16:30')],
  [winter('2026-12-07', '15:00'), winter('2026-12-09', '15:00')],
  [winter('2026-12-08', '12:00'), winter('2026-12-09', '17:00')],
  [summer('2026-10-09', '15:00'), summer('2026-10-13', '15:00')],
  [summer('2027-04-30', '15:00'), summer('2027-05-04', '15:00')],
  // Daylight saving begins on Sunday, 29 March.
  [winter('2026-03-27', '15:00'), summer('2026-03-30', '15:00')],
];
const reminder = { start: winter('2026-11-23', '10:00'), at: winter('2026-11-23', '16:00') };

const HOURS = [
  '9 am to 5 pm, Monday to Friday',
  ' 9 am to 5 pm, Monday ',
  '12 am to 12 pm, Sunday',
  '12 pm to 12 am, Sunday to Saturday',
  '8:30 AM to 12:05 PM, Saturday to Monday',
  '9 am to 5 pm, Monday, Tuesday and Friday',
  '9 am to 5 pm, Monday to Thursday; 9 am to 1 pm, Friday',
  '',
  'by appointment',
  '9 to 5, Monday to Friday',
  '13 am to 5 pm, Monday',
  '0 am to 5 pm, Monday',
  '5 pm to 9 am, Monday',
  '9 am to 9 am, Monday',
  '9 am to 5 pm, monday',
  '9 am to 5 pm, Funday',
  '9 am to 5 pm',
  '9 am to 5 pm to 6 pm, Monday',
  '9 am to 5 pm, Monday to Friday to Sunday',
  '9 am to 5 pm, Monday and Monday',
  '9 am to 5 pm, Monday to Friday; 9 am to 1 pm, Friday',
  '9 am to 5 pm, Monday; ',
];

let asked: Awaited<ReturnType<typeof askOfficeHours>>;
beforeAll(async () => {
  asked = await askOfficeHours(
    [
      ...cases.map(([start]) => ({ start, hours: ANSWER_WITHIN_HOURS })),
      { start: reminder.start, hours: ANSWER_WITHIN_HOURS - REMIND_BEFORE_HOURS },
    ],
    HOURS,
    // One hour on Monday, four on Wednesday, three on Thursday.
    {
      ...{ start: winter('2026-11-23', '15:00'), hours: ANSWER_WITHIN_HOURS },
      published: '9 am to 1 pm, Wednesday and Thursday; 2 pm to 4 pm, Monday',
    },
  );
}, DATABASE_START_MS);

test('24 hours count on working days without holidays, from 9 to 17 of the answering office', () => {
  expect(asked.answers.slice(0, -1)).toEqual(cases.map(([, end]) => end));
});

test('the hours that staff have published count instead', () => {
  expect(asked.published).toBe(winter('2026-11-26', '12:00'));
});

test('the closed days that staff have published count instead of those of the code', () => {
  // Wednesday is closed: one hour on Monday, four on Thursday, two on the next Monday, one on Wednesday.
  expect(asked['published holidays']).toBe(winter('2026-12-02', '10:00'));
});

test('the database takes the closed days that the form takes', () => {
  expect(asked.formats).toEqual(CLOSED_DAYS.slice(0, 3));
  expect(CLOSED_DAYS.filter((list) => closedDaysProblem(list) === null)).toEqual(asked.formats);
});

test('without an office that has hours, every hour counts', () => {
  expect(asked['without an office']).toBe(winter('2026-11-23', '23:00'));
});

test('the database reads hours like the website', () => {
  expect(asked.weeks).toEqual(
    HOURS.map((hours) => {
      const week = parseOfficeHours(hours)?.flatMap((day, at) =>
        day ? [[String(at), [day.opens, day.closes]] as const] : [],
      );
      return week ? Object.fromEntries(week) : null;
    }),
  );
  expect(asked.weeks.filter((week) => week === null).length).toBeGreaterThan(5);
  expect(asked.weeks.filter((week) => week !== null).length).toBeGreaterThan(5);
});

test('the reminder comes some office hours before', () => {
  expect(asked.answers.at(-1)).toBe(reminder.at);
});

test('after a restore, enquiries whose time is not over get their reminder again', () => {
  expect(asked.reminders.filter(({ kind }) => kind === 'enquiry-due')).toEqual([
    { subject: 'later', kind: 'enquiry-due', is_early: true },
  ]);
});

test('after a restore, an enquiry of which the team has no mail is mailed; a receipt that failed is not', () => {
  const mailed = asked.reminders.filter(({ kind }) => kind !== 'enquiry-due');
  expect(mailed.map(({ kind, subject }) => [kind, subject])).toEqual(
    ['answered', 'later', 'over'].map((subject) => ['enquiry-arrived', subject]),
  );
});
