import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { newAddress, SITE, STAFF, STAFF_STATE } from '../../e2e/backend';
import {
  expect,
  expectHydrated,
  expectLoaded,
  field,
  fillSignIn,
  test,
  toast,
} from '../../e2e/fixtures';
import { watchPolicy } from './policy';

const STUDY = 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21';

const heading = (page: Page, name: string | RegExp = /./) =>
  page.getByRole('heading', { level: 1, name }).first();

const PUBLIC_PAGES = [
  ...['/', '/about', '/services', '/contact', '/privacy', '/terms', '/cookie'],
  ...[
    '/projects',
    '/projects/a-greengrocer-that-delivers-by-bicycle',
    '/blog',
    '/newsletter/confirm',
  ],
  ...['/newsletter/unsubscribe', '/auth/new-password', '/admin'],
];

test('every public page loads without violating the policy', async ({ page }) => {
  const violations = await watchPolicy(page.context());
  for (const address of PUBLIC_PAGES) {
    await page.goto(address);
    await expect(heading(page)).toBeVisible();
  }
  await page.goto('/blog');
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page.locator('.reading')).toBeVisible();
  expect(violations).toEqual([]);
});

test('dialogs, forms and the theme do not violate the policy', async ({ page }) => {
  const violations = await watchPolicy(page.context());
  await page.goto(`/projects/${STUDY}`);
  await expectHydrated(page);
  await page
    .getByRole('link', { name: /^Enlarge:/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/contact');
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  await page.goto('/blog');
  await page.getByRole('textbox', { name: 'Email' }).fill(newAddress('reader.example'));
  await page.getByRole('textbox', { name: 'Email' }).press('Enter');
  await expect(page.getByText(/^Check your inbox/)).toBeVisible();
  expect(violations).toEqual([]);
});

test('signing in, lists and forms of the staff area do not violate the policy', async ({
  openPage,
}) => {
  const page = await openPage();
  const violations = await watchPolicy(page.context());
  await page.goto('/admin');
  await fillSignIn(page, STAFF);
  await expect(heading(page, 'Admin Dashboard')).toBeVisible();
  for (const address of [
    ...['/admin/images', '/admin/case-studies', '/admin/enquiries', '/admin/newsletter'],
    ...['/admin/people', '/admin/account', '/admin/security', '/admin/blog', '/admin/blog/new'],
    ...['/admin/case-studies/new', `/admin/case-studies/edit/${STUDY}`],
    ...[`/admin/case-studies/edit/${STUDY}/history`, `/admin/projects/preview/${STUDY}`],
  ]) {
    await page.goto(address);
    await expect(heading(page)).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test('an upload creates its variants in a worker and shows a preview under the policy', async ({
  openPage,
  api,
}) => {
  const page = await openPage(STAFF_STATE);
  const violations = await watchPolicy(page.context());
  const buffer = await sharp({
    create: { width: 1400, height: 700, channels: 3, background: '#2f6fde' },
  })
    .jpeg()
    .toBuffer();
  await page.goto('/admin/images');
  const worker = page.waitForEvent('worker');
  const answer = page.waitForResponse('**/functions/v1/secure-file-upload');
  await page
    .getByLabel('Upload a picture')
    .setInputFiles({ name: `${randomUUID()}.jpg`, mimeType: 'image/jpeg', buffer });
  expect((await worker).url()).toContain('/assets/');
  const { path } = await (await answer).json();
  await expect(toast(page, 'Upload Successful')).toBeVisible();
  const card = page
    .getByRole('group', { name: 'Stored images' })
    .getByRole('listitem')
    .filter({ hasText: path });
  await expectLoaded(card.locator('img'));
  await api.deletePicture(path);
  expect(violations).toEqual([]);
});

test('the live previews of a study and of a post work under the policy', async ({
  openPage,
  api,
  unique,
}) => {
  const page = await openPage(STAFF_STATE);
  const violations = await watchPolicy(page.context());
  const title = unique('Under the policy');
  await page.goto(`/admin/case-studies/edit/${await api.createStudy({ title })}`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const mode = await preview.locator('html').evaluate((html) => html.ownerDocument.compatMode);
  expect(mode).toBe('CSS1Compat');

  await page.goto('/admin/blog/new');
  await field(page, 'Text').fill('## Drawn at once\n\n`code`');
  await expect(page.getByRole('heading', { name: 'Drawn at once' })).toBeVisible();
  expect(violations).toEqual([]);
});

test('the QR code of an authenticator app is shown under the policy', async ({ openPage }) => {
  const page = await openPage(STAFF_STATE);
  const violations = await watchPolicy(page.context());
  const qr_code =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0z"/></svg>';
  await page.route('**/auth/v1/factors', (route) =>
    route.fulfill({
      json: {
        id: randomUUID(),
        type: 'totp',
        totp: { qr_code, secret: 'ABC', uri: 'otpauth://x' },
      },
    }),
  );
  await page.goto('/admin/account');
  await page.getByRole('button', { name: /authenticator app/i }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectLoaded(page.getByRole('img', { name: /^QR code/ }));
  expect(violations).toEqual([]);
});

test('the policy is enforced: foreign code, eval and untrusted markup are refused', async ({
  page,
  watch,
}) => {
  watch.expectErrors(/Content Security [Pp]olicy/, /Trusted/);
  await page.goto('/about');
  const refused = await page.evaluate(async () => {
    const told: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      told.push(event.effectiveDirective);
    });
    const attempts: Record<string, () => unknown> = {
      inline: () => {
        const script = document.createElement('script');
        script.append('document.title = "taken"');
        document.head.append(script);
        return script;
      },
      address: () => {
        document.createElement('script').src = 'https://evil.example/x.js';
      },
      handler: () => document.body.setAttribute('onclick', 'document.title = "taken"'),
      evaluated: () => (0, window.eval)('document.title = "taken"'),
      built: () => new Function('document.title = "taken"')(),
      markup: () => {
        document.body.innerHTML = '<img src=x onerror="document.title=1">';
      },
      policy: () => window.trustedTypes?.createPolicy('foreign', { createHTML: String }),
      worker: () => new Worker('/assets/any.js'),
    };
    // From a timer: code evaluated by the test itself may call eval.
    const thrown = await new Promise<string[]>((resolve) => {
      setTimeout(() => {
        const refused = Object.entries(attempts).flatMap(([name, attempt]) => {
          try {
            attempt();
            return [];
          } catch {
            return [name];
          }
        });
        resolve(refused);
      });
    });
    document.body.click();
    await fetch('https://evil.example/').catch(() => undefined);
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/';
    document.body.append(frame);
    const base = document.createElement('base');
    base.href = 'https://evil.example/';
    document.head.append(base);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return {
      thrown,
      told: [...new Set(told)].sort(),
      title: document.title,
      base: document.baseURI,
    };
  });
  // The first does not throw, it just does not run.
  expect(refused.thrown).toEqual([
    ...['address', 'handler', 'evaluated', 'built', 'markup', 'policy', 'worker'],
  ]);
  expect(refused.title).not.toMatch(/taken|1/);
  expect(refused.base).toBe(`${SITE}/about`);
  for (const directive of [
    'require-trusted-types-for',
    'trusted-types',
    'connect-src',
    'frame-src',
  ])
    expect(refused.told, directive).toContain(directive);
});

test('an inline script added to a page does not run, because its hash is not in the policy', async ({
  page,
  watch,
}) => {
  watch.expectErrors(/Content Security Policy/);
  await page.route('/about', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '</head>',
      '<script>document.documentElement.dataset.added = "ran"</script></head>',
    );
    await route.fulfill({ response, body });
  });
  const told = page.waitForEvent('console', (message) => /inline script/.test(message.text()));
  await page.goto('/about');
  await told;
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('html[data-added]')).toHaveCount(0);
});

test('no other site can frame a page or access the staff area as its opener', async ({
  page,
  watch,
}) => {
  watch.expectErrors(/frame-ancestors/, /ERR_BLOCKED_BY_RESPONSE/, /^left the origin/, /X-Frame/);
  const other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<a href="${SITE}/about" target="_blank" rel="opener">open</a>
      <iframe src="${SITE}/admin"></iframe>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  try {
    const blocked = page.waitForEvent('console', (message) =>
      /frame-ancestors|X-Frame-Options/.test(message.text()),
    );
    await page.goto(`http://127.0.0.1:${port}/`);
    await blocked;
    expect(page.frames().map((frame) => frame.url())).not.toContain(`${SITE}/admin`);
    const popup = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'open' }).click();
    // Public pages keep the process; signing in opens a new one.
    const opened = await popup;
    await opened.getByRole('link', { name: 'Admin Login' }).click();
    await opened.waitForURL(`${SITE}/admin`);
    await expect(opened.getByLabel('Password').first()).toBeVisible();
    expect(await opened.evaluate(() => window.opener)).toBeNull();
  } finally {
    other.close();
  }
});

test('the preview responds like a host: status, redirects, caching', async ({ request }) => {
  const ask = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0 });
    const headers: Record<string, string> = response.headers();
    headers.status = String(response.status());
    return headers;
  };
  expect(await ask('/about/')).toMatchObject({ status: '308', location: '/about' });
  expect(await ask('/no-such-page')).toMatchObject({ status: '404' });
  expect(await ask('/projects/no-such-study')).toMatchObject({ status: '404' });
  for (const path of ['/admin', '/admin/blog', '/auth', '/auth/new-password']) {
    expect(await ask(path), path).toMatchObject({
      status: '200',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin',
    });
  }
  const home = await ask('/');
  expect(home).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  expect(home['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
});
