// Writes the whole site: the app, the prerendered pages, sitemap, feeds, cards and the files of the hosts.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createBuildReport } from './build-info.mjs';
import { writeFeeds, writeSampleFeeds } from './feeds.mjs';
import { writeHostFiles } from './hosting.mjs';
import { root } from './install.mjs';
import { prerender } from './prerender.mjs';
import { readRedirects } from './redirects.mjs';
import { writeSecurityTxt } from './security-txt.mjs';
import { createRobots, createSitemap } from './sitemap.mjs';
import { writeSocialCards } from './social-cards.mjs';

export const STAFF_MANIFEST = '.vite/staff.json';

/**
 * @typedef {object} SiteSource
 * @property {string} siteUrl origin of the site, without a slash at the end
 * @property {string} backendUrl origin of the backend during the build
 * @property {string} apiUrl base URL of `/blog/posts` during the build
 * @property {string} mediaUrl the origin of `/storage/v1/…` in the browser
 * @property {string} key the publishable one
 * @property {import('./hosting-table.mjs').HostingOptions} [hosting] settings of the host files
 */

/**
 * Builds the two client apps: the site (index.html) and the staff area (admin.html), separately, so that
 * visitors download no staff code.
 *
 * @param {string} [folder] emptied first
 * @param {import('vite').BuildOptions} [options]
 * @param {'production' | 'demo'} [mode]
 */
export async function buildApp(folder = `${root}dist`, options = {}, mode = 'production') {
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
 * @param {string} folder of the built app
 * @param {SiteSource} source
 * @returns {Promise<{ pages: number, redirects: import('./hosting-table.mjs').Redirect[] }>}
 * @throws when the backend does not answer or a page of the site itself cannot be rendered; nothing is left in the
 *   folder then. One study, post or redirect that cannot be published is left out and named in build.json.
 */
export async function writeSite(folder, source) {
  try {
    return await writePages(folder, source);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** @type {typeof writeSite} */
async function writePages(folder, source) {
  const { siteUrl, backendUrl, key, mediaUrl } = source;
  const { leaveOut, write: writeReport } = createBuildReport();
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
    status: /** @type {const} */ (301),
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

/**
 * The whole site with sample content and no backend: `x.demo.ts` replaces `x.ts`. Not to be indexed.
 *
 * @param {string} siteUrl
 * @returns {Promise<{ folder: string, pages: number }>}
 */
export async function writeDemo(siteUrl) {
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

/**
 * Without a backend: the client shell for every address.
 *
 * @param {string} folder
 * @param {import('./hosting-table.mjs').HostingOptions} hosting
 */
export async function writeShellOnly(folder, hosting) {
  await rename(`${folder}/index.html`, `${folder}/app.html`);
  const shell = await readFile(`${folder}/app.html`);
  await Promise.all([
    writeFile(`${folder}/index.html`, shell),
    writeFile(`${folder}/404.html`, shell),
    rm(`${folder}/.vite`, { recursive: true, force: true }),
  ]);
  await writeHostFiles(folder, hosting);
}

/**
 * The URL from which the build fetches a picture.
 *
 * @param {string | null} picture
 * @param {string} mediaUrl
 * @param {string} backendUrl
 */
function reachable(picture, mediaUrl, backendUrl) {
  if (picture === null) return undefined;
  return picture.startsWith(mediaUrl) ? backendUrl + picture.slice(mediaUrl.length) : picture;
}
