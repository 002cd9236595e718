import { answeringOffice } from '../../brand/offices';
import { services } from '../../brand/services';
import { contactContent } from '../../brand/texts/contact';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { mailbox, readKeys, SITE } from '../backend';
import { expect, field, test } from '../fixtures';

const [, service] = services;
const answerBy = new RegExp(`^Answer by .* \\(${answeringOffice.city}\\)$`);

// Each enquiry sent here counts towards the limit of five in ten minutes.

const MESSAGE = 'Здраво! We would like a new website for our bakery.\n\nOpen since 1987.';

const plan = {
  ...{ name: 'plan.pdf', mimeType: 'application/pdf' },
  buffer: Buffer.from('%PDF-1.4 a plan'),
};

/** A unique visitor, with a subject by which to find the enquiry. */
function newVisitor() {
  const tag = randomUUID().slice(0, 8);
  return { name: 'Živka Ќосева', email: `zivka-${tag}@studio.example`, subject: `Bakery ${tag}` };
}

async function fillForm(page: Page, { name, email, subject }: ReturnType<typeof newVisitor>) {
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill(email);
  await field(page, 'Subject (optional)').fill(subject);
  await field(page, 'Message').fill(MESSAGE);
}

const thanks = (page: Page, email: string) =>
  page.getByText(`Thank you for your message! We'll get back to you at ${email} soon.`).first();

