// The inline scripts of pages. The policy allows these by hash, and no others.
import { readFile } from 'node:fs/promises';
import { bundleScript } from './page-script.ts';
import { root } from '../install.mjs';

const START_APP = 'src/boot/start-app.ts';
/** Blocks of these types are data: browsers never run them. */
const DATA_TYPES = ['application/json', 'application/ld+json'];

/** @returns the scripts of index.html, and the one at the end of every prerendered page */
export async function readInlineScripts(): Promise<{ head: string[]; startApp: string }> {
  const [shell, code] = await Promise.all([
    readFile(`${root}index.html`, 'utf8'),
    bundleScript(START_APP),
  ]);
  // In a block, so that its names do not become global.
  return { head: inlineScripts(shell), startApp: `{${code}}` };
}

/** The texts of the inline scripts of a page. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)<\/script\b/gi)]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .filter(([, attributes = '']) => {
      const type = /\stype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1]?.toLowerCase() ?? '';
      return !DATA_TYPES.includes(type);
    })
    .map(([, , text = '']) => text.replace(/\r\n?/g, '\n'));
}
