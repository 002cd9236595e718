// What a build makes from the code alone: the two client apps, the renderer of pages and what goes into each page.
// Kept by a hash of the code and the settings, so that a build after a change of content begins with the pages.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { InlineConfig } from 'vite';
import { readCommit } from './build-info.ts';
import { readInlineScripts } from './inline-scripts.ts';
import { root } from '../install.mjs';
import { keptFolder } from '../kept.ts';
import { listFiles } from '../list-files.ts';
import { createPageScript } from './page-script.ts';
import { pageTexts, type PublishedTexts } from './page-texts.ts';
import { loadSettings } from '../settings.ts';

export type BundleTask = {
  mode: 'production' | 'demo';
  /** Origin of the site; empty where no page is rendered. */
  siteUrl: string;
  /** What staff have published in place of the built-in texts. */
  texts?: PublishedTexts;
};

export type Bundle = {
  /** Of the code and the settings. */
  version: string;
  /** Holds the files of the client apps. */
  app: string;
  /** The module that renders pages. */
  renderer: string;
  /** Address of the whole stylesheet. */
  styles: string;
  /** Address of the script of prerendered pages. */
  pageScript: string;
  /** Inline scripts of index.html, and the one of every prerendered page. */
  scripts: { head: string[]; startApp: string };
};

/** In the folder of a bundle; an argument of a process could be too long. */
const TASK_FILE = 'task.json';

/** What the hash covers, besides the settings. */
const CODE = [
  ...['src', 'brand', 'public', 'scripts', 'supabase/functions/_shared', 'supabase/migrations'],
  ...['index.html', 'admin.html', 'vite.config.ts', 'tailwind.config.ts', 'tsconfig.json'],
  'package-lock.json',
];

/** The bundle of the present code: the kept one, or a new one that takes some seconds. */
export async function openBundle(task: BundleTask): Promise<Bundle> {
  const version = await versionOf(task);
  const folder = await keptFolder('site', version, async (draft) => {
    await writeFile(`${draft}/${TASK_FILE}`, JSON.stringify(task));
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', 'scripts/run.mjs', 'scripts/bundle.ts', draft],
      // Vite takes over what an earlier step has set.
      { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
    );
    process.stderr.write(stderr);
  });
  const facts = JSON.parse(await readFile(`${folder}/bundle.json`, 'utf8'));
  return {
    ...facts,
    version,
    app: `${folder}/app`,
    renderer: `${folder}/renderer/entry-server.js`,
  };
}

/**
 * Builds the two client apps separately, the site (index.html) and the staff area (admin.html), so that visitors
 * download no staff code; then the renderer and the page script.
 */
export async function writeBundle(folder: string) {
  const task: BundleTask = JSON.parse(await readFile(`${folder}/${TASK_FILE}`, 'utf8'));
  const { mode, siteUrl, texts = {} } = task;
  const { build } = await import('vite');
  const app = `${folder}/app`;
  const common = {
    root,
    mode,
    logLevel: 'warn',
    plugins: [pageTexts(texts)],
  } satisfies InlineConfig;
  // First, so that a file of both is the one of the site, with its source map.
  await build({
    ...common,
    build: {
      outDir: app,
      emptyOutDir: true,
      copyPublicDir: false,
      // A map holds the source: what staff can do is nothing that a visitor need read.
      sourcemap: false,
      rolldownOptions: { input: `${root}admin.html` },
    },
  });
  await build({ ...common, build: { outDir: app, emptyOutDir: false } });
  const backend = process.env.VITE_SUPABASE_URL || siteUrl;
  await build({
    ...common,
    build: {
      ssr: 'src/site/entry-server.tsx',
      outDir: `${folder}/renderer`,
      sourcemap: false,
      copyPublicDir: false,
    },
    // In few files: every thread of a build imports it, and a module of node_modules each takes a millisecond.
    ssr: { noExternal: true },
    define: {
      'import.meta.env.VITE_SUPABASE_URL': JSON.stringify(backend),
      'process.env.NODE_ENV': '"production"',
    },
  });
  // Node reads the renderer as ES modules.
  await writeFile(`${folder}/package.json`, '{ "type": "module" }');
  const shell = await readFile(`${app}/index.html`, 'utf8');
  const styles = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(shell)?.[1];
  if (!styles) throw new Error('index.html has no stylesheet');
  const bundle: Omit<Bundle, 'version' | 'app' | 'renderer'> = {
    styles,
    pageScript: await createPageScript(app, styles, common.plugins),
    scripts: await readInlineScripts(),
  };
  await writeFile(`${folder}/bundle.json`, JSON.stringify(bundle));
}

async function versionOf(task: BundleTask) {
  const hash = createHash('sha256');
  const settings = await loadSettings(task.mode, ['VITE_']);
  // The pages name the year, the health screen the commit.
  const { mode, siteUrl, texts = {} } = task;
  const facts = [
    mode,
    siteUrl,
    texts,
    settings,
    process.version,
    readCommit(),
    new Date().getFullYear(),
  ];
  hash.update(JSON.stringify(facts));
  for (const file of (await Promise.all(CODE.map(filesOf))).flat().sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(`${root}${file}`));
  }
  return hash.digest('hex').slice(0, 32);
}

/** @returns paths below the project */
async function filesOf(place: string): Promise<string[]> {
  if (!(await stat(`${root}${place}`)).isDirectory()) return [place];
  return (await listFiles(`${root}${place}`)).map((file) => `${place}/${file}`);
}
