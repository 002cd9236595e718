import type { Page } from '@playwright/test';
import { JOURNAL_WRITE_MS } from '../../src/lib/journal';
import { expect, field, refused, test, toast } from '../fixtures';
import { mailbox, newAddress } from '../backend';

/** Opens the editor of a study and makes a link to what is saved, which is mailed to the address. */
async function askClient(staff: Page, id: string, client: string, email = ''): Promise<string> {
  await staff.goto(`/admin/case-studies/edit/${id}`);
  await staff.getByRole('button', { name: 'Ask the client' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  await expect(dialog.getByText('Please give the name of the client')).toBeVisible();
  await dialog.getByLabel('Name of the client').fill(client);
  await dialog.getByLabel('Email of the client').fill(email);
  await dialog.getByRole('button', { name: email ? 'Send the link' : 'Make the link' }).click();
  const link = await dialog.getByLabel('Link for the client').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

const approval = (staff: Page) => staff.locator('#approval');

test('a client comments on a study and approves it, and only those words can be published', async ({
  staffPage: staff,
  openPage,
  api,
  unique,
  watch,
}) => {
  test.setTimeout(120_000);
  // Publishing is refused twice.
  watch.expectErrors(refused(409, '/rest/v1/rpc/save_case_study'));
  const title = unique('Approved words');
  const address = newAddress('client.example');
  const id = await api.createStudy({
    ...{ title, status: 'draft', challenge: 'Few people came.', client_quote: 'They listened.' },
    metrics: [
      { metric_value: '38 %', metric_label: 'more visitors' },
      { metric_value: '2 weeks', metric_label: 'to the first page' },
    ],
  });
  const save = staff.getByRole('button', { name: 'Save Case Study' });
  const client = await openPage();
  let link = '';

  await test.step('staff ask, and the client reads the page without an account', async () => {
    link = await askClient(staff, id, 'Dana Whitlock', address);
    await expect(approval(staff).getByText('Waiting for the client')).toBeVisible();
    let mailed = '';
    await expect(async () => {
      const [mail] = await mailbox.mailsAbout(`Please read and approve: “${title}”`);
      expect(mail?.To[0]?.Address).toBe(address);
      mailed = /https?:\S+#token=\S+/.exec(mail?.Text ?? '')?.[0] ?? '';
      expect(mailed).not.toBe('');
    }).toPass({ timeout: 30_000 });
    // The mail has a link of its own.
    expect(mailed).not.toBe(link);
    await client.goto(mailed);
    await expect(client.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(client.getByText('For Dana Whitlock: please read and approve')).toBeVisible();
    // Nothing of the site leads away.
    await expect(client.getByRole('navigation')).toHaveCount(0);
    await expect(client.getByRole('contentinfo')).toHaveCount(0);
    expect(await client.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
  });

  await test.step('a comment survives a lost connection and a reload', async () => {
    await client.getByRole('button', { name: /Comment on “.*38 %/ }).click();
    const dialog = client.getByRole('dialog', { name: 'Write a comment' });
    await dialog.getByLabel('Your name').fill('Dana');
    await dialog.getByRole('textbox', { name: /^Comment/ }).fill('<b>Since when?</b>');
    watch.expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    await client.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Send comment' }).click();
    await expect(dialog.getByText('What you typed is still here.')).toBeVisible();
    await client.context().setOffline(false);
    // Longer than the pause after which typed text is kept.
    await client.waitForTimeout(2 * JOURNAL_WRITE_MS);
    await client.reload();
    await expect(client.getByText('You have an unsaved comment')).toBeVisible();
    await client.getByRole('button', { name: 'Restore' }).click();
    await client.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(dialog.getByRole('textbox', { name: /^Comment/ })).toHaveValue(/Since when/);
    await dialog.getByRole('button', { name: 'Send comment' }).click();
    await expect(client.getByText('Your comment was sent.')).toBeVisible();
    // Shown as text.
    await expect(client.getByText('<b>Since when?</b>')).toBeVisible();
  });

  await test.step('staff see the comment and answer it', async () => {
    await staff.goto('/admin/today');
    const waiting = staff.getByRole('listitem').filter({ hasText: '1 comment from Dana Whitlock' });
    await waiting.getByRole('link').click();
    await expect(approval(staff)).toBeInViewport();
    const comment = approval(staff).getByRole('listitem').filter({ hasText: 'Since when?' });
    await comment.getByRole('button', { name: /^Answer/ }).click();
    const dialog = staff.getByRole('dialog', { name: 'Answer Dana' });
    await dialog.getByRole('textbox', { name: /^Answer/ }).fill('Since <i>May</i>.');
    await dialog.getByRole('button', { name: 'Send the answer' }).click();
    await expect(comment.getByRole('button', { name: 'Not done yet' })).toBeVisible();
    const demand = approval(staff).getByLabel('Publish only what the client has approved');
    await demand.click();
    await expect(demand).toBeChecked();
  });

  await test.step('without an approval, and for one letter more, publishing is refused', async () => {
    const status = staff.getByRole('combobox', { name: 'Status' });
    await status.selectOption('published');
    await save.click();
    const refusal = staff.getByText('The client has not approved these words').first();
    await expect(refusal).toBeVisible();
    await status.selectOption('draft');
    await client.getByRole('button', { name: 'Approve…' }).click();
    const dialog = client.getByRole('dialog', { name: 'Approve this page' });
    await dialog.getByLabel('Email (optional)').fill(address);
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(client.getByText('Dana Whitlock has approved this page')).toBeVisible();
    const end = client.getByRole('region', { name: 'Thank you. This page is approved.' });
    await expect(end).toContainText('Approved byDana Whitlock');
    await expect(end).toContainText('We have sent you a copy of the words by mail.');
    await staff.reload();
    await expect(approval(staff).getByText('Approved', { exact: true })).toBeVisible();
    await field(staff, 'Outcome').fill('s');
    await status.selectOption('published');
    await save.click();
    await expect(refusal).toBeVisible();
  });

  await test.step('the client gets the approved text by mail', async () => {
    await expect(async () => {
      const [mail] = await mailbox.mailsAbout(`You have approved “${title}”`);
      expect(mail?.To[0]?.Address).toBe(address);
      expect(mail?.Text).toContain('Few people came.');
    }).toPass({ timeout: 30_000 });
  });

  await test.step('asked again, the client approves the change, and it can be published', async () => {
    await staff.getByRole('combobox', { name: 'Status' }).selectOption('draft');
    await save.click();
    await expect(approval(staff).getByText('Changed since the approval')).toBeVisible();
    await approval(staff)
      .getByRole('button', { name: /^Ask again/ })
      .click();
    await expect(approval(staff).getByText('Waiting for the client')).toBeVisible();
    await client.goto('/');
    await client.goto(link);
    await expect(client.getByText('Since <i>May</i>.')).toBeVisible();
    await client.getByRole('button', { name: 'Approve…' }).click();
    await client.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(client.getByText('Dana Whitlock has approved this page')).toBeVisible();
    await staff.getByRole('combobox', { name: 'Status' }).selectOption('published');
    await save.click();
    await expect(toast(staff, `Case study "${title}" updated successfully!`)).toBeVisible();
  });

  await test.step('the figures are confirmed until they change', async () => {
    const visitor = await openPage();
    await visitor.goto(`/projects/${id}`);
    const confirmed = visitor.getByText(/^Confirmed by Dana Whitlock, \w+ \d{4}$/);
    await expect(confirmed).toHaveCount(3);
    const demand = approval(staff).getByLabel('Publish only what the client has approved');
    await demand.click();
    await expect(demand).not.toBeChecked();
    await field(staff.getByRole('group', { name: 'Metric 1' }), 'Value').fill('39 %');
    await staff.getByRole('button', { name: 'Publish changes' }).click();
    await expect(toast(staff, 'Published')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('39 %')).toBeVisible();
    await expect(confirmed).toHaveCount(2);
    await approval(staff)
      .getByRole('button', { name: /^Remove the approval/ })
      .click();
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(
      approval(staff).getByRole('button', { name: /^Remove the approval/ }),
    ).toBeHidden();
    await visitor.reload();
    await expect(visitor.getByText('39 %')).toBeVisible();
    await expect(confirmed).toHaveCount(0);
  });

  await test.step('a withdrawn link says so', async () => {
    await approval(staff)
      .getByRole('button', { name: /^Withdraw the link/ })
      .click();
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(approval(staff).getByText('Withdrawn')).toBeVisible();
    await client.reload();
    await expect(client.getByRole('heading', { name: 'This link was withdrawn' })).toBeVisible();
  });
});

test('a link with a passphrase opens with it only', async ({
  staffPage: staff,
  openPage,
  api,
  unique,
}) => {
  const id = await api.createStudy({ title: unique('With a passphrase') });
  await staff.goto(`/admin/case-studies/edit/${id}`);
  await staff.getByRole('button', { name: 'Ask the client' }).click();
  await staff.getByLabel('Name of the client').fill('Dana');
  await staff.getByLabel('Passphrase (optional)').fill('three green leeks');
  await staff.getByRole('button', { name: 'Make the link' }).click();
  const link = await staff.getByLabel('Link for the client').inputValue();
  const client = await openPage();
  await client.goto(link);
  await client.getByLabel('Passphrase').fill('two red leeks');
  await client.getByRole('button', { name: 'Open' }).click();
  await expect(client.getByText('This passphrase is not right')).toBeVisible();
  await client.getByLabel('Passphrase').fill('three green leeks');
  await client.getByRole('button', { name: 'Open' }).click();
  await expect(client.getByText('For Dana: please read and approve')).toBeVisible();
  await client.goto('/sign-off');
  await expect(client.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  await client.goto(`${link}x`);
  await expect(client.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});
