import { readdir, readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { modulesOf } from '../../../scripts/lib/build/page-script.ts';
import { STAFF_MANIFEST } from '../../../scripts/lib/build/bundle.ts';
import { root } from '../../../scripts/lib/install.mjs';
import { table } from '../../lib/table.ts';
import type { Bench } from './bench.ts';
import { BUDGETS } from './budgets.ts';
import { kB } from './numbers.ts';
import { verdict } from './results.ts';

type Manifest = Record<
  string,
  { file: string; src?: string; imports?: string[]; isEntry?: boolean }
>;

const PAGES = /^src\/pages\/(public|admin|auth)\/(.+)-page\.tsx$/;
const STAFF_ENTRY = 'admin.html';
/** Smaller modules get no line. */
const WORTH_NAMING = 8_000;

/**
 * Brotli bytes of every page's code: of the app that all public pages share, of the staff app around every staff page, and
 * of what one page adds to that.
 */
export async function measureBundle({ openSite }: Bench): Promise<string> {
  const { site } = await openSite();
  const folder = root + site.outDir;
  const sizes = new Map<string, number>();
  const weigh = async (file: string) => {
    const bytes = sizes.get(file) ?? brotliCompressSync(await readFile(`${folder}/${file}`)).length;
    sizes.set(file, bytes);
    return bytes;
  };
  const total = async (files: Iterable<string>) => {
    let sum = 0;
    for (const file of files) sum += await weigh(file);
    return sum;
  };
  const readManifest = async (file: string): Promise<Manifest> =>
    JSON.parse(await readFile(`${site.built.app}/${file}`, 'utf8'));

  const manifest = await readManifest('.vite/manifest.json');
  const staffManifest = await readManifest(STAFF_MANIFEST);
  const app = withImports(manifest, await findEntry(folder, manifest));
  const frame = withImports(staffManifest, STAFF_ENTRY);
  const routes = [];
  const others = [];
  for (const [chunks, before] of [[manifest, app] as const, [staffManifest, frame] as const]) {
    const beforeBytes = await total(before);
    for (const [key, { file, src = '', isEntry }] of Object.entries(chunks)) {
      const [, area, name] = PAGES.exec(key) ?? [];
      if (area && name) {
        const files = [...withImports(chunks, key)].filter((one) => !before.has(one));
        const ownBytes = await total(files);
        const allBytes = beforeBytes + ownBytes;
        routes.push({ area, name, ownBytes, allBytes, files: files.length });
      } else if (!isEntry && file.endsWith('.js') && !PAGES.test(src)) {
        if ((await weigh(file)) >= WORTH_NAMING) others.push({ file, bytes: await weigh(file) });
      }
    }
  }
  const html = [];
  for (const file of await readdir(folder, { recursive: true })) {
    if (file.endsWith('.html') && file !== 'floor.html') html.push(await weigh(file));
  }
  const [appBytes, frameBytes] = [await total(app), await total(frame)];
  const isWithin = (bytes: number) => bytes <= BUDGETS.adminRouteBytes;
  const isStaffWithin =
    isWithin(frameBytes) &&
    routes.every((route) => route.area !== 'admin' || isWithin(route.ownBytes));
  const rows = routes
    .toSorted((one, other) => one.area.localeCompare(other.area) || other.ownBytes - one.ownBytes)
    .map(({ area, name, ownBytes, allBytes, files }) => {
      const budget = `${kB(BUDGETS.adminRouteBytes)}, ${verdict(isWithin(ownBytes))}`;
      const row = [`${area}/${name}`, kB(ownBytes), files, kB(allBytes)];
      return [...row, area === 'admin' ? budget : ''];
    });
  const otherRows = others
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ file, bytes }) => [file.replace(/^assets\//, ''), kB(bytes), 1, '', '']);
  return [
    `Brotli kB. The app that starts every page: ${kB(appBytes)} / ${kB(BUDGETS.appBytes)}, ` +
      `${verdict(appBytes <= BUDGETS.appBytes)}. The frame of the staff area, there before any of its pages: ` +
      `${kB(frameBytes)}. The frame, and what a staff page adds to it, at most ${kB(BUDGETS.adminRouteBytes)} each: ` +
      `${verdict(isStaffWithin)}. HTML files: ${kB(Math.min(...html))} to ${kB(Math.max(...html))}, ${html.length} of ` +
      `them. Below the pages: further files above ${WORTH_NAMING / 1000} kB, shared by pages or loaded when something ` +
      'needs them.',
    table(
      ['page or file', 'adds', 'files', 'with app and frame', 'budget of what it adds'],
      [...rows, ...otherRows],
    ),
  ].join('\n\n');
}

/** The entry that the pages import. The bundler moves it into the app's chunk, which is no entry in the manifest. */
async function findEntry(folder: string, manifest: Manifest) {
  const home = await readFile(`${folder}/index.html`, 'utf8');
  const [address] = await modulesOf(home, folder);
  const file = address?.slice(1);
  const entry = Object.keys(manifest).find((key) => manifest[key]?.file === file);
  if (!entry) throw new Error(`index.html starts nothing that was built: ${file}`);
  return entry;
}

/** @returns the files of this module and of all that it imports at once */
function withImports(manifest: Manifest, key: string, files = new Set<string>()) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, files);
  return files;
}
