import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SITE } from '../../e2e/backend';
import { expect, expectLoaded, test } from '../../e2e/fixtures';
import { watchPolicy } from './policy';

// That no page violates the policy is shown by every other browser test: they fail on what it reports in the console.

test('the policy is enforced: foreign code, eval and untrusted markup are refused', async ({
  page,
  watch,
}) => {
  watch.expectErrors(/Content Security [Pp]olicy/, /Trusted/);
  await page.goto('/about');
  const violations = watchPolicy(page.context());
  const ran = await page.evaluate(async () => {
    const attempts: Record<string, () => unknown> = {
      address: () => (document.createElement('script').src = 'https://evil.example/x.js'),
      handler: () => document.body.setAttribute('onclick', 'document.title = "taken"'),
      evaluated: () => (0, window.eval)('document.title = "taken"'),
      // oxlint-disable-next-line typescript/no-implied-eval -- the policy must refuse it
      built: () => new Function('document.title = "taken"')(),
      markup: () => (document.body.innerHTML = '<img src=x onerror="document.title=1">'),
      policy: () => window.trustedTypes?.createPolicy('foreign', { createHTML: String }),
      worker: () => new Worker('/assets/any.js'),
    };
    // From a timer: code evaluated by the test itself may call eval.
    await new Promise((resolve) => setTimeout(resolve));
    const names = Object.keys(attempts).filter((name) => {
      try {
        attempts[name]?.();
        return true;
      } catch {
        return false;
      }
    });
    document.body.click();
    await fetch('https://evil.example/').catch(() => undefined);
    const frame = document.createElement('iframe');
    const base = document.createElement('base');
    frame.src = base.href = 'https://evil.example/';
    document.body.append(frame);
    document.head.append(base);
    return names;
  });
  expect(ran).toEqual([]);
  expect(await page.title()).not.toMatch(/taken|1/);
  expect(await page.evaluate(() => document.baseURI)).toBe(`${SITE}/about`);
  const reported = () => violations.join('\n');
  for (const words of [/TrustedScriptURL/, /TrustedHTML/, /TrustedTypePolicy/, /connect|fetch/i]) {
    await expect.poll(reported).toMatch(words);
  }
  await expect.poll(reported).toMatch(/fram/i);
});

test('no other site can frame a page or access the staff area as its opener', async ({
  page,
  watch,
}) => {
  watch.expectErrors(/frame-ancestors/, /ERR_BLOCKED_BY_RESPONSE/, /^left the origin/, /X-Frame/);
  const body = `<a href="${SITE}/about" target="_blank" rel="opener">open</a>
    <iframe src="${SITE}/admin"></iframe>`;
  // On this machine as well: from elsewhere Chromium would not even ask a local site.
  const other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(body);
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const blocked = page.waitForEvent('console', (message) =>
    /frame-ancestors|X-Frame-Options/.test(message.text()),
  );
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
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
  other.close();
});

test('the QR code of an authenticator app is shown under the policy', async ({
  staffPage: page,
}) => {
  const qr_code =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0z"/></svg>';
  const totp = { qr_code, secret: 'ABC', uri: 'otpauth://x' };
  await page.route('**/auth/v1/factors', (route) =>
    route.fulfill({ json: { id: crypto.randomUUID(), type: 'totp', totp } }),
  );
  await page.goto('/admin/account');
  await page.getByRole('button', { name: /authenticator app/i }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectLoaded(page.getByRole('img', { name: /^QR code/ }));
});
