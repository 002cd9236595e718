// The published texts of the site's pages (table page_texts), and how they reach the code: a plugin for Vite writes
// them into the modules that hold the built-in texts. So pages with their own texts download nothing more than others.
import type { Plugin, ViteDevServer } from 'vite';
import type { Texts } from '../../src/content/apply-texts.ts';
import { isTextPage, textSources, type TextSource } from '../../src/content/text-sources.ts';
import { root } from './install.mjs';

/** By page; pages without changed texts are left out. */
export type PublishedTexts = Readonly<Record<string, Texts>>;

const LOCALE = 'en';

/** @throws when the backend does not answer */
export async function readPageTexts({
  url,
  key,
}: {
  url: string;
  key: string;
}): Promise<PublishedTexts> {
  const response = await fetch(
    `${url}/rest/v1/page_texts?select=page,texts&locale=eq.${LOCALE}&order=page`,
    { headers: { apikey: key, authorization: `Bearer ${key}` } },
  );
  if (!response.ok) throw new Error(`The texts of the pages: ${response.status}`);
  const rows: { page: string; texts: Texts }[] = await response.json();
  return Object.fromEntries(
    rows.flatMap(({ page, texts }) => (Object.keys(texts).length > 0 ? [[page, texts]] : [])),
  );
}

/** For a build. */
export function pageTexts(texts: PublishedTexts): Plugin {
  return {
    name: 'page-texts',
    enforce: 'pre',
    transform: (code, id) => withTexts(code, id, texts),
  };
}

/** For the development server: a page that is loaded has the texts of that moment. */
export function livePageTexts(source: { url: string; key: string }): Plugin {
  let texts: PublishedTexts = {};
  return {
    name: 'live-page-texts',
    enforce: 'pre',
    transform: (code, id) => withTexts(code, id, texts),
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (!request.headers.accept?.includes('text/html')) return next();
        void readPageTexts(source)
          .then((now) => {
            const changed = changedPages(texts, now);
            texts = now;
            for (const page of changed) invalidate(server, page);
          })
          // The page then shows the texts that are known.
          .catch(() => undefined)
          .finally(next);
      });
    },
  };
}

const sourcesOf = (page: string): readonly TextSource[] =>
  isTextPage(page) ? textSources[page] : [];

function changedPages(before: PublishedTexts, after: PublishedTexts) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (page) => JSON.stringify(before[page]) !== JSON.stringify(after[page]),
  );
}

function invalidate({ moduleGraph }: ViteDevServer, page: string) {
  for (const { file } of sourcesOf(page)) {
    for (const module of moduleGraph.getModulesByFile(`${root}${file}.ts`) ?? []) {
      moduleGraph.invalidateModule(module);
    }
  }
}

/** The module with calls that write the texts into its exports; null where there is nothing to write. */
function withTexts(code: string, id: string, texts: PublishedTexts) {
  const calls = Object.entries(texts).flatMap(([page, values]) =>
    sourcesOf(page)
      .filter(({ file }) => id === `${root}${file}.ts`)
      .map((source) => callFor(source, values)),
  );
  if (calls.length === 0) return null;
  const imports = [
    "import { applyTexts as applyTexts$ } from '@/content/apply-texts';",
    ...(id.includes('/legal-')
      ? ["import { withBlocks as withBlocks$ } from '@/content/legal-blocks';"]
      : []),
  ];
  return { code: [...imports, code, ...calls].join('\n'), map: null };
}

function callFor({ file, name, list, prefix }: TextSource, texts: Texts) {
  const start = prefix === undefined ? '' : `${prefix}_`;
  const own = Object.fromEntries(
    Object.entries(texts)
      .filter(([text]) => (list === undefined ? text.startsWith(start) : text === list))
      .map(([text, value]) => [text.slice(start.length), value]),
  );
  const given = JSON.stringify(own);
  const content = list === undefined ? name : `{ ${list}: ${name} }`;
  return `applyTexts$(${content}, ${file.includes('/legal-') ? `withBlocks$(${given})` : given});`;
}
