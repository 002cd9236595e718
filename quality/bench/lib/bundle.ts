import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { loaderOf, modulesOf } from '../../../scripts/lib/app-loader.ts';
import { BUDGETS } from './budgets.ts';
import type { Built } from './build.ts';

export type Manifest = Built['manifest'];

const PAGES = /^src\/pages\/(public|admin|auth)\/(.+)-page\.tsx$/;
const STAFF_ENTRY = 'admin.html';
/** Smaller modules get no line. */
const WORTH_NAMING = 8_000;

/**
 * Brotli bytes of every page's code: of the app that all public pages share, of the staff app around every staff
 * page, and of what one page adds to that.
 *
 * @param folder of the built site
 */
export async function weighBundle(
  folder: string,
  { manifest, staffManifest }: Pick<Built, 'manifest' | 'staffManifest'>,
) {
  const weigh = createScale(folder);
  const total = async (files: Iterable<string>) =>
    (await Promise.all([...files].map(weigh))).reduce((sum, bytes) => sum + bytes, 0);

  if (!staffManifest[STAFF_ENTRY]) throw new Error(`${STAFF_ENTRY} starts nothing that was built`);
  const app = withImports(manifest, [await findEntry(folder, manifest)]);
  const frame = withImports(staffManifest, [STAFF_ENTRY]);
  const appBytes = await total(app);
  const frameBytes = await total(frame);
  const routes = [];
  for (const [chunks, before, bytesBefore] of [
    [manifest, app, appBytes],
    [staffManifest, frame, frameBytes],
  ] as const) {
    for (const key of Object.keys(chunks)) {
      const [, area = '', name = ''] = PAGES.exec(key) ?? [];
      if (!area) continue;
      const files = [...withImports(chunks, [key])].filter((file) => !before.has(file));
      const ownBytes = await total(files);
      routes.push({ area, name, ownBytes, allBytes: bytesBefore + ownBytes, files: files.length });
    }
  }
  const onDemand = [];
  for (const { file, src, isEntry } of [
    ...Object.values(manifest),
    ...Object.values(staffManifest),
  ]) {
    if (isEntry || !file.endsWith('.js') || PAGES.test(src ?? '')) continue;
    const bytes = await weigh(file);
    if (bytes >= WORTH_NAMING) onDemand.push({ file, bytes });
  }
  const html = await weighPages(folder, weigh);
  return {
    appBytes,
    frameBytes,
    isAppWithin: appBytes <= BUDGETS.appBytes,
    routes: routes.sort((a, b) => a.area.localeCompare(b.area) || b.ownBytes - a.ownBytes),
    isAdminWithin: [
      frameBytes,
      ...routes.filter(({ area }) => area === 'admin').map(({ ownBytes }) => ownBytes),
    ].every((bytes) => bytes <= BUDGETS.adminRouteBytes),
    onDemand: onDemand.sort((a, b) => b.bytes - a.bytes),
    html,
  };
}

/**
 * The entry that the pages import. The bundler moves it into the app's chunk, which is no entry in the
 * manifest.
 */
async function findEntry(folder: string, manifest: Manifest) {
  const home = await readFile(`${folder}/index.html`, 'utf8');
  const [address] = modulesOf(await readFile(`${folder}${loaderOf(home)}`, 'utf8'));
  const file = address?.slice(1);
  const entry = Object.keys(manifest).find((key) => manifest[key]?.file === file);
  if (!entry) throw new Error(`index.html starts nothing that was built: ${file}`);
  return entry;
}

/** @returns the script files of these modules and of all that they import at once */
function withImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) continue;
    files.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

function createScale(folder: string) {
  const known: Map<string, Promise<number>> = new Map();
  const compress = promisify(brotliCompress);
  return (file: string) => {
    const weight =
      known.get(file) ??
      readFile(`${folder}/${file}`).then(async (bytes) => (await compress(bytes)).length);
    known.set(file, weight);
    return weight;
  };
}

async function weighPages(folder: string, weigh: (file: string) => Promise<number>) {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => file.endsWith('.html') && file !== 'floor.html',
  );
  return Promise.all(files.sort().map(async (file) => ({ file, bytes: await weigh(file) })));
}
