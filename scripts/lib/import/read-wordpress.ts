// A WordPress export (WXR): RSS with elements of WordPress. Read as a stream.
import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { StackError } from '../local/stack-error.ts';
import { decoded, readTime, type ImportRecord, type PostRecord } from './records.ts';

type Element = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
};

/** Each child of the channel, once it is complete. */
async function* childrenOfChannel(chunks: AsyncIterable<string>): AsyncGenerator<Element> {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let complete: Element[] = [];
  parser.on('opentag', ({ name, attributes }) =>
    open.push({ name, attributes: { ...attributes }, text: '', children: [] }),
  );
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    const parent = open.at(-1);
    if (!element || !parent) return;
    if (parent.name === 'channel') complete.push(element);
    // The comments of a busy post are larger than it.
    else if (parent.name !== 'rss') {
      parent.children.push(element.name === 'wp:comment' ? { ...element, children: [] } : element);
    }
  });
  // Plugins write entities of HTML and control characters, which are kept as text.
  parser.on('error', (error) => {
    if (!/entity|disallowed character/.test(error.message)) throw error;
  });
  try {
    for await (const chunk of chunks) {
      parser.write(chunk);
      yield* complete;
      complete = [];
    }
    parser.close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StackError(`The export is not complete or not XML: ${reason}`);
  }
}

const inside = (element: Element, name: string): string =>
  element.children.find((child) => child.name === name)?.text.trim() ?? '';

function metaOf(item: Element): Map<string, string> {
  return new Map(
    item.children
      .filter(({ name }) => name === 'wp:postmeta')
      .map((meta) => [inside(meta, 'wp:meta_key'), inside(meta, 'wp:meta_value')]),
  );
}

const isPicture = (address: string) => /\.(?:jpe?g|jfif|png|apng|webp|gif)$/i.test(address);

/** Of the editor, themes and plugins; nothing in them is shown by itself. */
const SILENT = new Set([
  ...['revision', 'nav_menu_item', 'custom_css', 'customize_changeset', 'oembed_cache'],
  ...['user_request', 'wp_global_styles', 'wp_navigation', 'wp_template', 'wp_template_part'],
]);

/** @returns the address of the site as well, which stands before the items */
export async function* readWordPress(
  chunks: AsyncIterable<string>,
): AsyncGenerator<ImportRecord | { kind: 'site'; address: string }> {
  const authors = new Map<string, string>();
  /** By slug: items name only what they are in. */
  const categories = new Map<string, { name: string; parent: string }>();
  let site = '';
  for await (const element of childrenOfChannel(chunks)) {
    if (element.name === 'link' || element.name === 'wp:base_blog_url') {
      site = element.text.trim().replace(/\/+$/, '');
      yield { kind: 'site', address: site };
    } else if (element.name === 'wp:author') {
      const login = inside(element, 'wp:author_login');
      const name = inside(element, 'wp:author_display_name') || login;
      authors.set(login, name);
      const slug = login.toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, '-');
      yield { kind: 'author', name, addresses: [`${site}/author/${slug}/`] };
    } else if (element.name === 'wp:category') {
      const slug = inside(element, 'wp:category_nicename');
      const name = inside(element, 'wp:cat_name') || decoded(slug);
      categories.set(slug, { name, parent: inside(element, 'wp:category_parent') });
      const path = withParents(slug, categories);
      const addresses = [
        ...[`${site}/category/${path}/`, `${site}/category/${path}/feed/`],
        `${site}/?cat=${inside(element, 'wp:term_id')}`,
      ];
      yield { kind: 'category', name, addresses };
    } else if (element.name === 'wp:tag') {
      const slug = inside(element, 'wp:tag_slug');
      const addresses = [`${site}/tag/${slug}/`, `${site}/tag/${slug}/feed/`];
      yield { kind: 'tag', name: inside(element, 'wp:tag_name') || decoded(slug), addresses };
    } else if (element.name === 'item') yield* readItem(element, site, authors);
  }
}

function withParents(slug: string, all: Map<string, { parent: string }>): string {
  const path: string[] = [];
  // A category that is its own ancestor ends at its second visit.
  for (let at = slug; at !== '' && !path.includes(at); at = all.get(at)?.parent ?? '') {
    path.unshift(at);
  }
  return path.join('/');
}

