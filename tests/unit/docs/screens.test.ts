import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '@/lib/paths';

const read = (path: string) => readFileSync(path, 'utf8');
const readModule = (path: string) => read(existsSync(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`);
const routes = ['src/site/public-routes.ts', 'src/staff/routes.tsx'].map(read).join('\n');

/** The page file of every name that a route table uses, like `const HomePage = lazyDataRoute(async …`. */
const fileOf = new Map(
  [
    ...routes.matchAll(
      /const (\w+) = (?:lazy\w*\(\s*)?async \(\) =>\s*\(await import\('@\/(pages\/[^']+)'\)/g,
    ),
  ].map(([, name = '', module = '']) => [name, `src/${module}.tsx`]),
);

function addressOf(expression: string): string {
  if (!expression.startsWith('paths.')) return expression.slice(1, -1);
  const entry = Object.entries(paths).find(([name]) => name === expression.split('.')[1])?.[1];
  return typeof entry === 'string' ? entry : (entry?.pattern ?? `unknown ${expression}`);
}

/** The feature folders that a page imports, directly or through a file beside it. */
function featuresOf(page: string): string[] {
  const source = read(page);
  const beside = [...source.matchAll(/from '\.\/([^']+)'/g)].map(([, name]) =>
    readModule(page.replace(/[^/]+$/, String(name))),
  );
  const names = [source, ...beside].flatMap((text) =>
    [...text.matchAll(/'@\/features\/([^/']+)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].sort();
}

/** `path: paths.home, Page: HomePage` as well as `page(paths.admin, async () => (await import('…')…`. */
const ROUTE =
  /(?:path: |page\(\s*)(paths\.[\w.]+|'[^']+'),\s*(?:Page: (\w+)|async \(\) =>\s*\(await import\('@\/(pages\/[^']+)'\)|(\w+)\))/g;

const screens = [...routes.matchAll(ROUTE)].map(
  ([, expression = '', listed, module, named = '']) => {
    const name = listed ?? named;
    const page = module ? `src/${module}.tsx` : (fileOf.get(name) ?? `unknown ${name}`);
    return { address: addressOf(expression), page };
  },
);

test('the table of docs/architecture.md lists the code of every screen', () => {
  expect(new Set(screens.map(({ page }) => page)), 'every page has a route').toEqual(
    new Set([...routes.matchAll(/'@\/(pages\/[^']+)'/g)].map(([, module]) => `src/${module}.tsx`)),
  );
  // The not-found page is in two route tables.
  const byAddress = new Map(screens.map((screen) => [screen.address, screen.page]));
  const expected = [...byAddress].map(([address, page]) => [
    `\`${address}\``,
    `\`${page}\``,
    featuresOf(page)
      .map((name) => `\`${name}\``)
      .join(', '),
  ]);
  const listed = read('docs/architecture.md')
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.includes('`src/pages/'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(listed.sort()).toEqual(expected.sort());
});
