// Renders every public page into an HTML file at build time, with the app's own components and router and
// with the data the backend returns during the build.
import { rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { HeadTag } from '../../../src/lib/head-tags.ts';
import type * as Renderer from '../../../src/site/entry-server.tsx';
import type { ListedPage, ReusePage } from '../../../src/site/page-list.ts';
import type { LeaveOut } from './build-info.ts';
import type { PageRecord } from './build-record.ts';
import type { Bundle } from './bundle.ts';
import {
  startRenderThreads,
  type RenderThreads,
  type RenderResult,
  type PageTask,
} from './render-threads.ts';
import { NOT_FOUND_PAGE } from './hosting-table.ts';
import { hashOfPage, pageFile } from './page-file.ts';
import { redirectFetch } from './redirect-fetch.ts';
import { loadRenderer } from './renderer.ts';
import { linkOrCopy } from './site-folder.ts';
import { areStillLinked, type StudyAddresses } from './study-addresses.ts';
import '../websocket.ts';

export type PrerenderOptions = {
  bundle: Bundle;
  /** With the files of the app. */
  folder: string;
  siteUrl: string;
  /** Where requests to the site's URL go during the build. */
  backendUrl: string;
  /** The origin of `/storage/v1/…` in the browser. */
  mediaUrl: string;
  studyAddresses: StudyAddresses;
  /** The pages of the last build, which are kept where they would not change. */
  before?: { folder: string; pages: Readonly<Record<string, PageRecord>> } | undefined;
  /** Called for every study or post that could not be rendered; the browser renders it instead. */
  leaveOut: LeaveOut;
};

/** record: of the pages that the next build may reuse, by path */
export type Prerendered = {
  pages: { path: string; updatedAt?: string }[];
  record: Record<string, PageRecord>;
};

/**
 * @returns the pages written, without the page for unknown addresses
 * @throws the error of a request or a component while a page of the site itself was rendered
 */
export async function prerender(options: PrerenderOptions): Promise<Prerendered> {
  const { bundle, folder, siteUrl, backendUrl, mediaUrl, studyAddresses, leaveOut } = options;
  // React reads it when it is imported, here and in the threads; its development build takes three times as long.
  process.env.NODE_ENV = 'production';
  const restoreFetch = redirectFetch(siteUrl, backendUrl);
  const threads = startRenderThreads(
    { bundle, folder, siteUrl, backendUrl, mediaUrl, studyAddresses },
    leaveOut,
  );
  try {
    const renderer = loadRenderer(bundle);
    const shared = await renderer.readShared();
    threads.share(shared.seeds);
    await writeShells(renderer, folder, siteUrl);
    const reused: Prerendered['record'] = {};
    const reusePage = options.before && createReusePage(options.before, options, reused);
    return await renderAll(renderer.listPages(shared, reusePage), reused, threads, options);
  } finally {
    await threads.close();
    restoreFetch();
  }
}

/** @param reused gets the records of the reused pages */
function createReusePage(
  { folder: last, pages }: NonNullable<PrerenderOptions['before']>,
  { bundle, folder, studyAddresses }: PrerenderOptions,
  reused: Prerendered['record'],
): ReusePage {
  return ({ path, facts }) => {
    const record = pages[path];
    if (!record || record.hash !== hashOfPage(bundle.version, path, facts)) return false;
    if (!areStillLinked(record.linked ?? {}, studyAddresses)) return false;
    const files = [pageFile(path), ...(record.card ? [record.card] : [])];
    try {
      for (const file of files) linkOrCopy(last + file, folder + file);
    } catch {
      // One of them is gone, so both are made anew: not into the other, which is a file of the last site too.
      for (const file of files) rmSync(folder + file, { force: true });
      return false;
    }
    reused[path] = record;
    return true;
  };
}

async function renderAll(
  listed: AsyncIterable<ListedPage[]>,
  reused: Readonly<Prerendered['record']>,
  threads: RenderThreads,
  { before, leaveOut }: PrerenderOptions,
): Promise<Prerendered> {
  const pages: ListedPage[] = [];
  const fixed: PageTask[] = [{ path: NOT_FOUND_PAGE, isFixed: true }];
  let count = 0;
  const add = async (page: ListedPage) => {
    const record = before?.pages[page.path];
    await threads.add({ ...page, ...(record && { before: { ...record, folder: before.folder } }) });
  };
  for await (const portion of listed) {
    for (const page of portion) {
      const { path, isFixed = false, updatedAt } = page;
      pages.push({ path, isFixed, ...(updatedAt !== undefined && { updatedAt }) });
      if (page.isReused) continue;
      if (isFixed) fixed.push(page);
      else count += 1;
      await add(page);
    }
  }
  await add({ path: NOT_FOUND_PAGE, isFixed: true });
  const first = await threads.finish();
  const again = await renderAgain(first.filter(isFailed), count, threads);
  // If the backend went down meanwhile, this fails once instead of every page being left out.
  if (again.some(isFailed)) {
    for (const page of fixed) await threads.add(page);
    throwFirst(await threads.finish());
  }
  const failed = new Set(again.filter(isFailed).map(({ path }) => path));
  for (const { path, error } of again.filter(isFailed)) {
    leaveOut(path, `the page could not be rendered: ${error.message}`);
  }
  const rendered = [...first, ...again].flatMap((page) =>
    isFailed(page) || page.record === null ? [] : [[page.path, page.record] as const],
  );
  return {
    pages: inOrder(pages.filter(({ path }) => !failed.has(path))),
    record: { ...reused, ...Object.fromEntries(rendered) },
  };
}

/** The same in every build: those of the site itself, then by address. */
const inOrder = (pages: readonly ListedPage[]) => [
  ...pages.filter(({ isFixed }) => isFixed),
  ...pages.filter(({ isFixed }) => !isFixed).sort((one, other) => (one.path < other.path ? -1 : 1)),
];

type Failed = Extract<RenderResult, { error: Error }>;

const isFailed = (page: RenderResult): page is Failed => page.error !== undefined;

function throwFirst(results: readonly RenderResult[]) {
  const failed = results.find(isFailed);
  if (failed) throw failed.error;
}

/**
 * A study or post that cannot be rendered does not stop the others from being published.
 *
 * @param count of the rendered pages of studies, posts and services
 * @throws the error of a page of the site itself; or if all other pages fail twice, since the cause is then not the
 *   content of one page
 */
async function renderAgain(failed: readonly Failed[], count: number, threads: RenderThreads) {
  throwFirst(failed.filter(({ task }) => task.isFixed));
  for (const { task } of failed) await threads.add(task);
  const again = await threads.finish();
  if (count > 1 && again.filter(isFailed).length === count) throwFirst(again);
  return again;
}

/** The pages without content: for addresses without a file, with the social card of the site; and for the staff area. */
async function writeShells(renderer: typeof Renderer, folder: string, siteUrl: string) {
  const home = await renderer.openPage('/');
  const { meta } = await home.render();
  const tags = renderer.renderHead(
    renderer.headTags(meta, { siteUrl, path: '/' }).filter(isIndependentOfPage),
  );
  await rename(`${folder}/index.html`, `${folder}/app.html`);
  for (const [file, head] of [
    ['app.html', tags],
    ['admin.html', ''],
  ] as const) {
    const html = await readFile(`${folder}/${file}`, 'utf8');
    const body = `<body>${renderer.renderNoScript()}`;
    await writeFile(
      `${folder}/${file}`,
      html.replace('</head>', () => `${head}</head>`).replace('<body>', () => body),
    );
  }
}

function isIndependentOfPage({ tag, attributes }: HeadTag) {
  const { property = '', name = '' } = attributes;
  return (
    tag === 'meta' && (/^og:(?:image|site_name|type)/.test(property) || name === 'twitter:card')
  );
}
