// The script that loads the app on a prerendered page (src/boot/load-app.ts): one for each kind of page, linked
// from its pages.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Rolldown } from 'vite';
import { LOADER_MARK } from '../../src/boot/protocol.ts';
import { root } from './install.mjs';

const LOAD_APP = 'src/boot/load-app.ts';
const FONTS = 'src/app/load-fonts.ts';

/** The module of each page's code, as Vite's manifest names it. */
const PAGE_MODULES: [RegExp, string][] = [
  [/^\/$/, 'home'],
  [/^\/projects\/services\/./, 'projects'],
  [/^\/projects\/./, 'case-study'],
  [/^\/blog\/./, 'post'],
  [/^\/404$/, 'not-found'],
];

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

/**
 * Writes the loader of each kind of page.
 *
 * @param styles address of the whole stylesheet
 * @returns from the address of a page to that of its loader
 */
export async function createLoaders(
  folder: string,
  styles: string,
): Promise<(path: string) => Promise<string>> {
  const manifest: Manifest = JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8'));
  const modulesFor = await readModules(folder, manifest);
  const { file: fonts, imports: importedByFonts = [] } = manifest[FONTS] ?? {};
  if (!fonts || importedByFonts.length > 0) {
    throw new Error(`${FONTS} has to be a module without imports: they would start the app early`);
  }
  const written: Map<string, Promise<string>> = new Map();

  async function writeLoader(constants: Record<string, string>) {
    const code = await bundleScript(LOAD_APP, constants);
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
    const address = `/assets/load-app-${hash}.js`;
    await writeFile(`${folder}${address}`, code);
    return address;
  }

  return (path) => {
    const modules = JSON.stringify(modulesFor(path));
    const address =
      written.get(modules) ??
      writeLoader({
        MODULES: modules,
        STYLES: JSON.stringify(styles),
        FONTS: JSON.stringify(`/${fonts}`),
      });
    written.set(modules, address);
    return address;
  };
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

/** @returns the files that hydration at this address needs */
async function readModules(
  folder: string,
  manifest: Manifest,
): Promise<(path: string) => string[]> {
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
  return (path) => {
    const name = PAGE_MODULES.find(([pattern]) => pattern.test(path))?.[1] ?? path.slice(1);
    const page = `src/pages/public/${name}-page.tsx`;
    if (!manifest[page]) throw new Error(`${path} has no page in the build: ${page}`);
    return [...withImports(page, withImports(entry, new Set()))];
  };
}
