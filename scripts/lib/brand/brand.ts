import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { agency } from '../../../brand/agency.ts';
import { holidays } from '../../../brand/holidays.ts';
import { answeringOffice } from '../../../brand/offices.ts';
import { services } from '../../../brand/services.ts';
import { offices } from '../../../brand/texts/offices.ts';
import { slugFromTitle } from '../../../supabase/functions/_shared/contracts/words/latin.ts';
import { formatSource } from '../format-source.ts';
import { root } from '../install.mjs';
import { schemasFile, schemasSql } from './page-text-schemas.ts';
import { dayScenes, nightFile, nightScene } from './night-colors.ts';

const MAILS = 'scripts/lib/local/auth-mails/';

/**
 * The files that repeat brand/ where nothing can import it, with their text: the contract that the edge
 * functions share (`supabase functions deploy` uploads only what lies below supabase/), the mails and
 * settings of Auth, the icon and the manifest of the site, the scenes at night, and what the database accepts as texts
 * of pages.
 */
export async function derivedFiles(): Promise<Map<string, string>> {
  const tokens = readTokens(read('brand/tokens.css'));
  return new Map([
    [schemasFile(), schemasSql()],
    ['supabase/functions/_shared/contracts/agency.ts', await contract()],
    ['supabase/config.toml', authSettings(read('supabase/config.toml'))],
    ['public/favicon.svg', read('brand/favicon.svg')],
    ['public/site.webmanifest', manifest(tokens)],
    ...readdirSync(root + MAILS)
      .filter((name) => name !== 'layout.html')
      .map((name): [string, string] => [`supabase/templates/${name}`, authMail(name, tokens)]),
    ...dayScenes().map((file): [string, string] => [nightFile(file), nightScene(read(file))]),
  ]);
}

/** @returns the derived files that differed */
export async function writeDerivedFiles(): Promise<string[]> {
  const stale = await staleFiles();
  for (const [file, text] of stale) writeFileSync(root + file, text);
  return stale.map(([file]) => file);
}

/** @returns the derived files that do not follow from brand/, with the text they should have */
export async function staleFiles(): Promise<[string, string][]> {
  return [...(await derivedFiles())].filter(([file, text]) => readIfPresent(file) !== text);
}

const read = (file: string) => readFileSync(root + file, 'utf8');

function readIfPresent(file: string) {
  try {
    return read(file);
  } catch {
    return null;
  }
}

async function contract() {
  const { name, email, postalAddress } = agency;
  const hours = offices.find(({ id }) => id === answeringOffice.id)?.hours;
  const source = `// Written by \`npm run brand\` from brand/. The edge functions cannot import brand/ itself.

/** The sender of the functions' mails. */
export const AGENCY = ${JSON.stringify({ name, email, postalAddress })} as const;

export const SERVICES = ${JSON.stringify(services.map(({ id, label }) => ({ value: id, label })))} as const;

/** The office whose hours count for answers. */
export const ANSWERING_OFFICE = ${JSON.stringify({ ...answeringOffice, hours })} as const;

/** Its public holidays. */
export const HOLIDAYS = ${JSON.stringify(holidays[answeringOffice.id] ?? [])} as const;
`;
  return formatSource('brand.generated.ts', source);
}

function authSettings(config: string) {
  return config
    .replace(/^project_id = .*$/m, () => `project_id = "${slugOf(agency.name)}"`)
    .replace(
      /^subject = "You are invited to .*$/m,
      () => `subject = ${JSON.stringify(`You are invited to ${agency.name}`)}`,
    );
}

function manifest(tokens: Tokens) {
  const icon = (size: number) =>
    `{ "src": "/icon-${size}.png", "sizes": "${size}x${size}", "type": "image/png", "purpose": "any maskable" }`;
  return `{
  "name": ${JSON.stringify(agency.name)},
  "short_name": ${JSON.stringify(agency.shortName)},
  "description": ${JSON.stringify(agency.description.split(/(?<=\.) /)[0])},
  "start_url": "/",
  "display": "browser",
  "background_color": "${tokens.light.get('surface')}",
  "theme_color": "${tokens.light.get('ink')}",
  "icons": [
    ${icon(192)},
    ${icon(512)}
  ]
}
`;
}

/** The text of a mail in the layout of all, with the marks [[name]] and [[token]] replaced. */
function authMail(file: string, { light, dark }: Tokens) {
  const [heading = '', ...body] = read(MAILS + file)
    .trim()
    .split('\n');
  const facts: Record<string, string> = {
    name: escapeHtml(agency.name),
    address: agency.postalAddress.map(escapeHtml).join('<br>\n'),
    email: escapeHtml(agency.email),
    title: heading.replace(/<\/?h1>/g, ''),
  };
  const fill = (text: string) =>
    text.replace(/\[\[(dark )?([\w-]+)\]\]/g, (mark, isDark, name) => {
      const value = facts[name] ?? (isDark ? dark : light).get(name);
      if (value === undefined) throw new Error(`${MAILS}${file}: nothing stands for ${mark}`);
      return value;
    });
  return fill(read(`${MAILS}layout.html`).replace('[[body]]', () => body.join('\n')));
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

type Tokens = Record<'light' | 'dark', Map<string, string>>;

/** The colours of brand/tokens.css by name. */
function readTokens(css: string): Tokens {
  const [light = '', dark = ''] = css.split('\n.dark {');
  const colours = (part: string) =>
    new Map(
      [...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [
        name,
        hex,
      ]),
    );
  return { light: colours(light), dark: colours(dark) };
}

/** 'this-and-that' of 'This & That'. */
export const slugOf = (name: string): string => slugFromTitle(name.replaceAll('&', ' and '));
