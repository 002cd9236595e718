import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { EVERY_SCREEN } from '../pages';
import { expectAccessible } from '../screens';

// States that no journey reaches, with made-up rows: part of npm run proof. Their colors are pairs of
// tests/unit/tokens.test.ts, their roles and names are in tests/components.

if (EVERY_SCREEN) {
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  test('the security log with every severity', async ({ staffPage: page }) => {
    await page.route('**/rest/v1/security_events?*', (route) =>
      route.fulfill({
        json: (['low', 'medium', 'high', 'critical'] as const).map((severity, id) => ({
          id,
          event_type: 'csrf_attempt',
          severity,
          description: 'A form arrived without a valid ticket',
          metadata: { form: 'contact', checks: { ticket: 'expired' } },
          user_id: null,
          user_agent: 'Firefox',
          origin: 'server',
          created_at: '2026-11-21T10:26:09.46+00:00',
        })),
      }),
    );
    await page.goto('/admin/security');
    await page.getByText('By severity and type').click();
    await expect(page.getByRole('table', { name: 'By severity' })).toBeVisible();
    await expectAccessible(page);
  });

  test('enquiries: none, read and unread, one whose mail and reply failed', async ({
    staffPage: page,
  }) => {
    await page.goto('/admin/enquiries?view=quarantine');
    await expect(heading(page, 'Enquiries')).toBeVisible();
    await expectAccessible(page);
    const rows = (['new', 'open', 'done'] as const).map((status, index) => ({
      id: `3f0e1c5a-0000-4000-8000-00000000000${index}`,
      number: 1042 + index,
      name: 'Ada Byron',
      email: 'ada@studio.example',
      phone: '+1 718 555 0100',
      subject: `A bakery, part ${index}`,
      message: 'We would like a new website.\n\nOpen since 1987.',
      service: 'web-development',
      started_page: '/services',
      started_services: ['web-development'],
      started_host: null,
      started_studies: [],
      status,
      assigned_to: null,
      enquiry_notes: [],
      answer_by: '2026-11-24T10:26:09.46+00:00',
      answered_at: null,
      read_at: status === 'new' ? null : '2026-11-21T10:26:09.46+00:00',
      is_quarantined: false,
      quarantine_reasons: [],
      state: status === 'open' ? 'failed' : 'mailed',
      receipt_state: 'sent',
      enquiry_mail:
        status === 'open' ? { error: 'The mail server did not answer', due_at: null } : null,
      created_at: '2026-11-21T10:26:09.46+00:00',
      erase_at: '2028-11-21T10:26:09.46+00:00',
    }));
    await page.route('**/rest/v1/enquiries?*', (route) => {
      const isOne = new URL(route.request().url()).searchParams.has('id');
      return route.fulfill({
        json: isOne ? rows[1] : rows,
        headers: { 'content-range': `0-${rows.length - 1}/${rows.length}` },
      });
    });
    const message = {
      ...{ author_id: null, author_email: 'ada@studio.example', author_name: 'Ada Byron' },
      ...{ text: 'On Monday.\n\n> When?', attachment_names: ['plan.pdf'], error: null },
      ...{ created_at: '2026-11-21T11:26:09.46+00:00', attempted_at: null },
    };
    await page.route('**/rest/v1/enquiry_messages?*', (route) =>
      route.fulfill({
        json: [
          { ...message, id: rows[0]?.id, direction: 'in', state: 'received' },
          { ...message, id: rows[1]?.id, direction: 'out', state: 'failed', error: 'Refused' },
        ],
      }),
    );
    await page.goto('/admin/enquiries');
    const row = page.getByRole('link', { name: /A bakery, part 1/ });
    await expect(row).toBeVisible();
    await expectAccessible(page);
    await row.click();
    await expect(page.getByRole('heading', { name: 'A bakery, part 1' })).toBeFocused();
    await expect(page.getByText('This reply was not sent')).toBeVisible();
    await expectAccessible(page);
  });

  test('the newsletter of staff with a mail that failed', async ({ staffPage: page }) => {
    const confirmed = { email: 'ada@studio.example', state: 'confirmed', subscriber_mail: null };
    const unconfirmed = {
      ...{ email: 'bo@studio.example', state: 'pending' },
      subscriber_mail: { error: 'Refused', due_at: null },
    };
    await page.route('**/rest/v1/newsletter_subscribers?*', (route) =>
      route.fulfill({
        json: [confirmed, unconfirmed].map((subscriber, index) => ({
          id: `3f0e1c5a-0000-4000-8000-00000000000${index}`,
          requested_at: '2026-11-20T10:26:09.46+00:00',
          confirmed_at: index === 0 ? '2026-11-21T10:26:09.46+00:00' : null,
          unsubscribed_at: null,
          erase_at: index === 0 ? null : '2026-11-27T10:26:09.46+00:00',
          ...subscriber,
        })),
        headers: { 'content-range': '0-1/2' },
      }),
    );
    await page.goto('/admin/newsletter');
    const removal = page.getByRole('button', { name: 'Delete ada@studio.example' });
    await expect(removal).toBeVisible();
    await expectAccessible(page);
  });

  test('a post with other code, and the page of unsubscribing without its token', async ({
    page,
  }) => {
    await page.goto('/blog/naming-colors-so-they-survive');
    await expect(page.getByRole('heading', { name: 'Keep reading' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/newsletter/unsubscribe');
    await expect(heading(page, 'Unsubscribe')).toBeVisible();
    await expectAccessible(page);
  });
}
