import { createHash } from 'node:crypto';

/** The file of a page below the site. */
export const pageFile = (path: string): string =>
  `${path === '/' ? '/index' : decodeURI(path)}.html`;

/** @param facts with the code and the path all that the page is made from */
export const hashOfPage = (version: string, path: string, facts: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([version, path, facts]))
    .digest('base64url');
