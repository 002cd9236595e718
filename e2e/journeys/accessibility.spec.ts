import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from '@playwright/test';
import { newAddress, newPerson, STAFF } from '../backend';
import { EVERY_SCREEN } from '../pages';
import { expect, field, fillSignIn, refused, test, expectHydrated } from '../fixtures';

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const STUDY = 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21';
const COMBINATIONS = EVERY_SCREEN
  ? [390, 820, 1440].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const])
  : ([
      [390, 'dark'],
      [1440, 'light'],
    ] as const);
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  var axe: { run: (context: Document, options: object) => Promise<AxeResults> };
}

// Colors are measured after transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/**
 * Checks the current screen in these themes and widths, without navigation. High enough for all of it where a
 * bar lies over the end of the screen: axe does not scroll.
 */
async function expectAccessible(page: Page, height = 900) {
  // Content under a sticky bar is reached by scrolling.
  await page.addStyleTag({
    content: '*, ::before, ::after { transition: none !important } .sticky { position: static }',
  });
  // Not injected as a script, which the policy would refuse.
  await page.evaluate(axeSource);
  const found: string[] = [];
  for (const [width, theme] of COMBINATIONS) {
    await page.setViewportSize({ width, height });
    const violations = await page.evaluate(
      async ({ theme, tags }) => {
        document.documentElement.classList.toggle('dark', theme === 'dark');
        const { violations } = await globalThis.axe.run(document, {
          runOnly: tags,
          resultTypes: ['violations'],
        });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary})`),
        );
      },
      { theme, tags: TAGS },
    );
    found.push(...violations.map((violation) => `${width} ${theme}: ${violation}`));
  }
  expect(found).toEqual([]);
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

test('axe: home', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
});

for (const [path, title] of [
  ['/about', 'Our Story'],
  ['/services', /./],
  ['/contact', 'Contact Us'],
  ['/privacy', /Privacy/],
  ...(EVERY_SCREEN ? [['/terms', /Terms/] as const, ['/cookie', /Cookie/] as const] : []),
] as const) {
  test(`axe: ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expectAccessible(page);
  });
}

test('axe: projects', async ({ page }) => {
  await page.goto('/projects');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
});

test('axe: a study, and its lightbox', async ({ page }) => {
  await page.goto(`/projects/${STUDY}`);
  await expect(page.getByRole('heading', { name: 'Explore More Projects' })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /^Enlarge:/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await expectAccessible(page);
});

test('axe: the blog', async ({ page }) => {
  await page.goto('/blog');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All tags' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/blog?search=zeppelin&tag=CSS');
  await expect(page.getByText('Nothing here matches that.')).toBeVisible();
  await expectAccessible(page);
});

for (const slug of [
  'measuring-a-page-honestly',
  ...(EVERY_SCREEN ? ['naming-colors-so-they-survive'] : []),
]) {
  test(`axe: the post ${slug}, with tables and code`, async ({ page }) => {
    await page.goto(`/blog/${slug}`);
    await expect(page.getByRole('heading', { name: 'Keep reading' })).toBeVisible();
    await expectAccessible(page);
  });
}

test('axe: a missing post', async ({ page, watch }) => {
  watch.expectErrors(refused(404, '/blog/posts/'));
  await page.goto('/blog/nothing-of-that-name');
  await expect(heading(page, 'Post not found')).toBeVisible();
  await expectAccessible(page);
});