test(
  'ROUTE-14, CONTACT-1, CONTACT-2, CONTACT-16, CONTACT-17, CONTACT-22, PERM-6, R-13: a visitor writes, the team gets one mail, staff work on it',
  { tag: '@phone' },
  async ({ page, staffPage, screens }) => {
    const visitor = newVisitor();
    await screens.open(page, '/contact');
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
    await page.getByRole('link', { name: 'Get Started' }).click();
    await expect(page.getByRole('form', { name: 'Contact' })).toBeInViewport();
    await fillForm(page, visitor);
    await page.getByRole('combobox', { name: 'Service' }).selectOption({ label: service.label });
    await page.getByRole('button', { name: 'Attach files' }).click();
    await page.getByLabel('Files to attach').setInputFiles([plan]);
    await expect(page.getByRole('button', { name: 'Remove plan.pdf' })).toBeVisible();
    await screens.check(page, 'the contact form with a file');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await expect(thanks(page, visitor.email)).toBeVisible();
    const { getInTouch, ways } = contactContent;
    await expect(page.getByRole('heading', { name: getInTouch.next.title })).toBeVisible();
    await expect(page.getByRole('heading', { name: ways.title })).toBeHidden();

    await expect.poll(async () => (await mailbox.mailsAbout(visitor.subject)).length).toBe(1);
    const [mail] = await mailbox.mailsAbout(visitor.subject);
    expect(mail?.ReplyTo[0]?.Address).toBe(visitor.email);
    expect(mail?.Text).toContain('We would like a new website for our bakery.');
    expect(mail?.Text).toContain(service.label);

    await staffPage.goto('/admin/enquiries');
    await staffPage.getByRole('searchbox', { name: 'Search enquiries' }).fill(visitor.subject);
    const row = staffPage.getByRole('link', { name: new RegExp(visitor.subject) });
    await expect(row).toHaveAccessibleName(/Unread: /);
    await expect(row).not.toContainText(/Not emailed|Email failed/);
    await screens.check(staffPage, 'enquiries');
    await row.click();
    await expect(staffPage.getByRole('heading', { name: visitor.subject })).toBeFocused();
    await expect(staffPage.getByText('Open since 1987.')).toBeVisible();
    const download = staffPage.waitForEvent('download');
    await staffPage.getByRole('button', { name: /^plan\.pdf/ }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('plan.pdf');
    expect(await readFile(await saved.path())).toEqual(plan.buffer);
    await staffPage.getByRole('button', { name: 'Mark as done' }).click();
    await expect(staffPage.getByRole('button', { name: 'Open again' })).toBeVisible();
    await staffPage.goto(`/admin/enquiries?view=done&text=${visitor.subject}`);
    await expect(row).not.toHaveAccessibleName(/Unread/);
  },
);

test(
  'R-17, CONTACT-22: an enquiry written offline survives a reload and is sent once',
  { tag: '@phone' },
  async ({ page, watch }) => {
    watch.expectErrors(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/);
    const visitor = newVisitor();
    await page.goto('/contact');
    await fillForm(page, visitor);
    // The form's code is loaded by the first interaction; only the calls fail.
    let isDown = true;
    await page.route(/\/(functions|auth)\/v1\//, (route) =>
      isDown ? route.abort('internetdisconnected') : route.fallback(),
    );
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { name: 'Kept on this device.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Send it by email' })).toHaveAttribute(
      'href',
      /^mailto:/,
    );

    await page.goto('/about');
    await expect(page.getByText('1 message waits on this device.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
    isDown = false;
    // At once: the app tries again by itself too, and the button goes when it has sent the message.
    await page.getByRole('button', { name: 'Try now' }).dispatchEvent('click');
    await expect(thanks(page, visitor.email)).toBeVisible();
    await expect.poll(async () => (await mailbox.mailsAbout(visitor.subject)).length).toBe(1);

    await page.goto('/contact');
    await expect(field(page, 'Message')).toHaveValue('');
    expect(await mailbox.mailsAbout(visitor.subject)).toHaveLength(1);
  },
);

/** The backend with the secret key, as the functions and the mail provider call it. */
async function asService(path: string, body: unknown) {
  const { secretKey } = readKeys();
  const response = await fetch(`${SITE}${path}`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return response.json();
}

test(
  'staff answer an enquiry, the client answers by mail, and both are one conversation',
  { tag: '@phone' },
  async ({ staffPage: page, screens }) => {
    const { name, email, subject } = newVisitor();
    const { number } = await asService('/rest/v1/rpc/submit_enquiry', {
      enquiry: { submission_id: randomUUID(), name, email, subject, message: MESSAGE },
      ...{ sender: { hash: randomUUID() }, ticket: randomUUID() },
    });
    await page.goto(`/admin/enquiries?view=waiting&text=%23${number}`);
    await page.getByRole('link', { name: new RegExp(subject) }).click();
    await expect(page.getByRole('heading', { name: subject })).toBeFocused();
    await expect(page.getByText(answerBy).last()).toBeVisible();

    await field(page, `Reply to ${name}`).fill('Gladly. When may we call?');
    await page.getByLabel('Files to attach').setInputFiles([{ ...plan, name: 'offer.pdf' }]);
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(page.getByText('The reply was sent')).toBeVisible();
    await expect(page.getByText(/^Answered today/)).toBeVisible();
    const reply = `Re: [#${number}] ${subject}`;
    await expect.poll(async () => (await mailbox.mailsAbout(reply)).length).toBe(1);
    const [mail] = await mailbox.mailsAbout(reply);
    expect(mail?.To[0]?.Address).toBe(email);
    expect(mail?.Text).toContain('Gladly. When may we call?');
    const answersTo = mail?.ReplyTo[0]?.Address ?? '';
    expect(answersTo).toMatch(new RegExp(`\\+${number}\\.[0-9a-f]{24}@`));

    const answer = {
      ...{ FromFull: { Email: email, Name: name }, TextBody: 'On Monday.\n\n> When may we call?' },
      Headers: [{ Name: 'Message-ID', Value: `<${randomUUID()}@studio.example>` }],
      Attachments: [
        { Name: 'sketch.pdf', Content: plan.buffer.toString('base64') },
        { Name: 'run.exe', Content: '' },
      ],
    };
    const post = (address: string) =>
      asService('/functions/v1/enquiry-replies/inbound', {
        ...answer,
        OriginalRecipient: address,
      });
    expect(await post(answersTo.replace(/.@/, '-@'))).toEqual({ outcome: 'unknown' });
    expect(await post(answersTo)).toEqual({ outcome: 'stored' });
    expect(await post(answersTo)).toEqual({ outcome: 'repeated' });
    await page.reload();
    await expect(page.getByText('On Monday.', { exact: true })).toBeVisible();
    await expect(page.getByText('Show quoted text')).toBeVisible();
    await expect(page.getByRole('button', { name: /^offer\.pdf/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^sketch\.pdf/ })).toBeVisible();
    await expect(page.getByText('Not kept, for their kind or size: run.exe')).toBeVisible();
    await expect(page.getByText(answerBy).last()).toBeVisible();
    await screens.check(page, 'an enquiry');
  },
);
