// Writes what a plan says, as a member. What is there already stays as it is, so that a run can be repeated.
import { z } from 'zod';
import { formatImageVersion } from '../../../supabase/functions/_shared/contracts/file-name.ts';
import { UPLOAD_IMAGE_TYPES } from '../../../supabase/functions/_shared/contracts/upload.ts';
import { sourceOf } from '../../../src/features/redirects/addresses.ts';
import { StackError } from '../local/stack-error.ts';
import { preparePicture, readPicture, type PicturePlaces } from './pictures.ts';
import { baseOf, type Fact, type Plan, type PlannedPicture, type PlannedRedirect } from './plan.ts';
import { decoded, type Export, type PictureRecord, type PostRecord } from './records.ts';
import { sentence, type StaffSession } from './staff-session.ts';
import { toMarkdown, withAddresses } from './text.ts';

/** Posts at once: enough to keep two cores busy, and few pictures in memory. */
const WORKERS = 4;
const PAGE = 1000;
const REDIRECTS_AT_ONCE = 100;
const BUCKET = '/storage/v1/object/public/images/';

const postSchema = z.object({ id: z.string(), slug: z.string(), version: z.number() });
const redirectSchema = z.object({ id: z.string(), from_path: z.string(), to_path: z.string() });
const pictureSchema = z.object({
  ...{ path: z.string(), width: z.number(), height: z.number(), alt_text: z.string() },
  ...{ variants: z.array(z.number()), revision: z.number() },
});

export type Stored = {
  posts: Map<string, z.output<typeof postSchema>>;
  redirects: PlannedRedirect[];
  /** By path without its extension. */
  pictures: Map<string, z.output<typeof pictureSchema>>;
};

export async function readStored(session: StaffSession): Promise<Stored> {
  const posts = await readRows(session, 'blog_posts', 'id', postSchema);
  const redirects = await readRows(session, 'redirects', 'id', redirectSchema);
  const pictures = await readRows(session, 'image_records', 'path', pictureSchema);
  return {
    posts: new Map(posts.map((post) => [post.id, post])),
    redirects: redirects.map((row) => ({ id: row.id, from: row.from_path, to: row.to_path })),
    pictures: new Map(pictures.map((row) => [row.path.replace(/\.\w+$/, ''), row])),
  };
}