test('axe: sample posts', async ({ page, watch }) => {
  watch.expectErrors(refused(500, '/blog/'));
  await page.route('**/functions/v1/blog/**', (route) => route.fulfill({ status: 500, json: {} }));
  // Opened directly, the blog has the posts of the build.
  await page.goto('/contact');
  await expectHydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByText('Sample posts', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('axe: the pages that the links of the newsletter open', async ({ page, watch }) => {
  watch.expectErrors(refused(410, '/newsletter/'));
  await page.route('**/functions/v1/newsletter/**', (route) =>
    route.fulfill({ status: 410, json: { error: { code: 'gone', message: 'Gone' } } }),
  );
  for (const [path, action, missing] of [
    ['/newsletter/confirm', 'Confirm subscription', 'Confirm your subscription'],
    ['/newsletter/unsubscribe', 'Unsubscribe', 'Unsubscribe'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, missing)).toBeVisible();
    await expectAccessible(page);
    // Changing only the fragment would not reload the page.
    await page.goto('about:blank');
    await page.goto(`${path}#token=${'x'.repeat(43)}`);
    await expect(page.getByRole('button', { name: action })).toBeVisible();
    await expectAccessible(page);
  }
});

test('axe: not found', async ({ page, watch }) => {
  watch.expectErrors(refused(404, '/nowhere'));
  await page.goto('/nowhere');
  await expect(heading(page, 'Oops! Page not found')).toBeVisible();
  await expectAccessible(page);
});

test('axe: sign in and sign up, with their errors', async ({ page, watch }) => {
  watch.expectErrors(refused(400, '/auth/v1/token'));
  await page.goto('/admin');
  await fillSignIn(page, { email: newAddress('example.com'), password: 'Not-The-One-1' });
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await field(page, 'Password').fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});

test('axe: waiting for approval', async ({ openPage }) => {
  const page = await openPage((await newPerson('elsewhere.example')).storageState);
  await page.goto('/admin/images');
  await expect(heading(page, 'Your account is waiting for approval')).toBeVisible();
  await expectAccessible(page);
});

test('axe: dashboard and images', async ({ staffPage: page }) => {
  await page.goto('/admin/images');
  await expect(page.getByRole('button', { name: /^Copy URL/ }).first()).toBeVisible();
  await expectAccessible(page);
});

test('axe: the security log, one of its events, and the audit', async ({ staffPage: page }) => {
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
  // Cards on a phone and rows elsewhere have the same button.
  const event = page.getByRole('button', { name: 'Forged request' }).locator('visible=true');
  await event.first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/security?view=policies');
  await expect(page.getByText(/tables are protected/)).toBeVisible();
  await expectAccessible(page);
});

test('axe: enquiries, empty, as a list and one of them', async ({ staffPage: page }) => {
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
    mail_error: status === 'open' ? 'The mail server did not answer' : null,
    next_attempt_at: null,
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

test('axe: the newsletter of staff', async ({ staffPage: page }) => {
  const confirmed = { email: 'ada@studio.example', state: 'confirmed', mail_error: null };
  const unconfirmed = { email: 'bo@studio.example', state: 'pending', mail_error: 'Refused' };
  await page.route('**/rest/v1/newsletter_subscribers?*', (route) =>
    route.fulfill({
      json: [confirmed, unconfirmed].map((subscriber, index) => ({
        id: `3f0e1c5a-0000-4000-8000-00000000000${index}`,
        requested_at: '2026-11-20T10:26:09.46+00:00',
        confirmed_at: index === 0 ? '2026-11-21T10:26:09.46+00:00' : null,
        unsubscribed_at: null,
        erase_at: index === 0 ? null : '2026-11-27T10:26:09.46+00:00',
        next_attempt_at: null,
        ...subscriber,
      })),
      headers: { 'content-range': '0-1/2' },
    }),
  );
  await page.goto('/admin/newsletter');
  const removal = page.getByRole('button', { name: 'Delete ada@studio.example' });
  await expect(removal).toBeVisible();
  await expectAccessible(page);
  await removal.click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
});

test('axe: the list of posts, one in the editor, and its history', async ({ staffPage: page }) => {
  await page.goto('/admin/blog');
  const post = page.getByRole('link', { name: /Measuring a page honestly/ }).first();
  await expect(post).toBeVisible();
  await expectAccessible(page);
  await post.click();
  await expect(field(page, 'Title')).toHaveValue('Measuring a page honestly');
  const preview = page.getByRole('tabpanel', { name: 'Preview' });
  await expect(preview.getByRole('heading').first()).toBeAttached();
  await expectAccessible(page, 6000);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('navigation', { name: 'Versions' })).toBeVisible();
  await expectAccessible(page);
});

test('axe: the history of a study', async ({ staffPage: page }) => {
  await page.goto(`/admin/case-studies/edit/${STUDY}/history`);
  await expect(page.getByRole('navigation', { name: 'Versions' })).toBeVisible();
  await expectAccessible(page);
});

test('axe: the texts of the site, on the page, in a form and their history', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/site');
  await expect(heading(page, 'Site')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'About', exact: true }).first().click();
  await expect(page.getByRole('textbox', { name: 'Title' }).first()).toBeVisible();
  await expectAccessible(page, 6000);
  await page.getByRole('button', { name: 'Edit in a form' }).click();
  await expect(page.getByRole('button', { name: 'Edit on the page' })).toBeVisible();
  await expectAccessible(page, 6000);
});

test('axe: what waits', async ({ staffPage: page }) => {
  await page.goto('/admin/today');
  await expect(page.getByRole('heading', { name: 'To do', level: 1 })).toBeVisible();
  await expect(page.getByText(/^(Nothing to do|Not published yet)/)).toBeVisible();
  await expectAccessible(page);
});

test('axe: people, and the account of one', async ({ staffPage: page }) => {
  await page.goto('/admin/people');
  await expect(page.getByRole('heading', { name: 'Staff', exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: STAFF.email })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/account');
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
  await expectAccessible(page);
});

test('axe: the list of staff', async ({ staffPage: page }) => {
  await page.goto('/admin/case-studies');
  await expect(page.getByRole('link', { name: /^Edit/ }).first()).toBeVisible();
  await page.getByText('Recently deleted').click();
  await expect(page.getByText(/are kept for 30 days/)).toBeVisible();
  await expectAccessible(page);
});

test('axe: the form, empty and with errors', async ({ staffPage: page }) => {
  await page.goto('/admin/case-studies/new');
  await expect(heading(page, 'New case study')).toBeVisible();
  await expectAccessible(page);
  await field(page, 'Headline').fill('x'.repeat(201));
  await page.getByRole('group', { name: 'Metric 1' }).getByLabel('Value').fill('1');
  await page.getByRole('button', { name: 'Add by address' }).click();
  await field(page, 'Title').press('Enter');
  await expect(page.getByText('Please enter a title for the case study')).toBeVisible();
  await expectAccessible(page);
});

test('on a phone Tab reaches no field under the save bar of the form', async ({
  staffPage: page,
  api,
  unique,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const subhead = 'A text of several lines. '.repeat(4);
  const id = await api.createStudy({ title: unique('Tabbed'), subhead });
  await page.goto(`/admin/case-studies/edit/${id}`);
  await field(page, 'Title').focus();
  const covered: string[] = [];
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab');
    const html = await page.evaluate(() => {
      const { activeElement: focused } = document;
      const bar = document.querySelector('.save-bar');
      if (!focused || !bar || bar.contains(focused)) return null;
      const isCovered = focused.getBoundingClientRect().top >= bar.getBoundingClientRect().top;
      return isCovered ? focused.outerHTML : '';
    });
    if (html === null) break;
    if (html) covered.push(html);
  }
  expect(covered).toEqual([]);
});

test('axe: the choice of a picture', async ({ staffPage: page }) => {
  await page.goto('/admin/case-studies/new');
  await page.getByRole('button', { name: 'Choose or upload picture for the hero image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('tab', { name: 'From the library' }).click();
  await expect(dialog.getByRole('radio').first()).toBeAttached();
  await expectAccessible(page);
});

test('axe: two versions compared', async ({ staffPage: page, api, unique, watch }) => {
  watch.expectErrors(refused(409, '/rpc/save_case_study'));
  const id = await api.createStudy({ title: unique('Compared') });
  await page.goto(`/admin/case-studies/edit/${id}`);
  await field(page, 'Headline').fill('Mine');
  const second = await page.context().newPage();
  await second.goto(`/admin/case-studies/edit/${id}`);
  await field(second, 'Headline').fill('Theirs');
  await field(second, 'Challenge').fill('Theirs as well');
  await second.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(second.getByText(/^Saved at/)).toBeVisible();
  await page.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(
    page.getByRole('dialog', { name: /^You saved this case study elsewhere/ }),
  ).toBeVisible();
  await expectAccessible(page);
});

test('axe: preview', async ({ staffPage: page }) => {
  await page.goto(`/admin/projects/preview/${STUDY}`);
  await expect(page.getByText(/^PREVIEW MODE/)).toBeVisible();
  await expectAccessible(page);
});
