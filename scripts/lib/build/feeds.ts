import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Feed } from 'feed';
import type { Plugin } from 'vite';
import { agency } from '../../../brand/agency.ts';
import type { LeaveOut } from './build-info.ts';
import { withStudyAddresses, type StudyAddresses } from './study-addresses.ts';
import { root } from '../install.mjs';

/** Addresses below the site; index.html and the blog page link to them. */
export const FEED_FILES = { rss: 'feed.xml', json: 'feed.json' };
const FEED_POSTS = 20;
const TIMEOUT_MS = 20_000;
/** In bytes; readers show it before they fetch the picture. */
type PictureFile = { type: string; length: number };
const PICTURE_TYPES: Readonly<Record<string, string>> = {
  ...{ '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png', '.gif': 'image/gif' },
  ...{ '.webp': 'image/webp', '.avif': 'image/avif' },
};
/** RSS 2.0 wants the type and the length of an enclosure, also where they are not known. */
const typeOf = (address: string) =>
  PICTURE_TYPES[path.extname(new URL(address).pathname).toLowerCase()] ??
  'application/octet-stream';

/** Of a private plane, never part of a text: see `withWholeSections`. */
const MARK = '\u{f0000}';

/** Characters that XML forbids, even escaped. */
const NOT_XML = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

type SiteFacts = { name: string; description: string; email: string };

export type FeedPost = {
  slug: string;
  title: string;
  excerpt: string;
  content: string;
  imageUrl: string | null;
  /** Null or left out: not known. */
  picture?: PictureFile | null;
  publishedAt: string;
  updatedAt: string;
  category: string;
  tags: string[];
  author: { name: string };
};

/** apiUrl: where `/blog/posts` is; mediaUrl: the origin of `/storage/v1/…` */
export type FeedSource = { apiUrl: string; key: string; siteUrl: string; mediaUrl: string };

/**
 * RSS 2.0 and JSON Feed 1.1 of the newest posts, with their whole text.
 *
 * @param posts newest first
 * @param leaveOut called for posts that no feed can contain
 */
export function createFeeds(
  posts: readonly FeedPost[],
  site: SiteFacts,
  { siteUrl, mediaUrl }: Pick<FeedSource, 'siteUrl' | 'mediaUrl'>,
  leaveOut: LeaveOut = () => {},
): Record<keyof typeof FEED_FILES, string> {
  const blogUrl = `${siteUrl}/blog`;
  const fitting = posts.filter((post) => {
    const problem = problemOf(post);
    if (problem) leaveOut(`/blog/${post.slug}`, `the post is not in the feeds: ${problem}`);
    return problem === null;
  });
  const newest = fitting[0] && new Date(fitting[0].publishedAt);
  const feed = new Feed({
    title: `${site.name}: Blog`,
    description: site.description,
    id: blogUrl,
    link: blogUrl,
    language: 'en',
    copyright: `${site.name}, all rights reserved`,
    ...(newest && { updated: newest }),
    favicon: `${siteUrl}/favicon.svg`,
    generator: site.name,
    feedLinks: { rss: `${siteUrl}/${FEED_FILES.rss}`, json: `${siteUrl}/${FEED_FILES.json}` },
  });
  for (const post of fitting) {
    const link = `${blogUrl}/${post.slug}`;
    const picture = pictureAddress(post.imageUrl, siteUrl, mediaUrl);
    feed.addItem({
      title: marked(post.title),
      id: link,
      link,
      date: new Date(post.updatedAt),
      published: new Date(post.publishedAt),
      description: marked(post.excerpt),
      content: marked(withWholeAddresses(post.content, siteUrl, mediaUrl)),
      author: [{ name: marked(post.author.name), email: site.email }],
      category: [post.category, ...post.tags].map((name) => ({ name: marked(name) })),
      ...(picture && {
        image: { url: picture, ...(post.picture ?? { type: typeOf(picture), length: 0 }) },
      }),
    });
  }
  return { rss: withWholeSections(feed.rss2()), json: feed.json1().replaceAll(MARK, '') };
}

/** The writer of the RSS parts only the first `]]>` of a text, which would end its section. */
const marked = (text: string) => text.replaceAll(MARK, '').replaceAll(']]>', `]]${MARK}>`);

function withWholeSections(rss: string) {
  return rss.replaceAll(`]]${MARK}>`, ']]]]><![CDATA[>').replaceAll(MARK, '');
}

function problemOf({
  title,
  excerpt,
  content,
  category,
  tags,
  author,
  publishedAt,
  updatedAt,
}: FeedPost) {
  const years = [publishedAt, updatedAt].map((time) => new Date(time).getUTCFullYear());
  if (!years.every((year) => year >= 0 && year <= 9999)) return 'its date is none of a calendar';
  const texts = [title, excerpt, content, category, ...tags, author.name];
  return texts.some((text) => NOT_XML.test(text)) ? 'it holds a character that XML forbids' : null;
}

function pictureAddress(address: string | null | undefined, siteUrl: string, mediaUrl: string) {
  const base = address?.startsWith('/images/') ? siteUrl : mediaUrl;
  return address && URL.canParse(address, base) ? new URL(address, base).href : null;
}

