import type { Page } from '@playwright/test';
import { expect, expectHydrated, field, startApp, test, toast } from '../fixtures';
import { PUBLIC_PAGES } from '../pages';

/** What page translators do to every text, as it appears: half of the nodes are moved into <font>, half replaced by it. */
async function translate(page: Page) {
  await page.addInitScript(() => {
    const isText = (node: Node) =>
      node.nodeType === Node.TEXT_NODE &&
      node.textContent?.trim() !== '' &&
      !/^(?:FONT|SCRIPT|STYLE|TEXTAREA|TITLE|OPTION)$/.test(node.parentElement?.tagName ?? 'FONT');
    let count = 0;
    function wrap(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      for (let node: Node | null = root; node; node = walker.nextNode()) texts.push(node);
      for (const text of texts.filter(isText)) {
        const font = document.createElement('font');
        text.parentNode?.replaceChild(font, text);
        count += 1;
        font.append(count % 2 === 0 ? text : (text.textContent ?? ''));
      }
    }
    addEventListener('DOMContentLoaded', () => {
      wrap(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes } of records) {
          // Asynchronous, as translations are.
          for (const node of addedNodes) setTimeout(() => node.isConnected && wrap(node));
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
}

/** Waits for the app: it renders a translated page anew, and a press in that moment falls between two elements. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.locator('font').count()).toBeGreaterThan(10);
  await startApp(page);
  await expectHydrated(page);
}

test('every public page keeps working while a translator changes its texts', async ({
  page,
  watch,
}) => {
  // React says that the translated page is not the prerendered one, and renders it anew.
  watch.expectErrors(/[Hh]ydrat/, /Minified React error #4\d\d/);
  await translate(page);
  for (const [path] of PUBLIC_PAGES) {
    // The last two are refusals, which journeys of their own open.
    if (['/nowhere', '/admin'].includes(path)) continue;
    await open(page, path);
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  }

  await open(page, '/projects');
  const titles = page.getByRole('main').getByRole('article').getByRole('heading');
  await page
    .getByRole('navigation', { name: 'Projects by service' })
    .getByRole('link', { name: 'AI Implementation' })
    .click();
  await expect(page).toHaveURL('/projects/services/ai-implementation');
  await expect(titles).toHaveText(['A forecast that fits the ferry timetable']);
  await page
    .getByRole('navigation', { name: 'Projects by service' })
    .getByRole('link', { name: 'Creative Design' })
    .click();
  await expect(titles).toContainText(['A greengrocer that delivers by bicycle']);
  await page.goBack();
  await expect(titles).toHaveText(['A forecast that fits the ferry timetable']);

  await open(page, '/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  await form.getByRole('textbox', { name: 'Name' }).fill('J. P. Smith');
  await form.getByRole('textbox', { name: 'Email' }).fill('first&last@visitor.example');
  await form.getByRole('textbox', { name: 'Message' }).fill('We would like a new website.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(/back to you at first&last@visitor\.example soon/)).toBeVisible();
});

test('both editors save while a translator changes their texts', async ({
  staffPage: page,
  api,
  unique,
}) => {
  await translate(page);
  const title = unique('Translated');
  const id = await api.createStudy({ title });
  await page.goto(`/admin/case-studies/edit/${id}`);
  await field(page, 'Challenge').fill('First words');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(toast(page, `Case study "${title}" updated successfully!`)).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await field(page, 'Challenge').fill('Second words');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save Case Study' }).click();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  expect((await api.readStudy(id)).challenge).toBe('Second words');

  await page.goto('/admin/blog/new');
  await field(page, 'Title').fill(unique('Translated post'));
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
});
