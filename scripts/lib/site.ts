// Writes the whole site: the app, the prerendered pages, sitemap, feeds, cards and the files of the hosts.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { BuildOptions } from 'vite';
import { createBuildReport } from './build-info.ts';
import { publishDueChanges } from './due-changes.ts';
import { writeFeeds, writeSampleFeeds } from './feeds.ts';
import type { HostingOptions, Redirect } from './hosting-table.ts';
import { writeHostFiles } from './hosting.ts';
import { root } from './install.mjs';
import { prerender } from './prerender.ts';
import { readRedirects } from './redirects.ts';
import { writeSecurityTxt } from './security-txt.ts';
import { createRobots, createSitemap } from './sitemap.ts';
import { writeSocialCards } from './social-cards.ts';

export const STAFF_MANIFEST = '.vite/staff.json';

export type SiteSource = {
  /** Origin of the site, without a slash at the end. */
  siteUrl: string;
  /** Origin of the backend during the build. */
  backendUrl: string;
  /** Base URL of `/blog/posts` during the build. */
  apiUrl: string;
  /** The origin of `/storage/v1/…` in the browser. */
  mediaUrl: string;
  /** The publishable one. */
  key: string;
  /** Settings of the host files. */
  hosting?: HostingOptions;
};

/**
 * Builds the two client apps: the site (index.html) and the staff area (admin.html), separately, so that
 * visitors download no staff code.
 *
 * @param folder emptied first
 */
export async function buildApp(
  folder: string = `${root}dist`,
  options: BuildOptions = {},
  mode: 'production' | 'demo' = 'production',
) {
  const { build } = await import('vite');
  const common = { ...options, outDir: folder };
  await build({ root, mode, logLevel: 'warn', build: { ...common, emptyOutDir: true } });
  await build({
    root,
    mode,
    logLevel: 'warn',
    build: {
      ...common,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: STAFF_MANIFEST,
      rolldownOptions: { input: `${root}admin.html` },
    },
  });
  return folder;
}

/**
 * @param folder of the built app
 * @throws when the backend does not answer or a page of the site itself cannot be rendered; nothing is left in the
 *   folder then. One study, post or redirect that cannot be published is left out and named in build.json.
 */
export async function writeSite(
  folder: string,
  source: SiteSource,
): Promise<{ pages: number; redirects: Redirect[] }> {
  try {
    return await writePages(folder, source);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function writePages(
  folder: Parameters<typeof writeSite>[0],
  source: Parameters<typeof writeSite>[1],
): ReturnType<typeof writeSite> {
  const { siteUrl, backendUrl, key, mediaUrl } = source;
  const { leaveOut, write: writeReport } = createBuildReport();
  await publishDueChanges({ url: backendUrl, key });
  const pages = await prerender({
    folder,
    siteUrl,
    backendUrl,
    leaveOut,
    cards: (listed) =>
      writeSocialCards(
        listed.flatMap(({ card }) =>
          card ? [{ ...card, picture: reachable(card.picture, mediaUrl, backendUrl) }] : [],
        ),
        folder,
        { bucket: `${backendUrl}/storage/v1/object/public/images/`, leaveOut },
      ),
  });
  const entries = pages.map(({ path, updatedAt }) => ({ path, modifiedAt: updatedAt ?? null }));
  const redirects = (await readRedirects({ url: backendUrl, key }, leaveOut)).map((redirect) => ({
    ...redirect,
    status: 301 as const,
  }));
  await Promise.all([
    ...Object.entries(createSitemap(entries, siteUrl)).map(([name, text]) =>
      writeFile(`${folder}/${name}`, text),
    ),
    writeFile(`${folder}/robots.txt`, createRobots(siteUrl)),
    writeFeeds(source, folder, leaveOut),
    writeSecurityTxt(folder, siteUrl),
  ]);
  // Removes the manifest, which visitors do not need.
  await rm(`${folder}/.vite`, { recursive: true, force: true });
  await writeHostFiles(folder, { ...source.hosting, redirects, leaveOut });
  await writeReport(folder);
  return { pages: pages.length, redirects };
}

/** The whole site with sample content and no backend: `x.demo.ts` replaces `x.ts`. Not to be indexed. */
export async function writeDemo(siteUrl: string): Promise<{ folder: string; pages: number }> {
  const folder = await buildApp(`${root}dist-demo`, {}, 'demo');
  const { leaveOut } = createBuildReport();
  const pages = await prerender({
    folder,
    siteUrl,
    backendUrl: siteUrl,
    mode: 'demo',
    leaveOut,
    cards: async () => new Set(),
  });
  await Promise.all([
    writeFile(`${folder}/robots.txt`, 'User-agent: *\nDisallow: /\n'),
    writeSampleFeeds(siteUrl, folder),
    rm(`${folder}/.vite`, { recursive: true, force: true }),
  ]);
  await writeHostFiles(folder, {});
  return { folder, pages: pages.length };
}

/** Without a backend: the client shell for every address. */
export async function writeShellOnly(folder: string, hosting: HostingOptions) {
  await rename(`${folder}/index.html`, `${folder}/app.html`);
  const shell = await readFile(`${folder}/app.html`);
  await Promise.all([
    writeFile(`${folder}/index.html`, shell),
    writeFile(`${folder}/404.html`, shell),
    rm(`${folder}/.vite`, { recursive: true, force: true }),
  ]);
  await writeHostFiles(folder, hosting);
}

/** The URL from which the build fetches a picture. */
function reachable(picture: string | null, mediaUrl: string, backendUrl: string) {
  if (picture === null) return undefined;
  return picture.startsWith(mediaUrl) ? backendUrl + picture.slice(mediaUrl.length) : picture;
}
