// The whole site as files: the app, every public page drawn, and what search engines, readers and hosts ask for.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { writeFeeds } from './feeds.mjs';
import { writeHostFiles } from './hosting.mjs';
import { root } from './install.mjs';
import { prerender } from './prerender.mjs';
import { readRedirects } from './redirects.mjs';
import { writeSecurityTxt } from './security-txt.mjs';
import { createRobots, createSitemap } from './sitemap.mjs';
import { writeSocialCards } from './social-cards.mjs';

/**
 * @typedef {object} SiteSource
 * @property {string} siteUrl where visitors will find the site, without a slash at the end
 * @property {string} backendUrl where the backend answers during the build
 * @property {string} apiUrl where `/blog/posts` answers during the build
 * @property {string} mediaUrl what stands before `/storage/v1/…` in the browser
 * @property {string} key the publishable one
 * @property {import('./hosting-table.mjs').HostingOptions} [hosting] what hosts must know of the backend
 */

/** The app alone, as one page that draws itself. Its folder is emptied first. */
export async function buildApp() {
  const { build } = await import('vite');
  await build({ root, logLevel: 'warn' });
  return `${root}dist`;
}

/**
 * @param {string} folder of the built app
 * @param {SiteSource} source
 * @returns {Promise<{ pages: number, redirects: import('./hosting-table.mjs').Redirect[] }>}
 * @throws when anything the backend was asked for did not come: half a site is not published
 */
export async function writeSite(folder, source) {
  const { siteUrl, backendUrl, key, mediaUrl } = source;
  const pages = await prerender({
    folder,
    siteUrl,
    backendUrl,
    cards: (listed) =>
      writeSocialCards(
        listed.flatMap(({ card }) =>
          card ? [{ ...card, picture: reachable(card.picture, mediaUrl, backendUrl) }] : [],
        ),
        folder,
      ),
  });
  const entries = pages.map(({ path, updatedAt }) => ({ path, modifiedAt: updatedAt ?? null }));
  const redirects = (await readRedirects({ url: backendUrl, key })).map((redirect) => ({
    ...redirect,
    status: /** @type {const} */ (301),
  }));
  await Promise.all([
    ...Object.entries(createSitemap(entries, siteUrl)).map(([name, text]) =>
      writeFile(`${folder}/${name}`, text),
    ),
    writeFile(`${folder}/robots.txt`, createRobots(siteUrl)),
    writeFeeds(source, folder),
    writeSecurityTxt(folder, siteUrl),
  ]);
  // Named after what is in it, which nobody has to know.
  await rm(`${folder}/.vite`, { recursive: true, force: true });
  await writeHostFiles(folder, { ...source.hosting, redirects });
  return { pages: pages.length, redirects };
}

/**
 * Without a backend in reach: the app as one page for every address.
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
 * Where the build finds a picture that the browser would ask for at this address.
 *
 * @param {string | null} picture
 * @param {string} mediaUrl
 * @param {string} backendUrl
 */
function reachable(picture, mediaUrl, backendUrl) {
  if (picture === null) return undefined;
  return picture.startsWith(mediaUrl) ? backendUrl + picture.slice(mediaUrl.length) : picture;
}
