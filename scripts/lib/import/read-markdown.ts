// A folder of Markdown files with front matter in YAML (---) or TOML (+++), as Hugo, Jekyll, Eleventy and Astro have them.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { listFiles } from '../list-files.ts';
import { readTime, type ImportRecord } from './records.ts';

export async function* readMarkdownFolder(
  folder: string,
  site: string,
): AsyncGenerator<ImportRecord> {
  for (const file of await listFiles(folder)) {
    // Those of Hugo that begin with _ are lists.
    if (!/(?:^|\/)[^_/][^/]*\.(?:md|markdown|mdx)$/i.test(file)) continue;
    yield readMarkdown(await readFile(`${folder}/${file}`, 'utf8'), file, site);
  }
}

/** @param file path below the folder */
export function readMarkdown(text: string, file: string, site: string): ImportRecord {
  const [, fence = '', head = '', body = text] =
    /^(---|\+\+\+)\r?\n([\s\S]*?)\r?\n\1[^\S\n]*(?:\r?\n([\s\S]*))?$/.exec(
      text.replace(/^\uFEFF/, ''),
    ) ?? [];
  let fields: Record<string, unknown>;
  try {
    const read: unknown = fence === '+++' ? parseToml(head) : parseYaml(head);
    fields = isRecord(read) ? read : {};
  } catch (error) {
    const [why = ''] = String(error instanceof Error ? error.message : error).split('\n');
    return { kind: 'left', what: `file ${file}`, why: `its front matter cannot be read: ${why}` };
  }
  const first = (...names: string[]) => names.flatMap((name) => textsOf(fields[name]))[0] ?? '';
  const all = (...names: string[]) => names.flatMap((name) => textsOf(fields[name]));
  // Jekyll: 2019-05-04-name.md. Hugo: a folder with index.md.
  const stem = basename(file).replace(/\.\w+$/, '');
  const name = stem === 'index' ? (file.split('/').at(-2) ?? stem) : stem;
  const [, day, bare = name] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(name) ?? [];
  const isDraft = fields.draft === true || fields.published === false || fields.status === 'draft';
  const [line = ''] = body.trimStart().split('\n', 1);
  const heading = line.startsWith('# ') ? line.slice(2).trim() : null;
  const title = first('title') || (heading ?? '');
  const address =
    first('permalink', 'url') || `/${file.replace(/\.\w+$/, '').replace(/\/index$/, '')}`;
  const slug = first('slug') || bare;
  return {
    kind: 'post',
    key: file,
    title,
    slug,
    // The title of the page is its only h1.
    text: { markdown: (heading === title ? body.trimStart().slice(line.length) : body).trim() },
    excerpt: first('excerpt', 'description', 'summary'),
    status: isDraft ? 'draft' : 'published',
    publishedAt: isDraft
      ? null
      : readTime(fields.date ?? fields.publishDate ?? fields.pubDate ?? day),
    author: first('author', 'authors') || null,
    categories: all('category', 'categories'),
    tags: all('tags', 'keywords'),
    cover:
      first('image', 'cover', 'featured_image', 'featuredImage', 'heroImage', 'thumbnail') || null,
    coverAlt: first('imageAlt', 'coverAlt', 'image_alt'),
    addresses: [address, ...all('aliases', 'redirect_from')].map(
      (one) => new URL(one, `${site}/`).href,
    ),
    notes: /\.mdx$/i.test(file) ? ['MDX: components in it stay as text'] : [],
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** 'one', ['one', 'two'] or { src: 'one' }. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (isRecord(value)) return textsOf(value.src ?? value.url ?? value.image ?? value.name);
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return String(value).trim() === '' ? [] : [String(value).trim()];
}
