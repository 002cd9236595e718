import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { FUNCTIONS, TABLES } from '../../database/access-table';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/acceptance.md',
  'docs/api.md',
  'docs/architecture.md',
  'docs/data-model.md',
  'docs/decisions.md',
  'docs/dependencies.md',
  'docs/deployment.md',
  'docs/development.md',
  'docs/glossary.md',
  'docs/moving-in.md',
  'docs/mutation.md',
  'docs/rulings.md',
  'docs/runbook.md',
  'docs/settings.md',
  'docs/specification.md',
  'docs/threat-model.md',
  'docs/your-own-site.md',
  'quality/README.md',
];
const read = (path: string) => readFileSync(path, 'utf8');
const everything = DOCUMENTS.map(read).join('\n');

/** The inline code of a document, without its code blocks. */
const codeIn = (text: string) =>
  [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const blocksIn = (text: string) => [...text.matchAll(/```[\s\S]*?```/g)].map(([block]) => block);
const named = new Set(
  [...codeIn(everything), ...blocksIn(everything)].flatMap((code) => code.split(/[\s,=()]+/)),
);

test.for(DOCUMENTS)('every link of %s has a target', (path) => {
  const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => {
    if (/^(?:https?|mailto):/.test(link)) return false;
    const [file = '', part] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(target)) return true;
    return part !== undefined && !anchorsOf(target).includes(part);
  });
  expect(broken).toEqual([]);
});

/** The anchors of the headings of a document. */
function anchorsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

test('every part of a document that messages and comments name exists', () => {
  const sources = ['scripts', 'src', 'supabase/functions'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const parts = [...sources, '.env.example'].flatMap((path) =>
    [...read(path).matchAll(/(docs\/[\w-]+\.md)#([\w-]+)/g)].map(([part]) => part),
  );
  expect(parts.length).toBeGreaterThan(5);
  const broken = parts.filter((part) => {
    const [file = '', heading = ''] = part.split('#');
    return !existsSync(file) || !anchorsOf(file).includes(heading);
  });
  expect(broken).toEqual([]);
  const numbered = [...sources, ...DOCUMENTS].filter((path) =>
    /steps? \d+[^.\n]*deployment\.md|deployment\.md[^.\n]*,? steps? \d/.test(read(path)),
  );
  expect(numbered, 'step numbers, which change: name the heading').toEqual([]);
});

test.for(DOCUMENTS)('every file that %s names exists', (path) => {
  const files = codeIn(read(path))
    .filter((name) =>
      /^(?:src|supabase|scripts|tests|docs|e2e|quality|public|\.github)\//.test(name),
    )
    .filter((name) => !/[<*…{]/.test(name) && !name.startsWith('supabase/.temp'));
  expect(files.filter((name) => !existsSync(name))).toEqual([]);
});

test('every npm script named in a document exists, and every script is named', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const workflows = readdirSync('.github/workflows').map((name) =>
    read(`.github/workflows/${name}`),
  );
  const used = [everything, ...workflows].flatMap((text) =>
    [...text.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name),
  );
  const ofNpm = ['ci', 'sbom', 'and', 'are'];
  expect(used.filter((name) => !ofNpm.includes(name) && !(name in scripts))).toEqual([]);

  const unnamed = Object.keys(scripts).filter((name) => !used.includes(name));
  expect(unnamed, 'scripts that no document names').toEqual([]);
});

/** Supabase sets these for every function, so they are not documented. */
const GIVEN = ['SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_SECRET_KEYS'];

function settingsOfFunctions(): string[] {
  const sources = readdirSync('supabase/functions', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts'),
  );
  return sources.flatMap((name) =>
    [...read(`supabase/functions/${name}`).matchAll(/\b(?:env|get)\('([A-Z][A-Z0-9_]+)'\)/g)].map(
      ([, variable = '']) => variable,
    ),
  );
}

const settingsOfExample = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, variable = '']) => variable,
);

test('every setting of .env.example and of the functions is explained', () => {
  const settings = new Set([...settingsOfExample, ...settingsOfFunctions()]);
  expect(settings.size).toBeGreaterThan(20);
  const unexplained = [...settings].filter((name) => !named.has(name) && !GIVEN.includes(name));
  expect(unexplained).toEqual([]);
});

test('every setting in docs/settings.md is read by some code', () => {
  const table = read('docs/settings.md');
  const explained = [...table.matchAll(/^\| ([^|]+)/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, variable = '']) => variable),
  );
  expect(explained.length).toBeGreaterThan(20);
  const sources = ['scripts', 'src', 'supabase/functions', 'e2e']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
    .concat('playwright.config.ts', 'supabase/config.toml')
    .map(read)
    .join('\n');
  expect(explained.filter((name) => !sources.includes(name))).toEqual([]);
});

test('every table is in the data model', () => {
  expect(Object.keys(TABLES).filter((name) => !named.has(name))).toEqual([]);
});

test('every database function that API roles may call is in the data model', () => {
  const callable = Object.entries(FUNCTIONS)
    .filter(([, { may }]) => may.includes('yes'))
    .map(([name]) => name);
  expect(callable.filter((name) => !named.has(name))).toEqual([]);
});

test('every edge function is in the data model', () => {
  const folders = readdirSync('supabase/functions', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
    .map(({ name }) => name);
  expect(folders.filter((name) => !named.has(name))).toEqual([]);
});

test('every line of the health screen is in the runbook', () => {
  const sources = [
    'src/features/health/reach.ts',
    'src/features/health/tab-checks.ts',
    'src/pages/admin/health-checks.ts',
  ]
    .map(read)
    .join('\n');
  const groups = new Set(
    [...sources.matchAll(/name: '([^']+)',\s*checks/g)].map(([, name]) => name),
  );
  const lines = [...sources.matchAll(/(?:name: |reach\(|database\()'([A-Z][^']+)'/g)].map(
    ([, name = '']) => name,
  );
  expect(lines.length).toBeGreaterThan(10);
  const runbook = read('docs/runbook.md');
  expect(
    lines.filter((name) => !groups.has(name) && !new RegExp(`^\\| ${name} `, 'm').test(runbook)),
  ).toEqual([]);
});
