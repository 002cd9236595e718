// The script that fetches and starts the app of a drawn page (src/boot/load-app.ts): one for each kind of page,
// named in its pages.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { root } from './install.mjs';

const LOAD_APP = 'src/boot/load-app.ts';
const FONTS = 'src/app/load-fonts.ts';

/** The module of each page's code, as Vite's manifest names it. @type {[RegExp, string][]} */
const PAGE_MODULES = [
  [/^\/$/, 'home'],
  [/^\/projects\/./, 'case-study'],
  [/^\/blog\/./, 'post'],
  [/^\/404$/, 'not-found'],
];

/** @typedef {Record<string, { file: string, imports?: string[] }>} Manifest */

/** @param {string} html of a drawn page @returns {string | undefined} the address of its loader */
export const loaderOf = (html) => /data-loader="([^"]+)"/.exec(html)?.[1];

/** @param {string} code of a loader @returns {string[]} the app's entry, then what it and the page import */
export const modulesOf = (code) =>
  (code.match(/\/assets\/[\w.-]+\.js/g) ?? []).filter((file) => !file.includes('/load-fonts-'));

/**
 * Writes the loader of each kind of page.
 *
 * @param {string} folder
 * @param {string} styles address of the whole stylesheet
 * @returns {Promise<(path: string) => Promise<string>>} its address, from a page's
 */
export async function createLoaders(folder, styles) {
  /** @type {Manifest} */
  const manifest = JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8'));
  const modulesFor = await readModules(folder, manifest);
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
      MODULES: modulesFor(path),
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
export async function minified(file, source, constants = '') {
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
