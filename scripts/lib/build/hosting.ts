// What a host has to know about the built site, written beside it, and a preview that behaves like one.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { formatHeaders, formatRedirects, formatVercel } from './hosting-files.ts';
import { createSiteHandler } from './hosting-preview.ts';
import { createHostingTable, type HostingOptions } from './hosting-table.ts';

/**
 * The last step of a build: every page has to be there, `app.html` and `404.html` among them.
 *
 * @param folder of the built site
 */
export async function writeHostFiles(folder: string, options: HostingOptions) {
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
 * @param options as given to writeHostFiles
 */
export function hostingPlugin(options: HostingOptions = {}): Plugin {
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
