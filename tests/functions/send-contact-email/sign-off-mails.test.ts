import { expect, test } from 'vitest';
import { MailError, type Mail } from '../../../supabase/functions/_shared/mail.ts';
import {
  deliverSignOffMails,
  SIGN_OFF_MAIL_BATCH,
  type SignOffMail,
  type SignOffMailDeps,
} from '../../../supabase/functions/send-contact-email/sign-off-mails.ts';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';

const CONTENT = {
  study: { title: 'Larder', what_we_loved: 'The <b>leeks</b>.' },
  metrics: [{ metric_value: '38 %', metric_label: 'more orders' }],
};

const MAIL: SignOffMail = {
  ...{ requestId: '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f', kind: 'commented', title: 'Larder' },
  ...{ clientName: 'Dana', recipient: 'editor@agency.example', editPath: '/admin/blog/edit/1' },
  approval: {
    ...{ name: 'Dana Whitlock', approved_at: '2026-05-04T10:00:00+00:00' },
    ...{ content: JSON.stringify(CONTENT), content_hash: 'abc' },
  },
  comments: [{ author_name: 'Dana', text: 'Since <i>when</i>?' }],
};

function setUp(queue: SignOffMail[], overrides: Partial<SignOffMailDeps> = {}) {
  const mails: Mail[] = [];
  const settled: unknown[][] = [];
  const waiting = [...queue];
  const deps: SignOffMailDeps = {
    claim: async () => waiting.shift() ?? null,
    settle: async (...which) => {
      settled.push(which);
    },
    sendMail: async (mail) => {
      mails.push(mail);
    },
    agency: AGENCY,
    teamAddress: 'team@agency.example',
    siteUrl: 'https://site.example',
    ...overrides,
  };
  return { deps, mails, settled, waiting };
}

test('the member who asked reads the comments, with their markup as text', async () => {
  const { deps, mails, settled } = setUp([MAIL]);
  expect(await deliverSignOffMails(deps)).toEqual({ sent: 1, failed: 0 });
  expect(mails[0]).toMatchObject({
    to: 'editor@agency.example',
    subject: 'Dana has commented on “Larder”',
  });
  expect(mails[0]?.text).toContain('> Since <i>when</i>?');
  expect(mails[0]?.text).toContain('https://site.example/admin/blog/edit/1');
  expect(mails[0]?.html).not.toContain('<i>');
  expect(settled).toEqual([[MAIL.requestId, 'commented']]);
});

test('an approval goes to the member, or to the team when the member has left', async () => {
  const approved = { ...MAIL, kind: 'approved' as const, recipient: null };
  const { deps, mails } = setUp([approved]);
  await deliverSignOffMails(deps);
  expect(mails[0]).toMatchObject({
    to: 'team@agency.example',
    subject: 'Dana Whitlock has approved “Larder”',
  });
});

test('the client gets what they have approved, and its hash', async () => {
  const receipt = { ...MAIL, kind: 'receipt' as const, recipient: 'dana@client.example' };
  const { deps, mails } = setUp([receipt]);
  await deliverSignOffMails(deps);
  const { to, text, html } = mails[0] ?? {};
  expect(to).toBe('dana@client.example');
  expect(text).toContain('What we loved: The <b>leeks</b>.');
  expect(text).toContain('Metric value: 38 %');
  expect(text).toContain('2026-05-04 10:00 UTC');
  expect(text).toContain('abc');
  expect(html).not.toContain('<b>');
});

test('a mail that fails, or has no address, is due again; one request sends a few', async () => {
  const failing = setUp([MAIL], {
    sendMail: () => Promise.reject(new MailError('refused')),
  });
  expect(await deliverSignOffMails(failing.deps)).toEqual({ sent: 0, failed: 1 });
  expect(failing.settled).toEqual([]);
  const nowhere = setUp([{ ...MAIL, recipient: null }], { teamAddress: '' });
  expect(await deliverSignOffMails(nowhere.deps)).toEqual({ sent: 0, failed: 1 });
  const many = setUp(Array.from({ length: SIGN_OFF_MAIL_BATCH + 2 }, () => MAIL));
  await deliverSignOffMails(many.deps);
  expect(many.waiting).toHaveLength(2);
});
