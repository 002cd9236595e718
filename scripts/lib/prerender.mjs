// Draws every public page into a file of its own, with the same components, the same router and what the
// backend says at this moment.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';
import { WebSocket } from 'ws';
import { root } from './install.mjs';
import { createPageWriter } from './page-html.mjs';

const LATE_START = 'src/boot/late-start.ts';
const LOAD_APP = 'src/boot/load-app.ts';
const FONTS = 'src/app/load-fonts.ts';
const PAGES_AT_ONCE = 4;
/** Also the page for every address that leads nowhere. */
const NOT_FOUND = '/404';

/** The module of each page's code, as Vite's manifest names it. @type {[RegExp, string][]} */
const PAGE_MODULES = [
  [/^\/$/, 'home'],
  [/^\/projects\/./, 'case-study'],
  [/^\/blog\/./, 'post'],
  [/^\/404$/, 'not-found'],
];

/**
 * @typedef {object} Listed a page that anyone may find
 * @property {string} path
 * @property {string} [updatedAt] ISO 8601
 * @property {{ path: string, eyebrow: string, title: string, picture: string | null,
 *   tone?: 'day' | 'night' }} [card]
 *
 * @typedef {{ folder: string, siteUrl: string, backendUrl: string, cards?: (pages: Listed[]) => Promise<ReadonlySet<string>> }} PrerenderOptions
 *   backendUrl: answers what the site would be asked for, where both are one address in the browser
 */

/**
 * @param {PrerenderOptions} options
 * @returns {Promise<Listed[]>} the pages written, without the one for addresses that lead nowhere
 * @throws what a request or a component threw; a page that fails fails the build
 */
export async function prerender({ folder, siteUrl, backendUrl, cards = async () => new Set() }) {
  const { build } = await import('vite');
  // The program that draws; gone before anything is published.
  const drawingFolder = `${folder}/.drawing`;
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: 'src/app/entry-server.tsx',
      outDir: drawingFolder,
      emptyOutDir: true,
      sourcemap: false,
      copyPublicDir: false,
    },
    define: { 'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(siteOrBackend(siteUrl)) },
  });
  // supabase-js asks for one even where nothing listens; Node has its own from version 22 on.
  globalThis.WebSocket ??= /** @type {any} */ (WebSocket);
  const restoreFetch = answerFrom(siteUrl, backendUrl);
  try {
    const drawing = await import(`${pathToFileURL(drawingFolder)}/entry-server.js`);
    drawing.sanitizeWith(new JSDOM('').window);
    const manifest = await readManifest(folder);
    const template = await readTemplate(folder);
    const write = createPageWriter(template);
    const loaderOf = await createLoaders(folder, manifest, template.styles);
    /** @type {Listed[]} */
    const pages = await drawing.listPages();
    const known = await cards(pages);
    await rename(`${folder}/index.html`, `${folder}/app.html`);
    const site = await drawing.renderPage('/');
    await addToHead(
      `${folder}/app.html`,
      drawing.renderHead(
        drawing.headTags(site.meta, { siteUrl, path: '/', cards: known }).filter(saysNoAddress),
      ),
    );
    await inParallel([...pages, { path: NOT_FOUND }], async ({ path }) => {
      const { html, meta, data } = await drawing.renderPage(path);
      const head = drawing.renderHead(drawing.headTags(meta, { siteUrl, path, cards: known }));
      const page = {
        path,
        html,
        head,
        data: data.answers.length > 0 ? data : undefined,
        loader: await loaderOf(path),
        isSearchable: path === '/blog',
      };
      const file = `${folder}${path === '/' ? '/index' : decodeURI(path)}.html`;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, write(page));
    });
    return pages;
  } finally {
    restoreFetch();
    await rm(drawingFolder, { recursive: true, force: true });
  }
}