/** Every row of a table, with the columns of the schema. */
export async function readRows<Shape extends z.ZodRawShape>(
  { ask }: StaffSession,
  table: string,
  order: string,
  schema: z.ZodObject<Shape>,
) {
  const rows = [];
  const columns = Object.keys(schema.shape).join(',');
  for (let offset = 0; ; offset += PAGE) {
    const query = `select=${columns}&order=${order}&limit=${PAGE}&offset=${offset}`;
    const reply = await ask('GET', `/rest/v1/${table}?${query}`);
    if (reply.status !== 200) throw new StackError(`${table} cannot be read: ${sentence(reply)}`);
    const page = z.array(schema).parse(reply.data);
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

export type Outcome = {
  posts: number;
  pictures: number;
  redirects: number;
  names: number;
  /** Posts of an earlier run. */
  there: number;
  kept: Fact[];
  failed: Fact[];
};

export const newOutcome = (): Outcome => ({
  ...{ posts: 0, pictures: 0, redirects: 0, names: 0, there: 0 },
  ...{ kept: [], failed: [] },
});

type RunOptions = {
  places: PicturePlaces;
  /** Writes posts without the pictures that are missing. Otherwise they wait for another run. */
  leavesOut: boolean;
  log: (line: string) => void;
};

export async function runImport(
  session: StaffSession,
  source: Export,
  plan: Plan,
  stored: Stored,
  { places, leavesOut, log }: RunOptions,
): Promise<Outcome> {
  const outcome = newOutcome();
  const store = createPictureStore(session, stored, places, outcome);
  const galleries = await galleriesOf(source);
  const newPathOf = createNewPaths(plan, source);
  const missing = new Set<string>();

  async function importPost(record: PostRecord) {
    const post = plan.posts.get(record.key);
    if (!post) return;
    const what = `post '${post.body.title}'`;
    const there = stored.posts.get(post.id);
    if (there) {
      outcome.there += 1;
      if (there.version > 1) outcome.kept.push({ what, why: 'was changed here since' });
      return;
    }
    const fail = (why: string) => {
      outcome.failed.push({ what, why });
      missing.add(post.path);
    };
    const { markdown } = toMarkdown(record, source.site, galleries);
    const base = baseOf(record, source);
    const wanted = new Set(post.cover === null ? [] : [post.cover]);
    withAddresses(markdown, ({ address, kind }) => {
      if (kind === 'picture' && URL.canParse(address, base))
        wanted.add(new URL(address, base).href);
      return { url: address };
    });
    const addresses = new Map<string, string | null>();
    for (const address of wanted) {
      const picture = plan.pictures.get(address);
      addresses.set(address, picture ? await store(picture) : null);
    }
    const lacking = [...addresses].flatMap(([address, found]) => (found === null ? [address] : []));
    if (lacking.length > 0 && !leavesOut)
      return fail(`waits for ${lacking[0]?.slice(0, 300) ?? ''}`);
    const text = withAddresses(markdown, ({ address, kind, alt }) => {
      if (!URL.canParse(address, base)) return { url: address };
      const { href } = new URL(address, base);
      if (kind === 'link') return { url: newPathOf(href) ?? address };
      const url = addresses.get(href) ?? null;
      return url === null ? null : { url, alt: alt || (plan.pictures.get(href)?.alt ?? '') };
    });
    const imageUrl = addresses.get(post.cover ?? '') ?? null;
    const imageAlt = imageUrl === null ? null : (post.body.imageAlt ?? null);
    const body = { ...post.body, imageUrl, imageAlt, markdown: text };
    const reply = await session.ask('POST', '/functions/v1/blog/posts', body);
    if (reply.status !== 201) return fail(sentence(reply));
    outcome.posts += 1;
    if (outcome.posts % 50 === 0)
      log(`${outcome.posts} of ${plan.posts.size} posts, ${outcome.pictures} pictures`);
  }

  const records = source.records()[Symbol.asyncIterator]();
  const work = async () => {
    for (let next = await records.next(); next.done !== true; next = await records.next()) {
      if (next.value.kind === 'post') await importPost(next.value);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const redirects = plan.redirects.filter(({ to }) => !missing.has(to));
  await writeRedirects(session, redirects, stored, outcome);
  return outcome;
}

async function galleriesOf(source: Export) {
  const pictures = new Map<string, PictureRecord>();
  for await (const record of source.records()) {
    if (record.kind === 'picture') pictures.set(record.id, record);
  }
  return pictures;
}

const hostOf = (address: string) => new URL(address).host.replace(/^www\./, '');

/** Where a link of a text leads now; undefined for one that stays. */
function createNewPaths({ posts, redirects }: Plan, { site }: Export) {
  const keyOf = ({ pathname, search }: URL) => sourceOf(pathname) + search;
  const paths = new Map(redirects.map(({ from, to }) => [from, to]));
  for (const { addresses, path } of posts.values()) {
    for (const address of addresses) paths.set(keyOf(new URL(address)), path);
  }
  return (address: string): string | undefined => {
    const url = new URL(address);
    // A file of the folder, or a path of the site that it makes.
    const isFile = url.protocol === 'file:';
    if (!isFile && hostOf(address) !== hostOf(site)) return undefined;
    const file = isFile ? posts.get(decoded(url.pathname.slice(1)))?.path : undefined;
    const path = file ?? paths.get(keyOf(url));
    return path === undefined ? undefined : path + url.hash;
  };
}

const uploadedSchema = z.object({ path: z.string(), url: z.string() });

/** @returns stores a picture once and gives its new address, or null */
function createPictureStore(
  { ask }: StaffSession,
  stored: Stored,
  places: PicturePlaces,
  outcome: Outcome,
) {
  const known = new Map<string, Promise<string | null>>();
  return (picture: PlannedPicture) => {
    const address = known.get(picture.stem) ?? store(picture);
    known.set(picture.stem, address);
    return address;
  };

  async function store({ addresses, alt, stem }: PlannedPicture): Promise<string | null> {
    const there = stored.pictures.get(stem);
    if (there) {
      return `${BUCKET}${there.path}?v=${formatImageVersion({ ...there, widths: there.variants })}`;
    }
    const fail = (why: string) => {
      outcome.failed.push({ what: `picture ${addresses[0]?.slice(0, 300) ?? ''}`, why });
      return null;
    };
    const read = await readPicture(addresses, places);
    const prepared = 'problem' in read ? read : await preparePicture(read);
    if ('problem' in prepared) return fail(prepared.problem);
    const { type, bytes, variants } = prepared;
    const form = new FormData();
    form.append('naming', 'own');
    form.append('file', new File([bytes], `${stem}.${UPLOAD_IMAGE_TYPES[type][0]}`, { type }));
    for (const { width, bytes: copy } of variants) {
      form.append(
        'variant',
        new File([new Uint8Array(copy)], `${width}.webp`, { type: 'image/webp' }),
      );
    }
    let reply = await ask('POST', '/functions/v1/secure-file-upload', form);
    if (reply.status === 409) {
      // An object without its record, of a run that was interrupted: the name is of this picture only.
      form.append('name_taken', 'replace');
      reply = await ask('POST', '/functions/v1/secure-file-upload', form);
    }
    if (reply.status !== 200) return fail(sentence(reply));
    const { path, url } = uploadedSchema.parse(reply.data);
    if (alt !== '') await ask('PATCH', `/rest/v1/image_records?path=eq.${path}`, { alt_text: alt });
    outcome.pictures += 1;
    return `${BUCKET}${path}${new URL(url).search}`;
  }
}

async function writeRedirects(
  { ask }: StaffSession,
  redirects: PlannedRedirect[],
  stored: Stored,
  outcome: Outcome,
) {
  const there = new Map(stored.redirects.map((row) => [row.from, row]));
  for (const { from, to } of redirects) {
    const row = there.get(from);
    if (row && row.to !== to)
      outcome.kept.push({ what: `redirect ${from}`, why: `leads to ${row.to}` });
  }
  const rows = redirects
    .filter(({ from }) => !there.has(from))
    .map(({ id, from, to }) => ({ id, from_path: from, to_path: to, note: 'Imported' }));
  for (let at = 0; at < rows.length; at += REDIRECTS_AT_ONCE) {
    const some = rows.slice(at, at + REDIRECTS_AT_ONCE);
    const reply = await ask('POST', '/rest/v1/redirects', some);
    // All or none: the ones that are fine go alone.
    for (const row of reply.status === 201 ? [] : some) {
      const alone = await ask('POST', '/rest/v1/redirects', row);
      if (alone.status === 201) outcome.redirects += 1;
      else outcome.failed.push({ what: `redirect ${row.from_path}`, why: sentence(alone) });
    }
    if (reply.status === 201) outcome.redirects += some.length;
  }
}