/**
 * Feed readers show the text on another origin: all URLs must be absolute.
 *
 * @param html as the function `blog` renders it: attributes in double quotes
 */
function withWholeAddresses(html: string, siteUrl: string, mediaUrl: string) {
  return html
    .replaceAll(/(\ssrc=")(\/storage\/)/g, `$1${mediaUrl}$2`)
    .replaceAll(/(\s(?:src|href)=")(\/(?!\/))/g, `$1${siteUrl}$2`);
}

/**
 * The newest published posts, read like a visitor.
 *
 * @param leaveOut called for posts that could not be loaded
 */
async function fetchPosts({ apiUrl, key }: FeedSource, leaveOut: LeaveOut): Promise<FeedPost[]> {
  const get = async (path: string) => {
    const response = await fetch(`${apiUrl}${path}`, {
      headers: { apikey: key },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${apiUrl}${path} answered ${response.status}`);
    return (await response.json()).data;
  };
  const list = await get(`/blog/posts?limit=${FEED_POSTS}`);
  const posts = list.map(async ({ id, slug }: { id: string; slug: string }) => {
    try {
      return [await get(`/blog/posts/${encodeURIComponent(id)}`)];
    } catch (error) {
      leaveOut(`/blog/${slug}`, `the post is not in the feeds: ${error}`);
      return [];
    }
  });
  return (await Promise.all(posts)).flat();
}

/**
 * Adds what a reader is told of each cover.
 *
 * @param folder of the drawings of the site
 */
function measureCovers(
  posts: readonly FeedPost[],
  { siteUrl, mediaUrl }: Pick<FeedSource, 'siteUrl' | 'mediaUrl'>,
  folder: string,
): Promise<FeedPost[]> {
  const measure = async (address: string): Promise<PictureFile | null> => {
    const { pathname, origin } = new URL(address);
    if (origin === new URL(siteUrl).origin && pathname.startsWith('/images/')) {
      const { size } = await stat(path.join(folder, path.normalize(pathname)));
      return { type: typeOf(address), length: size };
    }
    if (origin !== new URL(mediaUrl).origin) return null;
    const { ok, headers } = await fetch(address, {
      method: 'HEAD',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const type = headers.get('content-type');
    const length = Number(headers.get('content-length'));
    return ok && type !== null && length > 0 ? { type, length } : null;
  };
  return Promise.all(
    posts.map(async (post) => {
      const address = pictureAddress(post.imageUrl, siteUrl, mediaUrl);
      // A picture that is missing is no reason to leave out its post.
      return {
        ...post,
        picture: address === null ? null : await measure(address).catch(() => null),
      };
    }),
  );
}

/** @returns what the demo shows */
async function readSamplePosts(): Promise<FeedPost[]> {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport<{
    samplePosts: (Omit<FeedPost, 'slug' | 'updatedAt'> & { id: string })[];
  }>(`${root}brand/samples/posts.ts`, {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@brand': `${root}brand`, '@': `${root}src` } },
  });
  return module.samplePosts.map((post) => ({
    ...post,
    slug: post.id,
    updatedAt: post.publishedAt,
  }));
}

/**
 * The feeds of the demo.
 *
 * @param folder of the built site
 */
export async function writeSampleFeeds(siteUrl: string, folder: string) {
  const addresses = { siteUrl, mediaUrl: siteUrl };
  const posts = await measureCovers(await readSamplePosts(), addresses, folder);
  const feeds = createFeeds(posts, agency, addresses);
  await writeFiles(feeds, folder);
}

/** @param folder of the built site */
export async function writeFeeds(
  source: FeedSource,
  folder: string,
  leaveOut: LeaveOut,
  addresses: StudyAddresses,
) {
  const posts = (await fetchPosts(source, leaveOut)).map((post) => ({
    ...post,
    content: withStudyAddresses(post.content, addresses).html,
  }));
  const measured = await measureCovers(posts, source, folder);
  await writeFiles(createFeeds(measured, agency, source, leaveOut), folder);
}

async function writeFiles(feeds: Record<keyof typeof FEED_FILES, string>, folder: string) {
  await Promise.all([
    writeFile(`${folder}/${FEED_FILES.rss}`, feeds.rss),
    writeFile(`${folder}/${FEED_FILES.json}`, feeds.json),
  ]);
}

/** Locally the feeds are created on each request, so that they match the data. */
export function feedsPlugin(source: FeedSource): Plugin {
  return {
    name: 'feeds',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = request.url?.split('?')[0]?.slice(1);
        const kind = name === FEED_FILES.rss ? 'rss' : name === FEED_FILES.json ? 'json' : null;
        if (!kind) return next();
        const measured = fetchPosts(source, () => {}).then((posts) =>
          measureCovers(posts, source, `${root}public`),
        );
        measured.then((posts) => {
          const feeds = createFeeds(posts, agency, source);
          const type = kind === 'rss' ? 'application/rss+xml' : 'application/feed+json';
          response.setHeader('content-type', `${type}; charset=utf-8`);
          response.end(feeds[kind]);
        }, next);
      });
    },
  };
}
