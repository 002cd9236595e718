import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { modulesOf } from '../../scripts/lib/build/page-script.ts';
import { workspaceFolder } from '../../scripts/lib/local/workspace.ts';

function builtFiles(): { name: string; content: string }[] {
  return readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((name) => ({ name, content: readFileSync(name, 'latin1') }));
}

/** The role of a key in JWT format. */
function roleOf(token: string): string | undefined {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).role;
  } catch {
    return undefined;
  }
}

test('PERM-16: the built site contains the public key and no other', () => {
  const files = builtFiles();
  const keys = readFileSync(`${workspaceFolder('e2e')}/keys.json`, 'utf8');
  const { publishableKey, secretKey, jwtSecret } = JSON.parse(keys);
  const holding = (text: string) =>
    files.filter(({ content }) => content.includes(text)).map(({ name }) => name);
  expect(holding(publishableKey), 'dist is the site that the journeys built').not.toEqual([]);
  expect(holding(secretKey)).toEqual([]);
  expect(holding(jwtSecret)).toEqual([]);
  for (const { name, content } of files) {
    expect(content, name).not.toMatch(/sb_secret_[\w-]{8}/);
    const tokens = content.match(/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g) ?? [];
    expect(tokens.map(roleOf), name).not.toContain('service_role');
  }
});

// Budgets of the first view, in compressed bytes. Sizes only: quality/bench measures times.
const APP_MAX = 85_000;
const STAFF_APP_MAX = 110_000;
const STAFF_ROUTE_MAX = 150_000;

/**
 * Ten packets, without the headers: what a server may send before the visitor's first word comes back.
 * Ours are 1,179 bytes in the HTTP/1 of the preview; HTTP/2 packs them to fewer, to which hosts and TLS add some.
 */
const FIRST_FLIGHT = 14_600 - 1_180;

/**
 * Budget of each kind of page: HTML, all scripts with the app, and number of script files. Scripts have one per cent
 * to spare, because their names hold hashes, and these compress a little differently in every build.
 */
const PAGES: readonly [path: string, html: number, scripts: number, files: number][] = [
  ['/', FIRST_FLIGHT, 113_300, 13],
  ['/about', FIRST_FLIGHT, 103_200, 11],
  ['/services', FIRST_FLIGHT, 99_100, 10],
  ['/projects', FIRST_FLIGHT, 112_900, 15],
  ['/projects/a-greengrocer-that-delivers-by-bicycle', FIRST_FLIGHT, 125_100, 17],
  ['/blog', FIRST_FLIGHT, 121_500, 17],
  // A longer text takes a second flight, so that some bytes more or less do not matter.
  ['/blog/writing-for-three-time-zones', FIRST_FLIGHT + 600, 123_400, 17],
  ['/contact', FIRST_FLIGHT, 115_400, 15],
  ['/privacy', FIRST_FLIGHT, 95_800, 8],
  ['/404', 11_000, 108_000, 10],
];

/** Loaded when a form, a sign-in or a notification needs them. */
const NOT_FOR_VISITORS =
  /node_modules\/(?:@supabase|zod|date-fns|react-hook-form|dompurify|@radix-ui|radix-ui)\//;

const sizes = new Map<string, number>();

/** Pages share most files. */
function bytes(file: string): number {
  const size = sizes.get(file) ?? brotliCompressSync(readFileSync(`dist${file}`)).length;
  sizes.set(file, size);
  return size;
}

const total = (files: readonly string[]) => files.reduce((sum, file) => sum + bytes(file), 0);
const fileOf = (path: string) => (path === '/' ? '/index.html' : `${path}.html`);

/** A script with its static imports. */
function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(`dist${file}`, 'utf8');
  for (const [, next] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
    withImports(`/assets/${next}`, found);
  }
  return found;
}

const modulesOn = (path: string): Promise<readonly string[]> =>
  modulesOf(readFileSync(`dist${fileOf(path)}`, 'utf8'), `${process.cwd()}/dist`);

function sourcesOf(file: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(`dist${file}.map`, 'utf8')).sources;
  } catch {
    // The bundler's runtime has none.
    return [];
  }
}

test('the app that every page starts with is at most 85 kB', async () => {
  const [entry = ''] = await modulesOn('/');
  expect(sourcesOf(entry).some((source) => source.endsWith('src/site/main.tsx'))).toBe(true);
  const app = total([...withImports(entry)]);
  expect(app).toBeLessThanOrEqual(APP_MAX);
});

for (const [path, html, scripts, files] of PAGES) {
  test(`${path} is within its budget, and loads no staff code`, async () => {
    const modules = await modulesOn(path);
    const measured = { html: bytes(fileOf(path)), scripts: total(modules), files: modules.length };
    expect(measured.html, 'HTML').toBeLessThanOrEqual(html);
    expect(measured.scripts, 'scripts').toBeLessThanOrEqual(scripts);
    expect(modules.length, 'script files').toBeLessThanOrEqual(files);
    // All of it is named in the page, so that nothing is discovered late.
    expect(new Set(modules)).toEqual(new Set(modules.flatMap((file) => [...withImports(file)])));
    const sources = modules.flatMap(sourcesOf);
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter((source) => NOT_FOR_VISITORS.test(source))).toEqual([]);
  });
}

test('the staff app is at most 110 kB, with its layout and one page at most 150 kB', () => {
  const html = readFileSync('dist/admin.html', 'utf8');
  const entry = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].at(-1)?.[1];
  const app = withImports(entry ?? '');
  expect(total([...app])).toBeLessThanOrEqual(STAFF_APP_MAX);
  const chunkOf = (name: string) => {
    const file = readdirSync('dist/assets').find(
      (one) => one.startsWith(`${name}-`) && /^[\w-]{8}\.js$/.test(one.slice(name.length + 1)),
    );
    expect(file, name).toBeDefined();
    return `/assets/${file}`;
  };
  // A group of vite.config.ts.
  const frame = chunkOf('frame');
  const pages = readdirSync('src/pages/admin')
    .filter((name) => name.endsWith('-page.tsx'))
    .map((name) => chunkOf(name.replace('.tsx', '')));
  expect(pages.length).toBeGreaterThan(10);
  for (const page of [frame, ...pages]) {
    const known = page === frame ? app : new Set([...app, ...withImports(frame)]);
    const own = [...withImports(page)].filter((file) => !known.has(file));
    expect(total(own), page).toBeLessThanOrEqual(STAFF_ROUTE_MAX);
  }
});

test('no source map of the staff area is published', () => {
  const maps = readdirSync('dist/assets').filter((name) => name.endsWith('.js.map'));
  expect(maps.length).toBeGreaterThan(10);
  const staff = maps.filter((name) =>
    sourcesOf(`/assets/${name.replace('.map', '')}`).some((source) =>
      /src\/(?:staff|pages\/(?:admin|auth))\//.test(source),
    ),
  );
  expect(staff).toEqual([]);
});
