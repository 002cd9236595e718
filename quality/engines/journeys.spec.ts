import { writeFile } from 'node:fs/promises';
import { Key } from 'selenium-webdriver';
import { mailbox, STAFF } from '../../e2e/backend';
import { drawPicture } from '../lib/picture.ts';
import { expect, test } from './fixtures';

const GREENGROCER = '/projects/a-greengrocer-that-delivers-by-bicycle';

const button = (name: string) => ({ role: 'button', name });
const link = (name: string) => ({ role: 'link', name });
const heading = (name: string) => ({ role: 'heading', name });
const field = (name: string) => ({ role: 'textbox', name });

test('a visitor goes from home to a study, its pictures and a post', async ({ visitor: page }) => {
  await page.open('/');
  await page.click(link('See every project'));
  await page.sees(heading('Start Your Project'));
  await page.click({ role: 'link', within: { role: 'article', within: { role: 'main' } } });
  await page.sees(heading('The Challenge'));

  await page.open(GREENGROCER);
  await page.click({ role: 'link', startsWith: 'Enlarge:' });
  const lightbox = { role: 'dialog' };
  await page.sees(lightbox);
  await page.reads('1 of ');
  await page.press(Key.ARROW_RIGHT);
  await page.reads('2 of ');
  await page.press(Key.ESCAPE);
  await page.seesNo(lightbox);

  await page.open('/blog');
  await page.click(link('A greengrocer on a cargo bike'));
  await page.reads('By Mara Ellison');
});

test('the chosen theme survives a reload', async ({ visitor: page }) => {
  const isDark = () => page.run(() => document.documentElement.classList.contains('dark'));
  await page.open('/');
  await page.click(button('Dark theme'));
  await expect.poll(isDark).toBe(true);
  await page.open('/');
  await expect.poll(isDark).toBe(true);
});

test('the menu of a phone opens at the first click and closes by keyboard', async ({
  visitor: page,
}) => {
  await page.resize(390, 844);
  await page.open('/');
  await page.click(button('Menu'));
  const menu = { role: 'dialog', name: 'Menu' };
  await page.sees(menu);
  await page.press(Key.ESCAPE);
  await page.seesNo(menu);
  await page.click(button('Menu'));
  await page.click({ ...link('Services'), within: menu });
  await page.sees(heading('Services'));
  await page.seesNo(menu);
});

test('an enquiry shows its errors, is sent and arrives by mail', async ({
  visitor: page,
  unique,
}) => {
  const subject = unique('Bakery');
  await page.open('/contact');
  await page.click(button('Send message'));
  await page.reads('Name must be at least 2 characters');
  await page.reads('Please enter a valid email address');
  await page.fill(field('Name'), 'Živka Ќосева');
  await page.fill(field('Email'), 'zivka@studio.example');
  await page.fill({ role: 'textbox', startsWith: 'Subject' }, subject);
  await page.fill(
    field('Message'),
    'We would like a new website for our bakery.\n\nOpen since 1987.',
  );
  await page.click(button('Send message'));
  await page.reads("We'll get back to you at zivka@studio.example soon.");
  await expect.poll(async () => (await mailbox.mailsAbout(subject)).length).toBe(1);
  const [mail] = await mailbox.mailsAbout(subject);
  expect(mail?.Text).toContain('Živka Ќосева');
});

test('staff sign in, use the account menu and sign out', async ({ visitor: page }) => {
  await page.open('/admin');
  await page.fill(field('Email'), STAFF.email);
  await page.fill({ role: 'password' }, STAFF.password);
  await page.click(button('Sign In'));
  await page.sees(heading('Admin Dashboard'));
  await page.reads('You have been successfully logged in.');
  await page.click({ role: 'button', startsWith: 'Account menu' });
  await page.click({ role: 'menuitem', name: 'Log out' });
  await page.sees(heading('Greatness is crafted over time.'));
  await page.open('/admin');
  await page.sees(button('Sign In'));
});

test('staff write a post with a preview, and a visitor reads it', async ({
  staff: page,
  unique,
}) => {
  const title = unique('Slow bread');
  await page.open('/admin/blog/new');
  await page.fill(field('Title'), title);
  await page.fill(field('Excerpt'), 'What twelve hours of waiting do to a loaf, and to a team.');
  await page.fill(field('Text'), '## Why slowly\n\nThe dough waits **twelve hours**.');
  await page.sees({ ...heading('Why slowly'), within: { role: 'tabpanel', name: 'Preview' } });
  await page.click(button('Publish'));
  await page.reads(`"${title}" published`);

  await page.open(`/blog/${title.toLowerCase().replaceAll(' ', '-')}`);
  await page.sees(heading(title));
  await page.sees(heading('Why slowly'));
});

test('staff upload a picture, with variants for small screens if the engine encodes WebP', async ({
  staff: page,
  engine,
}, info) => {
  const file = info.outputPath('wall.png');
  await writeFile(file, await drawPicture(1400, 700));
  await page.open('/admin/images');
  await page.sees({ role: 'group', name: 'Stored images' });
  const newest = () =>
    page.run(
      () => document.querySelector('[aria-label="Stored images"] img')?.getAttribute('src') ?? '',
    );
  const before = await newest();
  await page.upload('input[type=file]', file);
  await page.reads('Upload Successful');
  await expect.poll(newest).not.toBe(before);
  // WebKitGTK does not: visitors get the picture in its own size.
  await expect.poll(newest).toMatch(engine === 'webkit' ? /\?v=1400x700\.1$/ : /\?v=1400x700_\d/);
});
