import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { root } from './install.mjs';
import { isSeeded, markSeeded, workspaceFolder } from './workspace.mjs';

/** The local staff account. It exists on a developer's machine only. */
export const STAFF = { email: 'staff@example.com', password: 'Crafted-Over-Time-1' };

const picturesFolder = `${root}supabase/seed/images`;
/** A picture of the gallery is shown at most this wide; client logos stay small. */
const PICTURE_WIDTH = 1600;
const LOGO_WIDTH = 480;

/**
 * Creates the staff account through the Auth API and uploads the pictures of the seeded case studies.
 * The rows themselves come from supabase/seed.sql. Does only what is missing.
 *
 * @param {{ url: string, mailboxUrl: string, keys: { publishableKey: string } }} target
 * @param {{ name?: string }} [options] workspace that remembers that all was done before
 */
export async function seed({ url, mailboxUrl, keys }, { name = 'local' } = {}) {
  if (isSeeded(name)) return;
  const token = (await signIn(url, keys)) ?? (await createStaff(url, mailboxUrl, keys));
  await uploadPictures(url, keys, token);
  if (existsSync(workspaceFolder(name))) markSeeded(name);
}

/** @param {string} url @param {{ publishableKey: string }} keys @returns {Promise<string | null>} */
async function signIn(url, keys) {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  });
  if (!response.ok) return null;
  return (await response.json()).access_token;
}

/**
 * As a person would: sign up, follow the link in the mail, sign in.
 *
 * @param {string} url
 * @param {string} mailboxUrl
 * @param {{ publishableKey: string }} keys
 */
async function createStaff(url, mailboxUrl, keys) {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  });
  if (!response.ok) {
    throw new Error(`The staff account could not be created: ${await response.text()}`);
  }
  const link = await confirmationLink(mailboxUrl, STAFF.email);
  // The link names the site, which may not be up yet; the backend behind it answers the same path.
  const { pathname, search } = new URL(link);
  await fetch(`${url}${pathname}${search}`, { redirect: 'manual' });
  const token = await signIn(url, keys);
  if (!token) throw new Error('The staff account was created but cannot sign in.');
  return token;
}

/**
 * Newest confirmation link mailed to an address.
 *
 * @param {string} mailboxUrl
 * @param {string} address
 */
async function confirmationLink(mailboxUrl, address) {
  const { messages } = await json(`${mailboxUrl}/api/v1/messages`);
  const mail = messages.find((/** @type {{ To: { Address: string }[] }} */ message) =>
    message.To.some((to) => to.Address === address),
  );
  if (!mail) throw new Error(`No confirmation mail for ${address} arrived in the mailbox.`);
  const { Text } = await json(`${mailboxUrl}/api/v1/message/${mail.ID}`);
  const link = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(Text)?.[0];
  if (!link) throw new Error('The confirmation mail carries no link.');
  return link;
}

/** @param {string} address */
async function json(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

/**
 * @param {string} url
 * @param {{ publishableKey: string }} keys
 * @param {string} token
 */
async function uploadPictures(url, keys, token) {
  const { default: sharp } = await import('sharp');
  const drawings = (await readdir(picturesFolder)).filter((file) => file.endsWith('.svg'));
  for (const drawing of drawings) {
    const width = drawing.endsWith('-logo.svg') ? LOGO_WIDTH : PICTURE_WIDTH;
    const picture = await sharp(await readFile(`${picturesFolder}/${drawing}`), { density: 96 })
      .resize({ width })
      .webp({ quality: 86 })
      .toBuffer();
    const path = `seed/${drawing.replace(/\.svg$/, '.webp')}`;
    const response = await fetch(`${url}/storage/v1/object/images/${path}`, {
      method: 'POST',
      headers: {
        apikey: keys.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'image/webp',
        'cache-control': 'max-age=3600',
        'x-upsert': 'true',
      },
      body: new Uint8Array(picture),
    });
    if (!response.ok) throw new Error(`${path} was not uploaded: ${await response.text()}`);
  }
}
