// What an export becomes here. Writes nothing: the dry run prints it, the run follows it.
import { createHash } from 'node:crypto';
import {
  POST_AUTHOR_MAX,
  POST_CATEGORY_MAX,
  POST_LIMITS,
  POST_TAG_MAX,
  POST_TAGS_MAX,
  postCreateSchema,
  type PostCreate,
} from '../../../supabase/functions/_shared/contracts/blog.ts';
import { SLUG_MAX, slugSchema } from '../../../supabase/functions/_shared/contracts/slug.ts';
import { MarkdownError } from '../../../supabase/functions/_shared/markdown-limits.ts';
import { blogHref } from '../../../src/features/posts/filters.ts';
import {
  isSource,
  isTarget,
  OWN_PAGES,
  sourceOf,
} from '../../../src/features/redirects/addresses.ts';
import { paths } from '../../../src/lib/paths.ts';
import {
  objectName,
  slugFromTitle,
} from '../../../supabase/functions/_shared/contracts/words/latin.ts';
import {
  decoded,
  idOf,
  type Export,
  type ImportRecord,
  type ListRecord,
  type PictureRecord,
  type PostRecord,
} from './records.ts';
import { plainText, toMarkdown, withAddresses, type Pictures } from './text.ts';

/** The table of redirects holds no more (migrations/*_redirects.sql). */
const REDIRECTS_MAX = 1500;
const FEED = '/feed.xml';

export type PlannedPost = {
  id: string;
  key: string;
  path: string;
  addresses: string[];
  /** In the map of pictures. */
  cover: string | null;
  body: PostCreate & { title: string; id: string };
};
export type PlannedPicture = {
  /** Of the full size, then those in texts, for a site that has only them. */
  addresses: string[];
  alt: string;
  /** Of its object, without the extension. */
  stem: string;
};
export type PlannedRedirect = { id: string; from: string; to: string };
export type Fact = { what: string; why: string };

export type Plan = {
  /** By key. */
  posts: Map<string, PlannedPost>;
  /** By each of its addresses. */
  pictures: Map<string, PlannedPicture>;
  redirects: PlannedRedirect[];
  authors: string[];
  categories: string[];
  tags: string[];
  /** Old addresses that cannot lead anywhere. */
  lost: Fact[];
  /** What is carried over differently, or not at all. */
  notes: Fact[];
};

/** What the new site has already. */
export type Present = {
  posts: ReadonlyMap<string, { slug: string }>;
  redirects: readonly { id: string; from: string }[];
};

type Index = {
  pictures: Pictures;
  byAddress: ReadonlyMap<string, PictureRecord>;
  lists: ListRecord[];
};

export async function planImport(source: Export, present: Present): Promise<Plan> {
  const index = await readIndex(source);
  const plan: Plan = {
    ...{ posts: new Map(), pictures: new Map(), redirects: [] },
    ...{ authors: [], categories: [], tags: [], lost: [], notes: [] },
  };
  const pages: PostRecord[] = [];
  const published: { record: PostRecord; path: string }[] = [];
  const slugs = new Map([...present.posts].map(([id, { slug }]) => [slug, id]));
  for await (const record of source.records()) {
    if (record.kind === 'left') plan.notes.push(record);
    else if (record.kind === 'page') pages.push({ ...record, text: { markdown: '' } });
    else if (record.kind === 'post') {
      const post = planPost(record, { source, index, plan, slugs, present });
      if (!post) continue;
      plan.posts.set(record.key, post);
      const isDue = record.publishedAt === null || Date.parse(record.publishedAt) <= Date.now();
      if (record.status === 'published' && isDue)
        published.push({ record: { ...record, text: { markdown: '' } }, path: post.path });
    }
  }
  const bodies = [...plan.posts.values()].map(({ body }) => body);
  plan.authors = distinct(bodies.flatMap(({ author }) => author ?? []));
  plan.categories = distinct(bodies.flatMap(({ category }) => category ?? []));
  plan.tags = distinct(bodies.flatMap(({ tags }) => tags ?? []));
  planRedirects(plan, { source, index, pages, published, present });
  return plan;
}

