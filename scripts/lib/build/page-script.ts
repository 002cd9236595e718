// Builds the script of prerendered pages (src/boot/page-script.ts), which knows the app's files for each kind of page.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { LASTING_SCRIPT, PAGE_MARK, SCRIPT_MARK } from '../../../src/boot/protocol.ts';
import type * as PageScript from '../../../src/boot/page-script.ts';
import { root } from '../install.mjs';

const PAGE_SCRIPT = 'src/boot/page-script.ts';
const OFFICE_PARTS = 'src/boot/office-parts.ts';

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
 * @param folder of the built site
 * @returns the app's entry, then what it and the page import
 */
export async function modulesOf(html: string, folder: string): Promise<readonly string[]> {
  const valueOf = (mark: string) => html.split(`${mark}="`)[1]?.split('"', 1)[0] ?? '';
  const { modulesOf: modules }: typeof PageScript = await import(
    pathToFileURL(folder + valueOf(SCRIPT_MARK)).href
  );
  return modules[valueOf(PAGE_MARK)] ?? [];
}

/** @returns the name of the module that draws this page */
export const pageModule = (path: string): string =>
  PAGE_MODULES.find(([pattern]) => pattern.test(path))?.[1] ?? path.slice(1);

/**
 * Writes the page script twice: at an address of its own for each version, and at one that stays.
 *
 * @param styles address of the whole stylesheet
 * @param plugins of the app, so that both have the same texts
 * @returns its address
 */
export async function createPageScript(
  folder: string,
  styles: string,
  plugins: Plugin[],
): Promise<string> {
  const manifest: Manifest = JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8'));
  const modulesFor = await readModules(folder, manifest);
  const names = Object.keys(manifest).flatMap((key) => PAGE_FILE.exec(key)?.[1] ?? []);

  async function write(code: string, name: string) {
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
    const address = `/assets/${name}-${hash}.js`;
    await writeFile(folder + address, code);
    return address;
  }

  const code = await bundleScript(PAGE_SCRIPT, {
    folder,
    plugins,
    constants: {
      MODULES: JSON.stringify(Object.fromEntries(names.map((name) => [name, modulesFor(name)]))),
      STYLES: JSON.stringify(styles),
      OFFICES: JSON.stringify(
        await write(await bundleScript(OFFICE_PARTS, { plugins }), 'offices'),
      ),
    },
  });
  const [lasting = ''] = LASTING_SCRIPT.split('?');
  await writeFile(folder + lasting, code);
  return write(code, 'page-script');
}

type BundleOptions = {
  /** Gets the files that it names, such as fonts: the app's own, if it names them too. */
  folder?: string;
  /** Source text by name. */
  constants?: Record<string, string>;
  plugins?: Plugin[];
};

/**
 * A script of src/boot and its imports as one minified module.
 *
 * @param file below the project
 */
export async function bundleScript(
  file: string,
  { folder, constants = {}, plugins = [] }: BundleOptions = {},
): Promise<string> {
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins,
    define: constants,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: { input: `${root}${file}`, preserveEntrySignatures: 'strict' },
    },
  });
  const [chunk, ...others] = (result as Rolldown.RolldownOutput).output;
  for (const file of others) {
    if (file.type !== 'asset' || folder === undefined) {
      throw new Error(`${chunk.name} is more than one file: ${file.fileName}`);
    }
    await writeFile(`${folder}/${file.fileName}`, file.source);
  }
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
