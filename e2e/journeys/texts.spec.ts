import { expect, expectHydrated, field, test, toast } from '../fixtures';

const CHALLENGE = 'Orders came in\non paper bags.\n\n2019. A hard year.';
const SOLUTION = ['One **list** for all shops:', '', '- one name', '- one number'].join('\n');
const EMBED = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Our film"></iframe>';
const PLAYER = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0';

test('staff write a study in Markdown; visitors see lists and emphasis, and plain text as it was typed', async ({
  staffPage: staff,
  openPage,
  unique,
  api,
}) => {
  const title = unique('Order book');
  const id = await api.createStudy({ title, challenge: CHALLENGE, solution: 'Before' });
  await staff.goto(`/admin/case-studies/edit/${id}`);
  const solution = field(staff, 'Solution');
  await solution.fill(SOLUTION);
  await solution.press('ControlOrMeta+End');
  await solution.pressSequentially('\n\nkneaded');
  await solution.press('ControlOrMeta+Shift+ArrowLeft');
  await solution.press('ControlOrMeta+b');
  await expect(solution).toHaveValue(`${SOLUTION}\n\n**kneaded**`);
  await staff.getByRole('button', { name: 'Preview of Solution' }).click();
  const preview = staff.getByRole('region', { name: 'Solution: preview' });
  await expect(preview.getByRole('listitem')).toHaveText(['one name', 'one number']);
  await staff.getByLabel('Status').selectOption('published');
  await staff.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(toast(staff, `Case study "${title}" updated successfully!`)).toBeVisible();

  const visitor = await openPage();
  await visitor.goto(`/projects/${id}`);
  const part = (name: string) =>
    visitor.locator('section', { has: visitor.getByRole('heading', { name }) });
  await expect(part('Our Solution').getByRole('listitem')).toHaveText(['one name', 'one number']);
  await expect(part('Our Solution').getByRole('strong')).toHaveText(['list', 'kneaded']);
  await expect(part('The Challenge').getByRole('paragraph')).toHaveText(
    ['Orders came in\non paper bags.', '2019. A hard year.'],
    { useInnerText: true },
  );
});

test('a prerendered study has its rendered text, and no renderer is downloaded', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto('/projects');
  const study = page.getByRole('main').getByRole('article').first().getByRole('link').first();
  const address = await study.getAttribute('href');
  const fetchedAgain = page.waitForResponse(/\/rest\/v1\/case_studies\?.*&slug=eq\./);
  await page.goto(address ?? '');
  await expectHydrated(page);
  await fetchedAgain;
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page.locator('.reading p').first()).not.toBeEmpty();
  expect(scripts.filter((path) => /render-part|sanitize-html/.test(path))).toEqual([]);
});

test('staff paste a video; visitors load it from its host only by pressing play', async ({
  staffPage: staff,
  openPage,
  unique,
  api,
  watch,
}) => {
  const title = unique('Film');
  const inGallery = { image_url: 'https://vimeo.com/76979871', caption: 'Second film' };
  const id = await api.createStudy({ title, results: 'Watch:\n', gallery: [inGallery] });
  await staff.goto(`/admin/case-studies/edit/${id}`);
  await field(staff, 'Results').press('ControlOrMeta+End');
  await staff.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await staff.evaluate((code) => navigator.clipboard.writeText(code), EMBED);
  await staff.keyboard.press('ControlOrMeta+v');
  await expect(staff.getByText('This is a YouTube video. Insert it as a video?')).toBeVisible();
  await staff.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(field(staff, 'Results')).toHaveValue(
    /\[Our film\]\(https:\/\/www\.youtube\.com\/watch/,
  );
  await staff.getByLabel('Status').selectOption('published');
  await staff.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(toast(staff, `Case study "${title}" updated successfully!`)).toBeVisible();

  const visitor = await openPage();
  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  await visitor.goto(`/projects/${id}`);
  const poster = visitor.getByRole('link', { name: 'Play video: Our film' });
  await poster.scrollIntoViewIfNeeded();
  await expect(visitor.getByRole('link', { name: 'Play video: Second film' })).toBeAttached();
  const before = await poster.boundingBox();
  await visitor.waitForLoadState('networkidle');

  await visitor
    .context()
    .route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
    );
  watch.expectErrors(/left the origin: https:\/\/www\.youtube-nocookie\.com\//);
  await poster.press('Enter');
  const player = visitor.locator('iframe.video');
  await expect(player).toHaveAttribute('src', PLAYER);
  await expect(player).toBeFocused();
  expect(await player.boundingBox()).toEqual(before);
});
