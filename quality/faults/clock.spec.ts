import { STAFF } from '../../e2e/backend';
import { expect, field, fillSignIn, keptText, test } from '../../e2e/fixtures';

const DAY = 86_400_000;

for (const [what, shift] of Object.entries({ 'a day ahead': DAY, 'a day behind': -DAY })) {
  test(`GUARD-6: with a clock ${what} staff sign in, save, are offered unsaved text, and stay signed in`, async ({
    openPage,
    api,
    unique,
  }) => {
    const page = await openPage();
    const title = unique('Clockwork');
    const id = await api.createStudy({ title });
    await page.clock.setSystemTime(Date.now() + shift);
    let renewals = 0;
    let requests = 0;
    page.context().on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) renewals += 1;
      else if (/\/(?:rest|functions)\/v1\//.test(request.url())) requests += 1;
    });
    await page.goto(`/admin/case-studies/edit/${id}`);
    await fillSignIn(page, STAFF);
    const challenge = field(page, 'Challenge');
    await challenge.fill('Written at the wrong hour');
    await page.getByRole('button', { name: 'Save Case Study' }).click();
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    expect(await api.readStudy(id)).toMatchObject({ challenge: 'Written at the wrong hour' });

    await challenge.fill('Never saved');
    await expect.poll(() => keptText(page)).toContain('Never saved');
    const next = await page.context().newPage();
    await page.close();
    await next.goto(`/admin/case-studies/edit/${id}`);
    await next.getByRole('button', { name: 'Restore' }).click();
    await expect(field(next, 'Challenge')).toHaveValue('Never saved');
    // supabase-js uses this clock: if it is ahead, each request refreshes the session once.
    expect(renewals).toBeLessThanOrEqual(shift > 0 ? requests + 2 : 0);
  });
}
