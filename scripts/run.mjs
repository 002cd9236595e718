// node scripts/run.mjs FILE …: installs what is missing, then runs a tool written in TypeScript.
import { pathToFileURL } from 'node:url';
import { ensureInstalled, root } from './lib/install.mjs';

ensureInstalled();
const { register } = await import('tsx/esm/api');
register();
const [file = ''] = process.argv.splice(2, 1);
await import(pathToFileURL(`${root}${file}`).href);
