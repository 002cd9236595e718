// Renders every public page into an HTML file at build time, with the app's own components and router and
// with the data the backend returns during the build.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';
import { createLoaders } from './app-loader.mjs';
import { readInlineScripts } from './inline-scripts.mjs';
import { root } from './install.mjs';
import { createPageWriter } from './page-html.mjs';
import './websocket.mjs';

const PAGES_AT_ONCE = 4;
/** Also the page for every unknown address. */
const NOT_FOUND = '/404';
/** The addresses a page is shown at without having been rendered for them: the app renders it anew there. */
const NOT_BUILT = [
  { page: /^\/(?:blog|projects|projects\/services\/.+)$/, unbuilt: /\?./ },
  // What was published after the build.
  { page: /^\/404$/, unbuilt: /^\/(?:projects(?:\/services)?|blog)\/[^/]+$/ },
];

/** @import { LeaveOut } from './build-info.mjs' */

/**
 * @typedef {object} Listed a page for the sitemap
 * @property {string} path
 * @property {boolean} [isFixed] a page of the site itself, not one made from content
 * @property {string} [updatedAt] ISO 8601
 * @property {{ path: string, eyebrow: string, title: string, picture: string | null,
 *   focus?: { x: number, y: number }, tone?: 'day' | 'night' }} [card]
 *
 * @typedef {object} PrerenderOptions
 * @property {string} folder
 * @property {string} siteUrl
 * @property {'production' | 'demo'} [mode]
 * @property {string} backendUrl where requests to the site's URL go during the build
 * @property {(pages: Listed[]) => Promise<ReadonlySet<string>>} cards
 * @property {LeaveOut} leaveOut called for every study or post that could not be rendered; the browser renders it instead
 */

/**
 * @param {PrerenderOptions} options
 * @returns {Promise<Listed[]>} the pages written, without the page for unknown addresses
 * @throws the error of a request or a component while a page of the site itself was rendered
 */
export async function prerender({ folder, siteUrl, backendUrl, mode, cards, leaveOut }) {
  const { build } = await import('vite');
  // The bundled renderer; deleted before the folder is published.
  const rendererFolder = `${folder}/.renderer`;
  await build({
    root,
    mode,
    logLevel: 'warn',
    build: {
      ssr: 'src/site/entry-server.tsx',
      outDir: rendererFolder,
      emptyOutDir: true,
      sourcemap: false,
      copyPublicDir: false,
    },
    define: { 'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(siteOrBackend(siteUrl)) },
  });
  const restoreFetch = redirectFetch(siteUrl, backendUrl);
  try {
    const renderer = await import(`${pathToFileURL(rendererFolder)}/entry-server.js`);
    renderer.sanitizeWith(new JSDOM('').window);
    const template = await readTemplate(folder);
    const write = createPageWriter(template);
    const loaderOf = await createLoaders(folder, template.styles);
    /** @type {Listed[]} */
    const pages = await renderer.listPages();
    const known = await cards(pages);
    await rename(`${folder}/index.html`, `${folder}/app.html`);
    const site = await renderer.renderPage('/');
    await addToHead(
      `${folder}/app.html`,
      renderer.renderHead(
        renderer
          .headTags(site.meta, { siteUrl, path: '/', cards: known })
          .filter(isIndependentOfPage),
      ),
    );
    /** @param {{ path: string }} page */
    const render = async ({ path }) => {
      const { html, meta, data } = await renderer.renderPage(path);
      const head = renderer.renderHead(renderer.headTags(meta, { siteUrl, path, cards: known }));
      const page = {
        path,
        html,
        head,
        data: data.answers.length > 0 ? data : undefined,
        loader: await loaderOf(path),
        unbuilt: NOT_BUILT.find(({ page }) => page.test(path))?.unbuilt,
      };
      const file = `${folder}${path === '/' ? '/index' : decodeURI(path)}.html`;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, write(page));
    };
    const fixed = pages.filter(({ isFixed }) => isFixed);
    await inParallel([...fixed, { path: NOT_FOUND }], render);
    const failed = await renderContent(
      pages.filter(({ isFixed }) => !isFixed),
      render,
    );
    // If the backend went down meanwhile, this fails once instead of every page failing.
    if (failed.size > 0) await inParallel(fixed, ({ path }) => renderer.renderPage(path));
    for (const [{ path }, error] of failed) {
      leaveOut(path, `the page could not be rendered: ${error.message}`);
    }
    return pages.filter((page) => !failed.has(page));
  } finally {
    restoreFetch();
    await rm(rendererFolder, { recursive: true, force: true });
  }
}

/**
 * A study or post that cannot be rendered does not stop the others from being published.
 *
 * @param {readonly Listed[]} pages
 * @param {(page: Listed) => Promise<void>} render
 * @returns {Promise<Map<Listed, Error>>} pages that failed twice
 * @throws if every page fails, since the cause is then not the content of one page
 */
async function renderContent(pages, render) {
  /** @param {readonly Listed[]} tried */
  const renderEach = async (tried) => {
    /** @type {Map<Listed, Error>} */
    const failed = new Map();
    await inParallel(tried, async (page) => {
      await render(page).catch((error) => void failed.set(page, error));
    });
    return failed;
  };
  const first = await renderEach(pages);
  const failed = first.size > 0 ? await renderEach([...first.keys()]) : first;
  if (pages.length > 1 && failed.size === pages.length) throw failed.values().next().value;
  return failed;
}

/**
 * Pages without a file of their own are served by app.html, so it gets the social card of the site.
 *
 * @param {string} file
 * @param {string} tags
 */
async function addToHead(file, tags) {
  const html = await readFile(file, 'utf8');
  await writeFile(
    file,
    html.replace('</head>', () => `${tags}</head>`),
  );
}

/** @param {{ tag: string, attributes: Record<string, string> }} tag */
function isIndependentOfPage({ tag, attributes }) {
  const { property = '', name = '' } = attributes;
  return (
    tag === 'meta' && (/^og:(?:image|site_name|type)/.test(property) || name === 'twitter:card')
  );
}

/** @param {string} siteUrl */
function siteOrBackend(siteUrl) {
  return process.env.VITE_SUPABASE_URL || siteUrl;
}

/**
 * During the build, requests to the site's URL are sent to the backend's URL.
 *
 * @param {string} siteUrl
 * @param {string} backendUrl
 */
function redirectFetch(siteUrl, backendUrl) {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(siteUrl)) return fetch(input, init);
    const moved = backendUrl + url.slice(siteUrl.length);
    return fetch(input instanceof Request ? new Request(moved, input) : moved, init);
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

/** @param {string} folder */
async function readTemplate(folder) {
  const shell = await readFile(`${folder}/index.html`, 'utf8');
  const styles = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(shell)?.[1];
  if (!styles) throw new Error('index.html has no stylesheet');
  const css = await readFile(`${folder}${styles}`, 'utf8');
  const { startApp } = await readInlineScripts();
  return { shell, styles, css, startApp };
}

/**
 * Settles after every action has ended, also when one failed, so that the caller may delete the folder.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<unknown>} act
 * @throws the first error
 */
async function inParallel(items, act) {
  const rest = [...items];
  /** @type {unknown[]} */
  const failures = [];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      await act(item).catch((error) => {
        failures.push(error);
        rest.length = 0;
      });
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, worker));
  if (failures.length > 0) throw failures[0];
}
