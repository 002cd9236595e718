import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatSource } from '../format-source.ts';
import { root } from '../install.mjs';
import { dayScenes } from '../brand/night-colors.ts';
import { HERO_PAGES } from '../brand/picture-names.ts';
import type { Answers } from './answers.ts';
import { drawnMark, icon, portrait, scene, SIZES, type Paint } from './art.ts';
import { lockup, markComponent, markDrawing, readMark } from './logo.ts';
import { brandModules } from './modules.ts';
import { pageModules } from './pages.ts';
import { recolour, repaint } from './palette.ts';

/** Drawings that belong to no agency: they stay. */
const KEPT_FILES = ['ufo.svg', 'manifest.json'];

const read = (file: string) => readFileSync(root + file, 'utf8');

async function write(file: string, text: string) {
  mkdirSync(path.dirname(root + file), { recursive: true });
  const isLaidOut = /\.(?:tsx?|css|json|md|html)$/.test(file);
  writeFileSync(root + file, isLaidOut ? await formatSource(file, text) : text);
}

/**
 * Replaces brand/ and empties the demo content. Changes nothing when the logo cannot be used.
 *
 * @returns what was corrected in the colours
 */
export async function adopt(answers: Answers): Promise<string[]> {
  const before = await import('../../../brand/agency.ts');
  const logo = answers.logo ? readMark(readFileSync(answers.logo, 'utf8')) : null;
  const tokens = read('brand/tokens.css');
  const { css, notes } = recolour(tokens, answers.colours.accent, answers.motif);
  await write('brand/tokens.css', css);
  for (const file of dayScenes()) {
    await write(file, repaint(read(file), tokens, css));
  }
  const modules = {
    ...brandModules(answers),
    ...pageModules(answers, read('brand/texts/contact.ts')),
  };
  for (const [file, text] of Object.entries(modules)) await write(`brand/${file}`, text);
  await write('brand/focus.ts', `${read('brand/focus.ts').split('= {')[0]}= {};\n`);
  await draw(answers, logo, css);
  emptyDemoContent();
  renameDocuments(answers, before.agency);
  return notes;
}

function paintOf(css: string): Paint {
  const token = (name: string) =>
    new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(css)?.[1] ?? '#000000';
  return {
    paper: token('surface'),
    sky: token('sky-soft'),
    ink: token('ink'),
    accent: token('accent'),
  };
}

/** Placeholder drawings in the colours of the brand, and everything that follows from its mark. */
async function draw(answers: Answers, logo: string | null, css: string) {
  const { name, services, offices, people } = answers;
  const paint = paintOf(css);
  for (const file of readdirSync(`${root}brand/art`)) {
    if (!KEPT_FILES.includes(file)) rmSync(`${root}brand/art/${file}`);
  }
  const scenes: (readonly [name: string, size: keyof typeof SIZES])[] = [
    ...HERO_PAGES.map((page) => [`hero-${page}`, 'hero'] as const),
    ...services.flatMap(({ id }) => [
      [`service-${id}`, 'service'] as const,
      [`fallback-${id}`, 'fallback'] as const,
    ]),
    ...offices.map(({ id }) => [`office-${id}`, 'office'] as const),
    ...['intentionality', 'collaboration', 'joy'].map((id) => [`value-${id}`, 'value'] as const),
    ...[1, 2, 3, 4, 5].map((number) => [`placeholder-${number}`, 'placeholder'] as const),
    ['fallback-default', 'fallback'],
    ['about-philosophy', 'about'],
  ];
  const mark = logo ?? drawnMark(paint);
  const nightMark = logo ?? drawnMark({ ...paint, ink: paint.paper });
  const drawings: Record<string, string> = {
    ...Object.fromEntries(scenes.map(([id, size]) => [id, scene(id, SIZES[size], paint)])),
    ...Object.fromEntries(people.map(({ id }) => [`team-${id}`, portrait(id, paint)])),
    mark: markDrawing(mark),
    icon: icon(mark, paint.paper, 512),
    logo: await lockup(name, mark, paint.ink),
    'logo-night': await lockup(name, nightMark, '#edeff7'),
  };
  for (const [id, svg] of Object.entries(drawings)) await write(`brand/art/${id}.svg`, svg);
  await write('brand/favicon.svg', icon(mark, paint.paper, 64));
  // In the header the ink is that of the theme.
  const shown = logo ?? drawnMark({ ink: 'currentColor', accent: 'var(--accent)' });
  await write('brand/logo-mark.tsx', markComponent(shown));
}

/** No studies, posts or pictures; accounts with @example.com stay staff of a local backend. */
function emptyDemoContent() {
  for (const folder of ['articles', 'images']) {
    for (const file of readdirSync(`${root}supabase/seed/${folder}`)) {
      rmSync(`${root}supabase/seed/${folder}/${file}`);
    }
    writeFileSync(`${root}supabase/seed/${folder}/.gitkeep`, '');
  }
  writeFileSync(`${root}supabase/seed/images/alt-texts.json`, '{}\n');
  const seed = read('supabase/seed.sql');
  const staff = seed.indexOf('-- The rule "any @example.com address is staff"');
  if (staff > 0) {
    writeFileSync(
      `${root}supabase/seed.sql`,
      `-- Local development only: a short way to become staff. Hosted projects never run this file.\n\n${seed.slice(staff)}`,
    );
  }
}

/** The name and the address in the files that developers and reporters of vulnerabilities read. */
function renameDocuments(answers: Answers, before: { name: string; securityEmail: string }) {
  for (const file of ['README.md', 'SECURITY.md']) {
    writeFileSync(
      root + file,
      read(file)
        .replaceAll(before.securityEmail, answers.securityEmail ?? answers.email)
        .replaceAll(before.name, answers.name),
    );
  }
}
