import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { variantPath } from '../../../supabase/functions/_shared/contracts/file-name.ts';
import { root } from '../install.mjs';
import { findMailedLink, pressMailedLink } from './mailed-link.ts';
import { drawSeedPictures, type SeedPicture } from './seed-pictures.ts';
import { addSecondFactor } from './second-factor.ts';
import { isSeeded, markSeeded, workspaceFolder } from './workspace.ts';

/** The local staff account. It exists on a developer's machine only. */
export const STAFF = { email: 'staff@example.com', password: 'Crafted-Over-Time-1' };

const articlesFolder = `${root}supabase/seed/articles`;
const BUCKET = '/storage/v1/object/public/images/';

export type Article = ReturnType<typeof readArticle>;

/**
 * Creates the staff account through the Auth API, uploads the pictures of the seeded case studies and
 * posts with their records, and publishes the posts. The case studies themselves come from supabase/seed.sql. Does only
 * what is missing.
 *
 * @param options workspace with the mark of a complete seed
 * @returns the secret of the staff account's second factor, where Auth has second factors
 */
export async function seed(
  {
    url,
    mailboxUrl,
    keys,
  }: { url: string; mailboxUrl: string; keys: { publishableKey: string; secretKey: string } },
  { name = 'local' }: { name?: string } = {},
): Promise<string | null> {
  if (isSeeded(name)) return null;
  const { token, secret } = await completeSignIn(
    url,
    keys,
    (await signIn(url, keys)) ?? (await createStaff(url, mailboxUrl, keys)),
  );
  const [pictures, articles] = await Promise.all([drawSeedPictures(), readArticles()]);
  const altTexts = await readAltTexts([...articles.values()], url, keys, token);
  const versions = new Map(pictures.map(({ path, version }) => [path, version]));
  await Promise.all([
    uploadPictures(pictures, altTexts, url, keys, token),
    publishArticles(articles, versions, url, keys, token),
  ]);
  if (existsSync(workspaceFolder(name))) markSeeded(name);
  return secret;
}

/** Adds a second factor where the database asks owners for one, before it lets them write. */
async function completeSignIn(
  url: string,
  keys: { publishableKey: string; secretKey: string },
  token: string,
): Promise<{ token: string; secret: string | null }> {
  const response = await fetch(`${url}/rest/v1/rpc/current_staff_role`, {
    method: 'POST',
    headers: {
      apikey: keys.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  if (!response.ok) throw new Error(`The role of ${STAFF.email}: ${await response.text()}`);
  const standing: unknown = await response.json();
  const isIncomplete = standing === 'enrol' || standing === 'code';
  return isIncomplete ? addSecondFactor({ url, keys }, token) : { token, secret: null };
}

async function signIn(url: string, keys: { publishableKey: string }): Promise<string | null> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  });
  if (!response.ok) return null;
  return (await response.json()).access_token;
}

/** Signs up, follows the mailed link and chooses a new password. */
async function createStaff(url: string, mailboxUrl: string, keys: { publishableKey: string }) {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  });
  if (!response.ok) {
    throw new Error(`The staff account could not be created: ${await response.text()}`);
  }
  const link = await confirmationLink(mailboxUrl, STAFF.email);
  const opened = await pressMailedLink(url, keys.publishableKey, link);
  if (!opened.ok) throw new Error(`The mailed link was refused: ${await opened.text()}`);
  const { access_token: linkToken } = await opened.json();
  await fetch(`${url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: keys.publishableKey,
      authorization: `Bearer ${linkToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: STAFF.password }),
  });
  const token = await signIn(url, keys);
  if (!token) throw new Error('The staff account was created but cannot sign in.');
  return token;
}

/** Newest confirmation link mailed to an address. */
async function confirmationLink(mailboxUrl: string, address: string) {
  const { messages } = await json(`${mailboxUrl}/api/v1/messages`);
  const mail = messages.find((message: { To: { Address: string }[] }) =>
    message.To.some((to) => to.Address === address),
  );
  if (!mail) throw new Error(`No confirmation mail for ${address} arrived in the mailbox.`);
  const { Text } = await json(`${mailboxUrl}/api/v1/message/${mail.ID}`);
  const link = findMailedLink(Text);
  if (!link) throw new Error('The confirmation mail carries no link.');
  return link;
}

async function json(address: string) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