function* readItem(
  item: Element,
  site: string,
  authors: Map<string, string>,
): Generator<ImportRecord> {
  const type = inside(item, 'wp:post_type');
  const id = inside(item, 'wp:post_id');
  const title = inside(item, 'title');
  const meta = metaOf(item);
  if (type === 'attachment') {
    const address = inside(item, 'wp:attachment_url') || inside(item, 'guid');
    const pages = [inside(item, 'link'), `${site}/?attachment_id=${id}`];
    const parent = inside(item, 'wp:post_parent');
    const alt = meta.get('_wp_attachment_image_alt') ?? '';
    const caption = inside(item, 'excerpt:encoded');
    if (!isPicture(address)) {
      yield { kind: 'left', what: `file ${address}`, why: 'only pictures can be stored here' };
    }
    const picture = { id: `attachment ${id}`, address, alt, caption };
    yield { kind: 'picture', ...picture, pages, parent: parent === '0' ? null : parent };
    return;
  }
  if (type !== 'post' && type !== 'page') {
    if (!SILENT.has(type)) {
      yield { kind: 'left', what: `${type} '${title}'`, why: 'a kind of a plugin or theme' };
    }
    return;
  }
  const status = inside(item, 'wp:status');
  if (status === 'trash' || status === 'auto-draft') {
    const why = status === 'trash' ? 'it is in the trash' : 'it was never saved';
    yield { kind: 'left', what: `${type} '${title}'`, why };
    return;
  }
  yield toPost(item, { type, id, title, status, site, authors, meta });
}

type Context = {
  type: 'post' | 'page';
  id: string;
  title: string;
  status: string;
  site: string;
  authors: Map<string, string>;
  meta: Map<string, string>;
};

function toPost(
  item: Element,
  { type, id, title, status, site, authors, meta }: Context,
): PostRecord {
  const hasPassword = inside(item, 'wp:post_password') !== '';
  const isPublic = (status === 'publish' || status === 'future') && !hasPassword;
  const notes: string[] = [];
  if (status === 'private') notes.push('private: becomes a draft');
  if (hasPassword) notes.push('has a password: becomes a draft');
  if (status === 'pending') notes.push('waits for a review: becomes a draft');
  const comments = item.children.filter(({ name }) => name === 'wp:comment').length;
  if (comments > 0) notes.push(`comments: ${comments} left out`);
  const termsOf = (domain: string) =>
    item.children
      .filter(({ name, attributes }) => name === 'category' && attributes.domain === domain)
      .map(({ text, attributes }) => text.trim() || decoded(attributes.nicename ?? ''))
      .filter((name) => name !== '');
  const html = inside(item, 'content:encoded');
  const guid = inside(item, 'guid');
  const query = `${site}/?${type === 'page' ? 'page_id' : 'p'}=${id}`;
  const creator = inside(item, 'dc:creator');
  return {
    kind: type,
    key: id,
    title,
    slug: decoded(inside(item, 'wp:post_name')),
    // Without the marks of the block editor, blank lines separate paragraphs.
    text: { html, isPlain: !html.includes('<!-- wp:') },
    excerpt: inside(item, 'excerpt:encoded'),
    status: isPublic ? 'published' : 'draft',
    publishedAt: isPublic
      ? (readTime(inside(item, 'wp:post_date_gmt')) ??
        readTime(inside(item, 'pubDate')) ??
        readTime(inside(item, 'wp:post_date')))
      : null,
    author: authors.get(creator) ?? (creator || null),
    categories: termsOf('category').filter((name) => name !== 'Uncategorized'),
    tags: termsOf('post_tag'),
    cover: meta.has('_thumbnail_id') ? `attachment ${meta.get('_thumbnail_id') ?? ''}` : null,
    coverAlt: '',
    addresses: [...new Set([inside(item, 'link'), query, guid])].filter((one) => URL.canParse(one)),
    notes,
  };
}

export const openWordPress = (path: string) => readWordPress(textOf(path));

async function* textOf(path: string): AsyncGenerator<string> {
  for await (const chunk of createReadStream(path, 'utf8')) yield String(chunk);
}
