import type { Page } from '@playwright/test';
import { STAFF_STATE } from '../../e2e/backend';
import { expect, field, test } from '../../e2e/fixtures';

const TABS = 200;
/** For all tabs together, after one of them saved. */
const READS_MAX = 2 * TABS;

test(`SESS-17, R-07: ${TABS} tabs of one user keep one session, and none loses its text`, async ({
  openPage,
  api,
  unique,
}) => {
  test.setTimeout(900_000);
  const id = await api.createStudy({ title: unique('Crowded') });
  const first = await openPage(STAFF_STATE);
  const context = first.context();
  let renewals = 0;
  let requests = 0;
  context.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals += 1;
    if (/\/(?:rest|auth|functions)\/v1\//.test(request.url())) requests += 1;
  });
  await first.goto(`/admin/case-studies/edit/${id}`);
  const challenge = field(first, 'Challenge');
  await challenge.fill('Typed in the first of many');

  const others: Page[] = [];
  while (others.length < TABS - 1) {
    const tab = await context.newPage();
    others.push(tab);
    await tab.goto('/admin/case-studies');
  }
  const last = others.at(-1) as Page;
  await expect(last.getByRole('heading', { level: 1, name: 'Case studies' })).toBeVisible();

  requests = 0;
  await first.bringToFront();
  await expect(challenge).toHaveValue('Typed in the first of many');
  await first.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(first.getByText(/^Saved at/)).toBeVisible();
  expect(await api.readStudy(id)).toMatchObject({ challenge: 'Typed in the first of many' });
  await last.bringToFront();
  await expect(last.getByRole('heading', { level: 1, name: 'Case studies' })).toBeVisible();
  expect(requests).toBeLessThanOrEqual(READS_MAX);
  expect(renewals).toBeLessThanOrEqual(1);

  for (const tab of others.slice(0, 3)) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Case studies' })).toBeVisible();
  }
});