const distinct = (names: readonly string[]) => [...new Set(names)].sort();

async function readIndex(source: Export): Promise<Index> {
  const pictures = new Map<string, PictureRecord>();
  const lists: ListRecord[] = [];
  for await (const record of source.records()) {
    if (record.kind === 'picture') pictures.set(record.id, record);
    if (isList(record)) lists.push(record);
  }
  const byAddress = new Map(
    [...pictures.values()].map((picture) => [bare(picture.address), picture]),
  );
  return { pictures, byAddress, lists };
}

const isList = (record: ImportRecord): record is ListRecord =>
  record.kind === 'author' || record.kind === 'category' || record.kind === 'tag';

type PostContext = {
  source: Export;
  index: Index;
  plan: Plan;
  /** Taken ones with the id of their post. */
  slugs: Map<string, string>;
  present: Present;
};

function planPost(
  record: PostRecord,
  { source, index, plan, slugs, present }: PostContext,
): PlannedPost | null {
  const title =
    fit(plainText(record.title), POST_LIMITS.title) ||
    fit(wordsOf(record).slice(0, 8).join(' '), 80);
  const what = `post '${title || record.key}'`;
  const note = (why: string) => plan.notes.push({ what, why });
  for (const why of record.notes) note(why);
  if (record.title.trim() === '') note('has no title: gets its first words');
  const id = idOf(source.site, 'post', record.key);
  const slug = present.posts.get(id)?.slug ?? slugFor(record, title, id, slugs);
  slugs.set(slug, id);

  let markdown;
  try {
    const text = toMarkdown(record, source.site, index.pictures);
    text.notes.forEach(note);
    markdown = withAddresses(text.markdown, ({ address, kind, alt }) => {
      if (kind === 'picture') addPicture(address, alt, record, { source, index, plan });
      return { url: address };
    });
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    note(`left out: ${error.message}`);
    return null;
  }
  const known = record.cover === null ? undefined : index.pictures.get(record.cover);
  const cover = known?.address ?? record.cover;
  const picture =
    cover === null || cover.startsWith('attachment ')
      ? null
      : addPicture(cover, record.coverAlt, record, { source, index, plan });

  const [category, ...others] = distinctBy(record.categories, POST_CATEGORY_MAX);
  if (others.length > 0) note(`has one category here, now tags: ${others.join(', ')}`);
  const tags = distinctBy([...others, ...record.tags], POST_TAG_MAX);
  if (tags.length > POST_TAGS_MAX)
    note(`has ${POST_TAGS_MAX} tags here: ${tags.slice(POST_TAGS_MAX).join(', ')} left out`);
  const author = fit(plainText(record.author ?? ''), POST_AUTHOR_MAX);
  const isOld = record.publishedAt !== null && record.publishedAt < '2000';
  if (isOld) note('is older than 2000, which is the first year here');
  if (record.status === 'published' && record.publishedAt === null)
    note('has no date: gets that of the import');
  const body = {
    ...{ id, title: title || 'Untitled', slug, status: record.status },
    excerpt: fit(plainText(record.excerpt), POST_LIMITS.excerpt),
    publishedAt: isOld ? '2000-01-01T00:00:00Z' : record.publishedAt,
    category: category ?? null,
    tags: tags.slice(0, POST_TAGS_MAX),
    ...(author !== '' && { author }),
    imageAlt: fit(record.coverAlt || (picture?.alt ?? ''), POST_LIMITS.cover_alt),
  };
  // The rules of a post that staff write; addresses are replaced later.
  const checked = postCreateSchema.safeParse({ ...body, markdown });
  const issue = checked.error?.issues[0];
  if (issue) {
    note(`left out: ${issue.path.join('.')}: ${issue.message}`);
    return null;
  }
  const { key, addresses } = record;
  return {
    id,
    key,
    path: paths.post.to(slug),
    addresses,
    cover: picture?.addresses[0] ?? null,
    body,
  };
}

