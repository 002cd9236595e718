import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { agency } from '../../../brand/agency.ts';
import { root } from '../install.mjs';

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** brand/favicon.svg as a data URI: a request for it would compete with the first view. */
function iconUri(): string {
  const svg = readFileSync(`${root}brand/favicon.svg`, 'utf8')
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
    .replaceAll('"', "'")
    .replaceAll('%', '%25');
  return `data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`;
}

/** Writes the name, description and icon of the agency into index.html and admin.html. */
export const brandHtml: Plugin = {
  name: 'brand-html',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace('%NAME%', () => escape(agency.name))
        .replace('%DESCRIPTION%', () => escape(agency.description))
        .replace('%ICON%', iconUri),
  },
};