/** @param altTexts by path */
async function uploadPictures(
  pictures: SeedPicture[],
  altTexts: Map<string, string>,
  url: string,
  keys: { publishableKey: string; secretKey: string },
  token: string,
) {
  for (const { path, whole, copies } of pictures) {
    await upload(path, whole.bytes);
    for (const { width, bytes } of copies) await upload(variantPath(path, 1, width), bytes);
    await recordPicture(url, keys, token, {
      path,
      sha256: createHash('sha256').update(whole.bytes).digest('hex'),
      width: whole.width,
      height: whole.height,
      byte_size: whole.bytes.byteLength,
      mime: 'image/webp',
      alt_text: altTexts.get(path) ?? '',
      variants: copies.map(({ width }) => width),
      original_name: path.slice(path.indexOf('/') + 1),
    });
  }

  /** With the secret key: staff may write to the bucket through the upload function only. */
  async function upload(path: string, bytes: Buffer) {
    const response = await fetch(`${url}/storage/v1/object/images/${path}`, {
      method: 'POST',
      headers: {
        apikey: keys.secretKey,
        authorization: `Bearer ${keys.secretKey}`,
        'content-type': 'image/webp',
        'cache-control': 'max-age=3600',
        'x-upsert': 'true',
      },
      body: new Uint8Array(bytes),
    });
    if (!response.ok) throw new Error(`${path} was not uploaded: ${await response.text()}`);
  }
}

/**
 * The alt text of each picture: from galleries and posts, for the others from
 * supabase/seed/images/alt-texts.json.
 *
 * @returns by path
 */
async function readAltTexts(
  articles: Article[],
  url: string,
  keys: { publishableKey: string },
  token: string,
): Promise<Map<string, string>> {
  const others: Record<string, string> = JSON.parse(
    await readFile(`${root}supabase/seed/images/alt-texts.json`, 'utf8'),
  );
  // Not the addresses of videos.
  const pictures = 'case_study_gallery?image_url=like./storage/*&select=image_url,alt_text';
  const response = await fetch(`${url}/rest/v1/${pictures}`, {
    headers: { apikey: keys.publishableKey, authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`The galleries were not read: ${await response.text()}`);
  const gallery: { image_url: string; alt_text: string }[] = await response.json();
  const pathOf = (address: string) => address.slice(BUCKET.length).split('?')[0] ?? '';
  return new Map([
    ...Object.entries(others),
    ...gallery.map(({ image_url, alt_text }) => [pathOf(image_url), alt_text] as const),
    ...articles.map(({ imageUrl, imageAlt }) => [pathOf(imageUrl), imageAlt ?? ''] as const),
  ]);
}

/** One record per picture, also when repeated: changes of staff stay. */
async function recordPicture(
  url: string,
  keys: { publishableKey: string },
  token: string,
  record: { path: string } & Record<string, string | number | number[]>,
) {
  const response = await fetch(`${url}/rest/v1/image_records?on_conflict=path`, {
    method: 'POST',
    headers: {
      apikey: keys.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'resolution=ignore-duplicates,return=minimal',
    },
    body: JSON.stringify(record),
  });
  if (!response.ok) throw new Error(`${record.path} was not recorded: ${await response.text()}`);
}

/** By slug. */
async function readArticles() {
  const files = (await readdir(articlesFolder)).filter((file) => file.endsWith('.md')).sort();
  const articles = files.map(
    async (file) =>
      [
        file.replace(/\.md$/, ''),
        readArticle(await readFile(`${articlesFolder}/${file}`, 'utf8')),
      ] as const,
  );
  return new Map(await Promise.all(articles));
}

/**
 * Through the function `blog`, which renders the Markdown.
 *
 * @param articles by slug
 * @param versions of the pictures, by path
 */
async function publishArticles(
  articles: Map<string, Article>,
  versions: Map<string, string>,
  url: string,
  keys: { publishableKey: string },
  token: string,
) {
  for (const [slug, article] of articles) {
    const post = { id: idOf(slug), slug, status: 'published', ...article };
    const response = await fetch(`${url}/functions/v1/blog/posts`, {
      method: 'POST',
      headers: {
        apikey: keys.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: withVersions(JSON.stringify(post), versions),
    });
    // 409: an interrupted first start has published it already.
    if (!response.ok && response.status !== 409) {
      throw new Error(`${slug} was not published: ${await response.text()}`);
    }
  }
}

/**
 * URLs of seeded pictures name size and variants, like those that staff insert.
 *
 * @param versions by path
 */
const withVersions = (text: string, versions: Map<string, string>) =>
  text.replace(/\/storage\/v1\/object\/public\/images\/(seed\/[\w-]+\.webp)/g, (address, path) => {
    const version = versions.get(path);
    return version ? `${address}?v=${version}` : address;
  });

/** Front matter of one `name: value` per line, then Markdown. */
export function readArticle(text: string) {
  const [, head = '', markdown = ''] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll('\r\n', '\n')) ?? [];
  const given = Object.fromEntries(
    head.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
  return {
    title: given.title,
    excerpt: given.excerpt,
    category: given.category,
    tags: (given.tags ?? '').split(',').map((tag) => tag.trim()),
    author: given.author,
    publishedAt: given.publishedAt,
    imageUrl: `${BUCKET}${given.cover}`,
    imageAlt: given.coverAlt,
    markdown: markdown.trim(),
  };
}

/** The same post has the same ID on every machine and in every attempt. */
function idOf(slug: string) {
  const hex = createHash('sha256').update(`article ${slug}`).digest('hex');
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`],
    hex.slice(20, 32),
  ].join('-');
}
