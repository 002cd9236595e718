// security.txt (RFC 9116): where researchers report a vulnerability.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { agency } from '../../../brand/agency.ts';
import { root } from '../install.mjs';

const FOLDER = '.well-known';
/** The RFC recommends less than a year; an abandoned site must not offer a contact. */
const MONTHS_VALID = 11;

export function createSecurityTxt(
  { securityEmail }: { securityEmail: string },
  siteUrl: string,
  builtAt: Date,
) {
  // The first of a month, so that the file is the same in every build of this month.
  const expires = new Date(
    Date.UTC(builtAt.getUTCFullYear(), builtAt.getUTCMonth() + MONTHS_VALID),
  );
  return [
    `Contact: mailto:${securityEmail}`,
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/${FOLDER}/security.txt`,
    `Policy: ${siteUrl}/${FOLDER}/security-policy.txt`,
    '',
  ].join('\n');
}

/** The part of SECURITY.md for reporters; its other sections are for developers. */
export function createSecurityPolicy(markdown: string) {
  const [policy = ''] = markdown.split(/^## How /m, 1);
  return `${policy.trim()}\n`;
}

/** @param folder of the built site */
export async function writeSecurityTxt(folder: string, siteUrl: string) {
  const [markdown] = await Promise.all([
    readFile(`${root}SECURITY.md`, 'utf8'),
    mkdir(`${folder}/${FOLDER}`, { recursive: true }),
  ]);
  await Promise.all([
    writeFile(`${folder}/${FOLDER}/security.txt`, createSecurityTxt(agency, siteUrl, new Date())),
    writeFile(`${folder}/${FOLDER}/security-policy.txt`, createSecurityPolicy(markdown)),
  ]);
}
