import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import {
  expect,
  test as base,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import {
  createApi,
  signInByApi,
  SITE,
  STAFF,
  STAFF_STATE,
  type Api,
  type StorageState,
} from './backend';
import type { State } from './pages';
import { expectAccessible, openPublicPage } from './screens';

export { expect };

type Watch = {
  guard: (context: BrowserContext) => Promise<void>;
  /** For errors that the test itself causes. */
  expectErrors: (...patterns: RegExp[]) => void;
};

type Screens = {
  /** Opens a public page and asserts all that holds of each of them, accessibility included. */
  open: (page: Page, path: string) => Promise<void>;
  /** Asserts that the screen shown now is accessible, in both themes. */
  check: (page: Page, state: State, height?: number) => Promise<void>;
};

type Fixtures = {
  watch: Watch;
  screens: Screens;
  /** Returns a unique title; studies with it are deleted after the test. */
  unique: (name: string) => string;
  /** A separate browser for a visitor, or with the session of the given state. */
  openPage: (storageState?: StorageState | string) => Promise<Page>;
  /** A browser in which the seeded staff account is signed in. */
  staffPage: Page;
};

type WorkerFixtures = { api: Api };

/** Pages whose app must not start by itself. */
const resting: WeakSet<Page> = new WeakSet();

/** Inside the folder that a run empties at its beginning: a file for each screen that was checked. */
export const screensFolder = (outputFolder: string) => `${outputFolder}/screens`;
export const screenFile = (screen: string) => encodeURIComponent(screen);

export const test = base.extend<Fixtures, WorkerFixtures>({
  watch: [
    async ({ baseURL }, use) => {
      const problems: string[] = [];
      const origin = new URL(baseURL ?? SITE).origin;
      // The document of a study or post that was published after the build.
      const expected = [new RegExp(`status of 404 .*\\(${origin}/(?:projects|blog)/[^/]+\\)$`)];
      await use({
        guard: async (context) => {
          await context.addInitScript(() => {
            addEventListener('app-ready', () => Object.assign(globalThis, { isAlive: true }));
            // Journeys compare texts with their source; writing.spec.ts writes on the surface.
            if (location.pathname.startsWith('/admin')) {
              localStorage['writing-mode'] ??= 'markdown';
            }
          });
          context.on('weberror', (error) => {
            problems.push(`page error: ${error.error().stack ?? error.error().message}`);
          });
          context.on('console', (message) => {
            if (message.type() !== 'error') return;
            problems.push(`console error: ${message.text()} (${message.location().url})`);
          });
          context.on('request', (request) => {
            const url = new URL(request.url());
            if (url.protocol.startsWith('http') && url.origin !== origin) {
              problems.push(`left the origin: ${request.url()}`);
            }
          });
          context.on('page', (page) => {
            page.on('load', () => {
              if (!resting.has(page)) void startApp(page).catch(() => {});
            });
            page.on('websocket', (socket) => problems.push(`opened a socket: ${socket.url()}`));
          });
        },
        expectErrors: (...patterns) => expected.push(...patterns),
      });
      const unexpected = problems.filter(
        (problem) => !expected.some((pattern) => pattern.test(problem)),
      );
      expect(unexpected, 'errors and foreign requests').toEqual([]);
    },
    { auto: true },
  ],

  screens: async ({ watch }, use, testInfo) => {
    const checked: string[] = [];
    await use({
      open: async (page, path) => {
        if (path === '/nowhere') watch.expectErrors(refused(404, path));
        resting.add(page);
        await openPublicPage(page, path, () => startApp(page));
        resting.delete(page);
        await expectAccessible(page);
        checked.push(path);
      },
      check: async (page, state, height) => {
        await expectAccessible(page, height);
        checked.push(state);
      },
    });
    if (testInfo.status !== testInfo.expectedStatus) return;
    const folder = screensFolder(testInfo.project.outputDir);
    mkdirSync(folder, { recursive: true });
    for (const screen of checked) writeFileSync(`${folder}/${screenFile(screen)}`, '');
  },

  context: async ({ context, watch }, use) => {
    await watch.guard(context);
    await use(context);
  },

  openPage: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (storageState) => {
      const context = await browser.newContext({ storageState });
      contexts.push(context);
      await watch.guard(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  staffPage: async ({ openPage }, use) => {
    await use(await openPage(STAFF_STATE));
  },

  unique: async ({ api }, use) => {
    const tag = randomUUID().slice(0, 8);
    let isUsed = false;
    await use((name) => {
      isUsed = true;
      return `${name} ${tag}`;
    });
    if (isUsed) await api.deleteDocumentsTitledWith(tag);
  },

  api: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from here
    async ({}, use) => {
      const { access_token } = await signInByApi(STAFF.email, STAFF.password);
      await use(createApi(access_token));
    },
    { scope: 'worker' },
  ],
});

/** For pages that are only read: their app starts with the first use of something that needs it. */
export const keepAtRest = (page: Page) => void resting.add(page);

/**
 * Starts the app of a prerendered page without input, as a picture that cannot be shown does. Not as a sign-in in another
 * tab: the session would be asked for again and again, and be refused once the person has logged out.
 */
export const startApp = (page: Page) =>
  page.evaluate(() => {
    if ('isAlive' in globalThis || !document.querySelector('script[data-script]')) return;
    const picture = document.body.appendChild(document.createElement('img'));
    picture.hidden = true;
    // The page's script may still be on its way.
    const timer = setInterval(() => picture.dispatchEvent(new Event('error')), 50);
    addEventListener('app-ready', () => {
      clearInterval(timer);
      picture.remove();
    });
  });

/** The console message of the browser about a status of 400 or above. */
export const refused = (status: number, path: RegExp | string = ''): RegExp =>
  new RegExp(`status of ${status} .*${typeof path === 'string' ? path : path.source}`, 's');

/** The open toast, without one that is closing and the live-region copy of Radix. */
export function toast(page: Page, text: string): Locator {
  return page
    .getByRole('region', { name: /notifications/i })
    .locator('[data-state="open"]')
    .getByText(text, { exact: true });
}

/** Resolves once the app has hydrated a prerendered page: links then navigate in place. */
export const expectHydrated = (page: Page) => page.waitForFunction(() => 'isAlive' in globalThis);

export function field(within: Page | Locator, name: string): Locator {
  return within.getByRole('textbox', { name, exact: true });
}

export async function fillSignIn(page: Page, { email, password }: typeof STAFF) {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Only loaded pictures have a natural width. */
export async function expectLoaded(picture: Locator) {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

/** The unsaved text in this browser, as JSON. */
export function keptText(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('journal');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction('entries').objectStore('entries').getAll();
          all.onsuccess = () => resolve(JSON.stringify(all.result));
        };
      }),
  );
}
