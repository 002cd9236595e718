// Renders every public page into an HTML file at build time, with the app's own components and router and
// with the data the backend returns during the build.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';
import { createLoaders } from './app-loader.ts';
import type { LeaveOut } from './build-info.ts';
import { readInlineScripts } from './inline-scripts.ts';
import { root } from './install.mjs';
import { createPageWriter } from './page-html.ts';
import './websocket.ts';

const PAGES_AT_ONCE = 4;
/** Also the page for every unknown address. */
const NOT_FOUND = '/404';
/** The addresses a page is shown at without having been rendered for them: the app renders it anew there. */
const NOT_BUILT = [
  { page: /^\/(?:blog|projects|projects\/services\/.+)$/, unbuilt: /\?./ },
  // What was published after the build.
  { page: /^\/404$/, unbuilt: /^\/(?:projects(?:\/services)?|blog)\/[^/]+$/ },
];

/** a page for the sitemap */
export type Listed = {
  path: string;
  /** A page of the site itself, not one made from content. */
  isFixed?: boolean;
  /** ISO 8601. */
  updatedAt?: string;
  card?: {
    path: string;
    eyebrow: string;
    title: string;
    picture: string | null;
    focus?: { x: number; y: number };
    tone?: 'day' | 'night';
  };
};

export type PrerenderOptions = {
  folder: string;
  siteUrl: string;
  mode?: 'production' | 'demo';
  /** Where requests to the site's URL go during the build. */
  backendUrl: string;
  cards: (pages: Listed[]) => Promise<ReadonlySet<string>>;
  /** Called for every study or post that could not be rendered; the browser renders it instead. */
  leaveOut: LeaveOut;
};

/**
 * @returns the pages written, without the page for unknown addresses
 * @throws the error of a request or a component while a page of the site itself was rendered
 */
export async function prerender({
  folder,
  siteUrl,
  backendUrl,
  mode,
  cards,
  leaveOut,
}: PrerenderOptions): Promise<Listed[]> {
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
    const pages: Listed[] = await renderer.listPages();
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
    const render = async ({ path }: { path: string }) => {
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
 * @returns pages that failed twice
 * @throws if every page fails, since the cause is then not the content of one page
 */
async function renderContent(
  pages: readonly Listed[],
  render: (page: Listed) => Promise<void>,
): Promise<Map<Listed, Error>> {
  const renderEach = async (tried: readonly Listed[]) => {
    const failed: Map<Listed, Error> = new Map();
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

/** Pages without a file of their own are served by app.html, so it gets the social card of the site. */
async function addToHead(file: string, tags: string) {
  const html = await readFile(file, 'utf8');
  await writeFile(
    file,
    html.replace('</head>', () => `${tags}</head>`),
  );
}

function isIndependentOfPage({
  tag,
  attributes,
}: {
  tag: string;
  attributes: Record<string, string>;
}) {
  const { property = '', name = '' } = attributes;
  return (
    tag === 'meta' && (/^og:(?:image|site_name|type)/.test(property) || name === 'twitter:card')
  );
}

function siteOrBackend(siteUrl: string) {
  return process.env.VITE_SUPABASE_URL || siteUrl;
}

/** During the build, requests to the site's URL are sent to the backend's URL. */
function redirectFetch(siteUrl: string, backendUrl: string) {
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

async function readTemplate(folder: string) {
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
 * @throws the first error
 */
async function inParallel<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>) {
  const rest = [...items];
  const failures: unknown[] = [];
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
