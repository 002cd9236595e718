// Renders pages and draws their social cards in a thread of its own. Started by render-threads.ts.
import { readFile, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { pageModule } from './page-script.ts';
import { cutText } from '@contracts/words/cut-text';
import type { Seed } from '../../../src/site/page-list.ts';
import type { RenderResult, RenderSettings, Order, PageTask } from './render-threads.ts';
import { inlineScripts } from './inline-scripts.ts';
import type { PageRecord } from './build-record.ts';
import { hashOfPage, pageFile } from './page-file.ts';
import { redirectFetch } from './redirect-fetch.ts';
import { loadRenderer } from './renderer.ts';
import { inFolder, linkOrCopy } from './site-folder.ts';
import { openCardStudio, type SocialCard } from './social-cards.ts';
import { areStillLinked, withStudyAddresses } from './study-addresses.ts';
import '../websocket.ts';

/** Addresses at which a host serves this file although it was rendered for another one: the app renders them anew. */
const NOT_BUILT = [
  { page: /^\/(?:blog|projects|projects\/services\/.+)$/, unbuilt: /\?./ },
  // What was published after the build.
  { page: /^\/404$/, unbuilt: /^\/(?:projects(?:\/services)?|blog)\/[^/]+$/ },
];

const settings = workerData as RenderSettings;
const { bundle, folder, siteUrl, backendUrl, mediaUrl, studyAddresses } = settings;
redirectFetch(siteUrl, backendUrl);
const renderer = loadRenderer(bundle);
const ownScripts = [...bundle.scripts.head, bundle.scripts.startApp];
let writer: ReturnType<typeof loadWriter> | undefined;
let studio: Promise<(card: SocialCard) => Promise<boolean>> | undefined;
let leftOut: [string, string][] = [];
/** Cards drawn without their picture, or not at all: not recorded, so that the next build draws them again. */
const flawed: Set<string> = new Set();

let shared: readonly Seed[] = [];
parentPort?.on('message', (order: Order) => {
  if ('shared' in order) {
    shared = order.shared;
    return;
  }
  if ('willWrite' in order) {
    writer ??= loadWriter();
    // It is awaited by the first page to be written, and may fail before.
    writer.catch(() => {});
    return;
  }
  void render(order.task).then((result) => {
    parentPort?.postMessage({ result, leftOut });
    leftOut = [];
  });
});

async function render(task: PageTask): Promise<RenderResult> {
  const { path } = task;
  try {
    const hasCard = task.card !== undefined && (await drawCard(task.card));
    const record = await renderPage(task, hasCard);
    if (task.card && flawed.has(task.card.path)) return { path, record: null };
    return { path, record: { ...record, ...(hasCard && { card: task.card?.path }) } };
  } catch (error) {
    return { path, task, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

async function drawCard({ picture, ...card }: NonNullable<PageTask['card']>) {
  studio ??= openCardStudio({
    folder,
    bucket: `${backendUrl}/storage/v1/object/public/images/`,
    leaveOut: (card, why) => {
      flawed.add(card);
      leftOut.push([card, why]);
    },
  });
  const sourceOf = (address: string) =>
    address.startsWith(mediaUrl) ? backendUrl + address.slice(mediaUrl.length) : address;
  return (await studio)({
    ...card,
    ...(picture && {
      picture: sourceOf(picture.variant),
      original: sourceOf(picture.original),
    }),
  });
}

/** @returns what the page is made from, without its card */
async function renderPage(
  { path, facts, seeds = [], card, before }: PageTask,
  hasCard: boolean,
): Promise<PageRecord> {
  const page = await renderer.openPage(path, [...shared, ...seeds]);
  const hash = hashOfPage(bundle.version, path, facts ?? page.answers);
  const file = folder + pageFile(path);
  const isSame = facts === undefined && before?.hash === hash;
  if (isSame && areStillLinked(before.linked ?? {}, studyAddresses)) {
    linkOrCopy(before.folder + pageFile(path), file);
    return { hash, ...(before.linked && { linked: before.linked }) };
  }
  writer ??= loadWriter();
  const write = await writer;
  const { html: rendered, meta, data } = await page.render();
  const { html, linked } = withStudyAddresses(rendered, studyAddresses);
  const cards = new Set(hasCard && card ? [card.path] : []);
  const text = write({
    path,
    html,
    head: renderer.renderHead(renderer.headTags(meta, { siteUrl, path, cards, cut: cutText })),
    data: data.answers.length > 0 ? data : undefined,
    page: pageModule(path),
    unbuilt: NOT_BUILT.find(({ page: pattern }) => pattern.test(path))?.unbuilt,
  });
  const unknown = inlineScripts(text).find((script) => !ownScripts.includes(script));
  if (unknown !== undefined) {
    throw new Error(`it holds a script that is not one of ours: ${unknown.slice(0, 80)}`);
  }
  await inFolder(file, () => writeFile(file, text));
  return { hash, ...(Object.keys(linked).length > 0 && { linked }) };
}

async function loadWriter() {
  const [{ JSDOM }, { createPageWriter }] = await Promise.all([
    import('jsdom'),
    import('./page-html.ts'),
  ]);
  renderer.sanitizeWith(new JSDOM('').window);
  return createPageWriter({
    shell: await readFile(`${bundle.app}/index.html`, 'utf8'),
    styles: bundle.styles,
    css: await readFile(`${bundle.app}${bundle.styles}`, 'utf8'),
    startApp: bundle.scripts.startApp,
    pageScript: bundle.pageScript,
  });
}
