// What a host has to know about the built site, written beside it, and a preview that behaves like one.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatHeaders, formatRedirects, formatVercel } from './hosting-files.mjs';
import { createSiteHandler } from './hosting-preview.mjs';
import { createHostingTable } from './hosting-table.mjs';

/** @import { HostingOptions } from './hosting-table.mjs' */

/**
 * The last step of a build: every page has to be there, `app.html` and `404.html` among them.
 *
 * @param {string} folder of the built site
 * @param {HostingOptions} options
 */
export async function writeHostFiles(folder, options) {
  const table = await createHostingTable(folder, options);
  await Promise.all([
    writeFile(`${folder}/_headers`, formatHeaders(table)),
    writeFile(`${folder}/_redirects`, formatRedirects(table)),
    writeFile(`${folder}/vercel.json`, formatVercel(table)),
  ]);
}

/**
 * Has `vite preview` serve the built site as a host would. What is proxied to the backend stays so;
 * a plugin that makes files on demand has to stand before this one.
 *
 * @param {HostingOptions} [options] as given to writeHostFiles
 * @returns {import('vite').Plugin}
 */
export function hostingPlugin(options = {}) {
  return {
    name: 'hosting',
    async configurePreviewServer({ config, middlewares }) {
      const folder = path.resolve(config.root, config.build.outDir);
      const table = await createHostingTable(folder, options);
      const serve = createSiteHandler(folder, table);
      const proxied = Object.keys(config.preview.proxy ?? {});
      middlewares.use((request, response, next) => {
        if (proxied.some((prefix) => request.url?.startsWith(prefix))) next();
        else serve(request, response).catch(next);
      });
    },
  };
}
