// security.txt (RFC 9116): where researchers report a vulnerability.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { readSiteFacts } from './feeds.mjs';
import { root } from './install.mjs';

const FOLDER = '.well-known';
/** The RFC recommends less than a year; an abandoned site must not offer a contact. */
const MONTHS_VALID = 11;

/**
 * @param {{ securityEmail: string }} facts
 * @param {string} siteUrl
 * @param {Date} builtAt
 */
export function createSecurityTxt({ securityEmail }, siteUrl, builtAt) {
  const expires = new Date(builtAt);
  expires.setUTCMonth(expires.getUTCMonth() + MONTHS_VALID);
  return [
    `Contact: mailto:${securityEmail}`,
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/${FOLDER}/security.txt`,
    `Policy: ${siteUrl}/${FOLDER}/security-policy.txt`,
    '',
  ].join('\n');
}

/**
 * The part of SECURITY.md for reporters; its other sections are for developers.
 *
 * @param {string} markdown
 */
export function createSecurityPolicy(markdown) {
  const [policy = ''] = markdown.split(/^## How /m, 1);
  return `${policy.trim()}\n`;
}

/**
 * @param {string} folder of the built site
 * @param {string} siteUrl
 * @param {Date} [builtAt]
 */
export async function writeSecurityTxt(folder, siteUrl, builtAt = new Date()) {
  const [facts, markdown] = await Promise.all([
    readSiteFacts(),
    readFile(`${root}SECURITY.md`, 'utf8'),
    mkdir(`${folder}/${FOLDER}`, { recursive: true }),
  ]);
  await Promise.all([
    writeFile(`${folder}/${FOLDER}/security.txt`, createSecurityTxt(facts, siteUrl, builtAt)),
    writeFile(`${folder}/${FOLDER}/security-policy.txt`, createSecurityPolicy(markdown)),
  ]);
}