/**
 * What is published after the build is answered by the shell: shared, it shows the card of the site.
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
function saysNoAddress({ tag, attributes }) {
  const { property = '', name = '' } = attributes;
  return (
    tag === 'meta' &&
    (/^og:(?:image|site_name|locale|type)/.test(property) || name === 'twitter:card')
  );
}

/** @param {string} siteUrl */
function siteOrBackend(siteUrl) {
  return process.env.VITE_SUPABASE_URL || siteUrl;
}

/**
 * While the site is built nobody serves it yet: its own backend is asked where it stands.
 *
 * @param {string} siteUrl
 * @param {string} backendUrl
 */
function answerFrom(siteUrl, backendUrl) {
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

/** @typedef {Record<string, { file: string, imports?: string[] }>} Manifest */

/** @param {string} folder @returns {Promise<Manifest>} */
async function readManifest(folder) {
  return JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8'));
}

/** @param {string} folder */
async function readTemplate(folder) {
  const shell = await readFile(`${folder}/index.html`, 'utf8');
  const styles = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(shell)?.[1];
  if (!styles) throw new Error('index.html has no stylesheet');
  const css = await readFile(`${folder}${styles}`, 'utf8');
  const { code } = await minified(LATE_START, await readFile(`${root}${LATE_START}`, 'utf8'));
  return { shell, styles, css, lateStart: `{${code.trim()}}` };
}

/**
 * Writes what fetches and starts the app, once for each kind of page.
 *
 * @param {string} folder
 * @param {Manifest} manifest
 * @param {string} styles
 * @returns {Promise<(path: string) => Promise<string>>} its address, from a page's
 */
async function createLoaders(folder, manifest, styles) {
  const modulesOf = await readModules(folder, manifest);
  const source = await readFile(`${root}${LOAD_APP}`, 'utf8');
  const fonts = manifest[FONTS]?.file;
  if (!fonts) throw new Error(`The build has no module of its own for ${FONTS}`);
  /** @type {Map<string, Promise<string>>} */
  const written = new Map();

  /** @param {string} constants */
  async function writeLoader(constants) {
    const { code } = await minified(LOAD_APP, source, constants);
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
    const address = `/assets/load-app-${hash}.js`;
    await writeFile(`${folder}${address}`, code);
    return address;
  }

  return (path) => {
    const constants = Object.entries({
      MODULES: modulesOf(path),
      STYLES: styles,
      FONTS: `/${fonts}`,
    })
      .map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`)
      .join('');
    const address = written.get(constants) ?? writeLoader(constants);
    written.set(constants, address);
    return address;
  };
}

/** @param {string} file @param {string} source TypeScript @param {string} [constants] to stand before it */
async function minified(file, source, constants = '') {
  const { minify, transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(source, file);
  return minify(file.replace(/ts$/, 'js'), constants + code, { module: true });
}

/**
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {Promise<(path: string) => string[]>} what the app needs to come alive at this address
 */
async function readModules(folder, manifest) {
  const withImports = (/** @type {string} */ key, /** @type {Set<string>} */ files) => {
    const chunk = manifest[key];
    if (!chunk || files.has(`/${chunk.file}`)) return files;
    files.add(`/${chunk.file}`);
    for (const next of chunk.imports ?? []) withImports(next, files);
    return files;
  };
  const shell = await readFile(`${folder}/index.html`, 'utf8');
  // The last of the scripts is the app; those before it are its imports.
  const file = [...shell.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].at(-1)?.[1];
  const entry = Object.keys(manifest).find((key) => manifest[key]?.file === file);
  if (!entry) throw new Error(`index.html starts nothing that was built: ${file}`);
  return (path) => {
    const name = PAGE_MODULES.find(([pattern]) => pattern.test(path))?.[1] ?? path.slice(1);
    const page = `src/pages/public/${name}-page.tsx`;
    if (!manifest[page]) throw new Error(`${path} has no page in the build: ${page}`);
    return [...withImports(page, withImports(entry, new Set()))];
  };
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Promise<void>} act
 */
async function inParallel(items, act) {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, worker));
}
