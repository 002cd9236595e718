// Which system an export is of.
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { StackError } from '../local/stack-error.ts';
import { readGhost } from './read-ghost.ts';
import { readMarkdownFolder } from './read-markdown.ts';
import { openWordPress } from './read-wordpress.ts';
import type { Export, ImportRecord } from './records.ts';

const FILES_LOST = 'pictures move into the storage, where no redirect leads';

/** @param from address of the old site, where the export does not name it */
export async function openExport(path: string, from: string | null): Promise<Export> {
  if (!existsSync(path)) throw new StackError(`There is no ${path}.`);
  const given = from?.replace(/\/+$/, '') ?? null;
  if (given !== null && !/^https?:\/\/[^/]/.test(given)) {
    throw new StackError('--from is the address of the old site, such as https://blog.agency.com');
  }
  if (statSync(path).isDirectory()) {
    const site = given ?? 'https://markdown.invalid';
    return {
      ...{ site, folder: path, hasArchives: false, lost: [] },
      feeds: ['/index.xml', '/rss.xml', '/atom.xml', '/feed'],
      records: () => readMarkdownFolder(path, site),
    };
  }
  if (path.endsWith('.json')) {
    if (given === null)
      throw new StackError('An export of Ghost does not name its site: add --from https://…');
    return {
      ...{ site: given, folder: null, feeds: ['/rss/'], hasArchives: false },
      lost: [
        { what: '/page/2 and on', why: 'pages of a list' },
        { what: '/content/images/…', why: FILES_LOST },
      ],
      records: async function* () {
        yield* readGhost(await readFile(path, 'utf8'), given);
      },
    };
  }
  return {
    ...{ site: given ?? (await siteOfWordPress(path)), folder: null, hasArchives: true },
    feeds: ['/feed/', '/feed/rss/', '/feed/rss2/', '/feed/atom/', '/rdf/', '/comments/feed/'],
    lost: [
      { what: '/page/2 and on', why: 'pages of a list' },
      { what: '/…/feed of a post', why: 'its comments are not carried over' },
      { what: '/wp-content/uploads/…', why: FILES_LOST },
    ],
    records: () => recordsOf(path),
  };
}

async function siteOfWordPress(path: string): Promise<string> {
  let site = '';
  for await (const record of openWordPress(path)) {
    if (record.kind !== 'site') break;
    site = record.address;
  }
  if (!/^https?:\/\//.test(site))
    throw new StackError(`${path} is no export of WordPress (Tools → Export).`);
  return site;
}

async function* recordsOf(path: string): AsyncGenerator<ImportRecord> {
  for await (const record of openWordPress(path)) if (record.kind !== 'site') yield record;
}
