import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { SITE_PORT } from '../../playwright.config';
import { expect, expectHydrated, field, test } from '../../e2e/fixtures';

const PORT = SITE_PORT + 5;
const DEMO = `http://localhost:${PORT}`;
let server: ChildProcess;

test.use({ baseURL: DEMO });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = spawn(process.execPath, ['scripts/run.mjs', 'scripts/demo.ts'], {
    env: { ...process.env, PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (text) => String(text).includes('is running') && resolve());
    server.once('exit', (code) => reject(new Error(`npm run demo ended with ${code}`)));
  });
});

test.afterAll(async () => {
  if (server.exitCode !== null) return;
  server.kill();
  await once(server, 'exit');
});

test('DATA-19, BLOGAPI-15: the demo shows sample projects and posts and asks no backend', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:auth|rest|storage|functions)\//.test(pathname)) asked.push(pathname);
  });
  const nav = page.getByRole('navigation', { name: 'Main' });

  await page.goto('/');
  await expectHydrated(page);
  await nav.getByRole('link', { name: 'Projects' }).click();
  await page.getByRole('link', { name: 'A timetable for two ferries' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A timetable for two ferries');
  await expect(page.getByRole('heading', { name: 'Explore More Projects' })).toBeVisible();

  await page.goto('/blog');
  await expectHydrated(page);
  await page.getByRole('link', { name: 'Name the job, then the color' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Name the job, then the color');
  await field(page, 'Email').fill('mira@example.com');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('This is a demo: your address was not sent.')).toBeVisible();

  await nav.getByRole('link', { name: 'Contact' }).click();
  await field(page, 'Name').fill('Mira Stone');
  await field(page, 'Email').fill('mira@example.com');
  await field(page, 'Subject (optional)').fill('A shop');
  await field(page, 'Message').fill('We would like to sell apples by the crate.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('This is a demo: your message was not sent.')).toBeVisible();

  await page.getByRole('link', { name: 'Admin Login' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The demo has no staff area');
  expect(asked).toEqual([]);
});
