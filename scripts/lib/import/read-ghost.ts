// A Ghost export: one JSON file, read as a whole (of 1,000 posts about 30 MB).
import { z } from 'zod';
import { StackError } from '../local/stack-error.ts';
import { lexicalToHtml, mobiledocToHtml } from './ghost-documents.ts';
import { readTime, type ImportRecord, type PostRecord } from './records.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const text = z.string().nullish();
const link = z.object({ post_id: id, sort_order: z.number().nullish() });
const dataSchema = z.object({
  posts: z.array(
    z.object({
      ...{ id, title: text, slug: text, status: text, visibility: text, type: text },
      ...{ html: text, lexical: text, mobiledoc: text, custom_excerpt: text },
      ...{ feature_image: text, published_at: text, page: z.unknown().optional() },
    }),
  ),
  tags: z.array(z.object({ id, name: z.string(), slug: text })).default([]),
  users: z.array(z.object({ id, name: z.string(), slug: text })).default([]),
  posts_tags: z.array(link.extend({ tag_id: id })).default([]),
  posts_authors: z.array(link.extend({ author_id: id })).default([]),
  posts_meta: z.array(z.object({ post_id: id, feature_image_alt: text })).default([]),
});
const exportSchema = z.union([
  z.object({ db: z.tuple([z.object({ data: dataSchema })]) }).transform(({ db }) => db[0].data),
  z.object({ data: dataSchema }).transform(({ data }) => data),
]);

type Data = z.output<typeof dataSchema>;

/** @param site of the old site, which the export does not name */
export function* readGhost(json: string, site: string): Generator<ImportRecord> {
  const data = parse(json.replaceAll('__GHOST_URL__', site));
  for (const { name, slug } of data.users) {
    yield { kind: 'author', name, addresses: [`${site}/author/${slug}/`] };
  }
  for (const { name, slug } of data.tags) {
    if (isInternal(name)) {
      yield { kind: 'left', what: `tag '${name}'`, why: 'visitors of Ghost do not see it' };
    } else {
      const addresses = [`${site}/tag/${slug}/`, `${site}/tag/${slug}/rss/`];
      yield { kind: 'tag', name, addresses };
    }
  }
  for (const post of data.posts) yield toPost(post, data, site);
}

function parse(json: string): Data {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new StackError('The export is not complete or not JSON.');
  }
  const read = exportSchema.safeParse(value);
  if (read.success) return read.data;
  throw new StackError('This is JSON, but no export of Ghost (Settings → Labs → Export).');
}

const isInternal = (tag: string) => tag.startsWith('#');

function toPost(post: Data['posts'][number], data: Data, site: string): PostRecord {
  const ofPost = <Row extends { post_id: string; sort_order?: number | null | undefined }>(
    rows: Row[],
  ) =>
    rows
      .filter((row) => row.post_id === post.id)
      .sort((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0));
  const tags = ofPost(data.posts_tags).flatMap(({ tag_id }) =>
    data.tags.filter((tag) => tag.id === tag_id && !isInternal(tag.name)).map(({ name }) => name),
  );
  const [author] = ofPost(data.posts_authors);
  const isForAll = (post.visibility ?? 'public') === 'public';
  const isPublic = (post.status === 'published' || post.status === 'scheduled') && isForAll;
  const html =
    post.html ??
    (post.lexical ? lexicalToHtml(post.lexical) : mobiledocToHtml(post.mobiledoc ?? '{}'));
  const isPage = post.type === 'page' || post.page === true || post.page === 1;
  const notes = isForAll ? [] : [`only for ${post.visibility}: becomes a draft`];
  if (post.status === 'sent') notes.push('sent by mail only: becomes a draft');
  return {
    kind: isPage ? 'page' : 'post',
    key: post.id,
    title: post.title === '(Untitled)' ? '' : (post.title ?? ''),
    slug: post.slug ?? '',
    text: { html, isPlain: false },
    excerpt: post.custom_excerpt ?? '',
    status: isPublic ? 'published' : 'draft',
    publishedAt: isPublic ? readTime(post.published_at) : null,
    author: data.users.find((user) => user.id === author?.author_id)?.name ?? null,
    // Ghost calls the first tag the primary one and shows it as a category.
    categories: tags.slice(0, 1),
    tags: tags.slice(1),
    cover: post.feature_image ?? null,
    coverAlt: ofPost(data.posts_meta)[0]?.feature_image_alt ?? '',
    addresses: [`${site}/${post.slug}/`],
    notes,
  };
}