function wordsOf({ text }: PostRecord): string[] {
  return ('html' in text ? plainText(text.html) : text.markdown).trim().split(/\s+/);
}

/** Cut at a character as Postgres counts them. */
const fit = (text: string, limit: number) => [...text].slice(0, limit).join('').trim();

/** Names that have a letter or digit, each once. */
function distinctBy(names: readonly string[], limit: number): string[] {
  const fitting = names
    .map((name) => fit(plainText(name), limit))
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
  return [
    ...new Map(fitting.toReversed().map((name) => [name.toLowerCase(), name])).values(),
  ].toReversed();
}

function slugFor(
  record: PostRecord,
  title: string,
  id: string,
  slugs: ReadonlyMap<string, string>,
): string {
  const wanted = [
    record.slug,
    slugFromTitle(record.slug),
    slugFromTitle(title),
    `post-${slugFromTitle(record.key)}`,
  ];
  const base = wanted.find((slug) => slugSchema.safeParse(slug).success) ?? id.slice(0, 8);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base.slice(0, SLUG_MAX - 5).replace(/-$/, '')}-${number}`;
    const holder = slugs.get(slug);
    if (holder === undefined || holder === id) return slug;
  }
}

/** The address of a picture as the index has it: without scheme, `www.`, query and fragment. */
const bare = (address: string) =>
  address.split(/[?#]/, 1)[0]?.replace(/^https?:\/\/(?:www\.)?/, '') ?? '';

/** Where relative addresses of this post begin. Those of Markdown are files of the folder. */
export const baseOf = (record: PostRecord, source: Export) =>
  source.folder === null
    ? (record.addresses[0] ?? source.site)
    : `file:///${encodeURI(record.key)}`;

function addPicture(
  address: string,
  alt: string,
  record: PostRecord,
  { source, index, plan }: { source: Export; index: Index; plan: Plan },
): PlannedPicture | null {
  if (!URL.canParse(address, baseOf(record, source))) return null;
  const { href } = new URL(address, baseOf(record, source));
  const candidates = fullSizes(href);
  const known = candidates
    .map((one) => index.byAddress.get(bare(one)))
    .find((one) => one !== undefined);
  const full = known?.address ?? candidates[0] ?? href;
  const found = plan.pictures.get(full);
  if (found) {
    if (!found.addresses.includes(href)) found.addresses.push(href);
    plan.pictures.set(href, found);
    return found;
  }
  const name = decoded(new URL(full).pathname).split('/').at(-1) ?? '';
  // Without dots, because some endings are refused.
  const stem = objectName(
    `${name
      .replace(/\.\w+$/, '')
      .replaceAll('.', '-')
      .slice(-80)}.png`,
  ).slice(0, -4);
  const mark = createHash('sha256')
    .update(`${source.site} picture ${full}`)
    .digest('hex')
    .slice(0, 10);
  const addresses = [...new Set([full, href])];
  const picture = { addresses, alt: known?.alt || alt, stem: `${stem}-${mark}` };
  for (const one of addresses) plan.pictures.set(one, picture);
  return picture;
}

/** Where the whole picture of a smaller copy may be: `-300x200` of WordPress, `/size/w600/` of Ghost, Jetpack's host. */
export function fullSizes(address: string): string[] {
  if (!/^https?:/.test(address)) return [address];
  const url = new URL(address);
  if (/^i\d\.wp\.com$/.test(url.hostname)) return fullSizes(`https:/${url.pathname}`);
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, '/');
  const [, stem, extension] = /^(.+)-\d{2,5}x\d{2,5}(\.\w+)$/.exec(url.href) ?? [];
  return stem === undefined ? [url.href] : [`${stem}${extension}`, `${stem}-scaled${extension}`];
}

