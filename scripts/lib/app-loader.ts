// The script that loads the app on a prerendered page (src/boot/load-app.ts): one for each kind of page, linked
// from its pages.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Rolldown } from 'vite';
import { LOADER_MARK, WITHOUT_APP } from '../../src/boot/protocol.ts';
import { root } from './install.mjs';

const LOAD_APP = 'src/boot/load-app.ts';
const WITHOUT_APP_SCRIPT = 'src/boot/without-app.ts';
const FONTS = 'src/app/load-fonts.ts';

/** The module of each page's code, as Vite's manifest names it. */
const PAGE_MODULES: [RegExp, string][] = [
  [/^\/$/, 'home'],
  [/^\/projects\/services\/./, 'projects'],
  [/^\/projects\/./, 'case-study'],
  [/^\/blog\/./, 'post'],
  [/^\/404$/, 'not-found'],
];

/** Without the pages that mails lead to, which are not prerendered. */
const PAGE_FILE = /^src\/pages\/public\/(?!newsletter-|sign-off-)([\w-]+)-page\.tsx$/;

export type Manifest = Record<string, { file: string; imports?: string[] }>;

/**
 * @param html of a prerendered page
 * @returns the address of its loader
 */
export const loaderOf = (html: string): string | undefined =>
  html.split(`${LOADER_MARK}="`)[1]?.split('"', 1)[0];

/**
 * @param code of a loader
 * @returns the app's entry, then what it and the page import
 */
export const modulesOf = (code: string): string[] =>
  (code.match(/\/assets\/[\w.-]+\.js/g) ?? []).filter((file) => !file.includes('/load-fonts-'));

/** @returns the name of the module that draws this page */
export const pageModule = (path: string): string =>
  PAGE_MODULES.find(([pattern]) => pattern.test(path))?.[1] ?? path.slice(1);

/**
 * Writes the loader of each kind of page, and the script for when it cannot be had.
 *
 * @param styles address of the whole stylesheet
 * @returns their addresses, by the name of the page's module
 */
export async function createLoaders(
  folder: string,
  styles: string,
): Promise<Record<string, string>> {
  const manifest: Manifest = JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8'));
  const modulesFor = await readModules(folder, manifest);
  const { file: fonts, imports: importedByFonts = [] } = manifest[FONTS] ?? {};
  if (!fonts || importedByFonts.length > 0) {
    throw new Error(`${FONTS} has to be a module without imports: they would start the app early`);
  }

  async function writeLoader(name: string) {
    const code = await bundleScript(LOAD_APP, {
      MODULES: JSON.stringify(modulesFor(name)),
      STYLES: JSON.stringify(styles),
      FONTS: JSON.stringify(`/${fonts}`),
    });
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
    const address = `/assets/load-app-${hash}.js`;
    await writeFile(`${folder}${address}`, code);
    return [name, address] as const;
  }

  const [withoutApp = ''] = WITHOUT_APP.split('?');
  await writeFile(folder + withoutApp, await bundleScript(WITHOUT_APP_SCRIPT));
  const names = Object.keys(manifest).flatMap((key) => PAGE_FILE.exec(key)?.[1] ?? []);
  return Object.fromEntries(await Promise.all(names.map(writeLoader)));
}

/**
 * A script of src/boot and its imports as one minified module.
 *
 * @param file below the project
 * @param constants source text by name
 */
export async function bundleScript(
  file: string,
  constants: Record<string, string> = {},
): Promise<string> {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: constants,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: { input: `${root}${file}`, preserveEntrySignatures: 'strict' },
    },
  });
  const [chunk] = (result as Rolldown.RolldownOutput).output;
  return chunk.code.trim();
}

/** @returns the files that hydration of this kind of page needs */
async function readModules(
  folder: string,
  manifest: Manifest,
): Promise<(name: string) => string[]> {
  const withImports = (key: string, files: Set<string>) => {
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
  return (name) => [
    ...withImports(`src/pages/public/${name}-page.tsx`, withImports(entry, new Set())),
  ];
}
