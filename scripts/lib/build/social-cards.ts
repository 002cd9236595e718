// The social cards of studies and posts: the kept one where nothing changed, or a new drawing.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../install.mjs';
import { inFolder, linkOrCopy } from './site-folder.ts';

export type SocialCard = {
  /** Below the site, such as `/social/post-<id>.jpg`. */
  path: string;
  /** The line above the title: client, category. */
  eyebrow: string;
  title: string;
  /** Its bytes, or its URL. */
  picture?: Buffer | string;
  /** Its URL, where `picture` is a variant, which may have been deleted. */
  original?: string;
  /** The point of the picture that the crop keeps, in percent. */
  focus?: { x: number; y: number } | undefined;
  /** Day when left out. */
  tone?: 'day' | 'night';
};

const cacheFolder = `${root}node_modules/.cache/social-cards/`;

/** Limits of one picture: time to the last byte; an upload has at most 5 MB. */
const FETCH_TIMEOUT_MS = 10_000;
const PICTURE_BYTES_MAX = 6 * 1024 * 1024;
/** The formats of the bucket. Others are not decoded: SVG can keep the decoder busy for minutes. */
const PICTURE_SIGNATURE = /^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8|RIFF[^]{4}WEBP)/;

/**
 * Prepares what all cards share.
 *
 * @returns draws the card of an item into the folder of the built site, or takes it from a cache where it is unchanged.
 *   A picture that cannot be read is left out; a title in letters that no installed font has gets no card.
 */
export async function openCardStudio({
  folder,
  bucket,
  leaveOut,
  cache = cacheFolder,
}: {
  folder: string;
  /** Address of the bucket, with a slash at its end; no picture is fetched from anywhere else. */
  bucket: string;
  /** Called for cards without their picture, and for cards that could not be rendered. */
  leaveOut: (path: string, reason: string) => void;
  cache?: string;
}): Promise<(item: SocialCard) => Promise<boolean>> {
  await mkdir(cache, { recursive: true });
  const version = await versionOfDrawing();
  // Only when a card is not in the cache: the drawing takes memory and a second to load.
  let studio: ReturnType<typeof loadStudio> | undefined;
  const pictureOf = async ({ path: card, picture, original, focus }: SocialCard) => {
    if (!picture) return undefined;
    try {
      const bytes =
        typeof picture === 'string'
          ? await download(picture, bucket).catch((error: unknown) => {
              if (original === undefined || original === picture) throw error;
              return download(original, bucket);
            })
          : picture;
      const { cutOut } = await (studio ??= loadStudio());
      return await cutOut(bytes, focus);
    } catch (error) {
      leaveOut(card, `the card is rendered without its picture: ${messageOf(error)}`);
      return undefined;
    }
  };
  return async (item) => {
    const file = path.join(folder, item.path);
    try {
      const kept = path.join(cache, `${hashOf(item, version)}.jpg`);
      if (existsSync(kept)) linkOrCopy(kept, file);
      else {
        const picture = await pictureOf(item);
        const { draw } = await (studio ??= loadStudio());
        const card = await draw(item, picture);
        if (card === null) return false;
        // Without its picture it is not kept: the picture may be reachable in the next build.
        if (item.picture && !picture) await inFolder(file, () => writeFile(file, card));
        else await keepCard(card, kept, file);
      }
      return true;
    } catch (error) {
      leaveOut(item.path, `the card could not be rendered: ${messageOf(error)}`);
      return false;
    }
  };
}

/** Renamed when complete: two builds may draw at the same time. */
async function keepCard(card: Buffer, kept: string, file: string) {
  const draft = `${kept}.${process.pid}-${path.basename(file)}`;
  await writeFile(draft, card);
  await rename(draft, kept);
  linkOrCopy(kept, file);
}

async function loadStudio() {
  const { cutOut, openStudio } = await import('./social-cards/draw.ts');
  return { cutOut, draw: await openStudio() };
}

/** Of what all cards have in common. */
async function versionOfDrawing() {
  const drawing = `${root}scripts/lib/build/social-cards/`;
  const names = (await readdir(drawing)).sort().map((name) => `${drawing}${name}`);
  const hash = createHash('sha256');
  for (const file of [...names, `${root}brand/art/logo.svg`, `${root}brand/art/logo-night.svg`]) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}

function hashOf(
  { eyebrow, title, picture = '', focus, tone = 'day' }: SocialCard,
  version: string,
) {
  const facts = [version, eyebrow, title, tone, focus];
  const hash = createHash('sha256').update(JSON.stringify(facts));
  return hash.update(picture).digest('hex').slice(0, 32);
}

async function download(address: string, bucket: string): Promise<Buffer> {
  // Parsed, so that no `..` leaves the bucket.
  if (!URL.canParse(address) || !new URL(address).href.startsWith(new URL(bucket).href)) {
    throw new Error('it is not in our own bucket');
  }
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the bucket answered ${response.status}`);
  const bytes = await readWithin(response, PICTURE_BYTES_MAX);
  if (!PICTURE_SIGNATURE.test(bytes.toString('latin1', 0, 12))) {
    throw new Error('it is no JPEG, PNG, WebP or GIF');
  }
  return bytes;
}

async function readWithin(response: Response, bytesMax: number) {
  const chunks = [];
  let size = 0;
  // Leaving the loop ends the download.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > bytesMax) throw new Error(`it is larger than ${bytesMax / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function messageOf(error: unknown) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