/** The pages of this site that a page of another one may be. */
const PAGES: readonly [RegExp, string][] = [
  [/^(?:about|about-us|team|our-team|company)$/, paths.about],
  [/^(?:contact|contact-us|get-in-touch)$/, paths.contact],
  [/^(?:services|what-we-do)$/, paths.services.to()],
  [/^(?:projects|portfolio|work|our-work|case-studies)$/, paths.projects],
  [/^(?:blog|news|articles)$/, paths.blog],
  [/^(?:privacy|privacy-policy)$/, paths.privacy],
  [/^(?:terms|terms-of-service|terms-and-conditions)$/, paths.terms],
  [/^(?:cookies?|cookie-policy)$/, paths.cookie],
  [/^(?:home|front-page)$/, paths.home],
];

type RedirectContext = {
  source: Export;
  index: Index;
  pages: PostRecord[];
  published: { record: PostRecord; path: string }[];
  present: Present;
};

/** The most important ones first, because their number is limited. */
function planRedirects(plan: Plan, { source, index, pages, published, present }: RedirectContext) {
  const planned = new Map<string, PlannedRedirect>();
  const kept = new Set(present.redirects.map(({ from }) => from));
  let room = REDIRECTS_MAX - kept.size;
  const lead = (address: string, to: string) => {
    const url = new URL(address, `${source.site}/`);
    const from = sourceOf(url.pathname);
    const why = problemOf(url, from, to);
    if (why === '' || (why === null && planned.has(from))) return;
    const redirect = { id: idOf(source.site, 'redirect', from), from, to };
    const isFull = room <= 0 && !kept.has(from);
    if (why !== null || isFull) {
      const limit = `${REDIRECTS_MAX} redirects are the most that hosts take`;
      plan.lost.push({ what: url.pathname + url.search, why: why ?? limit });
      return;
    }
    if (!kept.has(from)) room -= 1;
    planned.set(from, redirect);
  };
  for (const { record, path } of published)
    record.addresses.forEach((address) => lead(address, path));
  for (const page of pages) {
    const [, target] = PAGES.find(([name]) => name.test(page.slug)) ?? [];
    const title = plainText(page.title) || page.slug;
    plan.notes.push({
      what: `page '${title}'`,
      why: target
        ? `its text is left out, its address leads to ${target}`
        : 'left out: pages are not imported',
    });
    for (const address of page.addresses) {
      if (target !== undefined) lead(address, target);
      else if (page.status === 'published')
        plan.lost.push({
          what: address.slice(source.site.length),
          why: `no page here is '${title}'`,
        });
    }
  }
  for (const { kind, name, addresses } of index.lists) {
    // The first category of a post stays one, the others are tags; of Ghost the first tag is a category.
    let target: string = paths.blog;
    if (plan.tags.includes(name)) target = blogHref({ tag: name });
    if (plan.categories.includes(name)) target = blogHref({ category: name });
    const fitting = kind !== 'author' && isTarget(target) ? target : paths.blog;
    for (const address of addresses)
      lead(address, /\/(?:feed|rss)\/$/.test(address) ? FEED : fitting);
  }
  for (const feed of source.feeds) lead(feed, FEED);
  if (source.hasArchives) {
    const months = published.flatMap(({ record }) => record.publishedAt?.slice(0, 7) ?? []);
    for (const month of distinct(months)) {
      lead(`/${month.slice(0, 4)}/`, paths.blog);
      lead(`/${month.replace('-', '/')}/`, paths.blog);
    }
  }
  const pathOf = new Map(published.map(({ record, path }) => [record.key, path]));
  for (const { pages: addresses, parent } of index.pictures.values()) {
    for (const address of addresses) lead(address, pathOf.get(parent ?? '') ?? paths.blog);
  }
  plan.redirects = [...planned.values()];
  plan.lost.push(...source.lost);
}

/** Why an old address cannot lead to the new one; '' when it is the new one. */
function problemOf(url: URL, from: string, to: string): string | null {
  if (from === '/' && url.search === '') return '';
  if (url.search !== '')
    return 'hosts look at the path only, not at what follows the question mark';
  if (from === to) return '';
  if (OWN_PAGES.includes(from)) return 'this site has a page of its own there';
  return isSource(from) ? null : 'an address that hosts cannot redirect';
}
