// What may be stored of the texts of each page, as JSON Schema: as a migration for the database, and to check published
// texts before a build.
import { readdirSync } from 'node:fs';
import { Ajv } from 'ajv';
import { z } from 'zod';
import { closedDaysProblem, parseOfficeHours } from '@contracts/office-hours';
import { NOT_IN_A_LINE } from '@contracts/text';
import { imageReferenceSchema, optionalHttpUrlSchema } from '@contracts/url';
import { isTextPage, textSources, type TextPage } from '@/content/text-sources';
import { pageTextsSchema, type JsonSchema } from '@/features/page-texts/json-schema';
import type { LeaveOut } from '../build/build-info.ts';
import { root } from '../install.mjs';
import type { PublishedTexts } from '../build/page-texts.ts';

const FOLDER = 'supabase/migrations/';

/** The newest migration of this name: one that was applied to a hosted project is never edited, but copied. */
export function schemasFile(): string {
  const files = readdirSync(root + FOLDER).filter((name) =>
    name.endsWith('_page_text_schemas.sql'),
  );
  return FOLDER + files.toSorted().at(-1);
}

/** The text of that migration. */
export function schemasSql(): string {
  const rows = Object.keys(textSources)
    .filter(isTextPage)
    .map((page) => `('${page}', $schema$${asLines(pageTextsSchema(page))}$schema$)`);
  return `-- Written by \`npm run brand\` from the built-in texts (src/content/text-sources.ts): what staff may store of each page.
-- Applied again it replaces what an earlier one has stored.
insert into private.page_text_schemas (page, schema) values
${rows.join(',\n')}
on conflict (page) do update set schema = excluded.schema;
`;
}

/** One property a line, so that a change can be read. */
function asLines({ properties = {}, ...rest }: JsonSchema): string {
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`,
  );
  return `${JSON.stringify(rest).slice(0, -1)},"properties":{\n${lines.join(',\n')}\n}}`;
}

const ajv = new Ajv({
  strict: false,
  formats: {
    line: (text) => !NOT_IN_A_LINE.test(text),
    date: (text) => z.iso.date().safeParse(text).success,
    'web-address': (text) => text !== '' && optionalHttpUrlSchema.safeParse(text).success,
    'own-picture': (text) => imageReferenceSchema.safeParse(text).success,
    'time-zone': (text) => text === 'EST' || text === 'PST' || text === 'CET' || isZone(text),
    'office-hours': (text) => parseOfficeHours(text) !== null,
    'closed-days': (text) => closedDaysProblem(text) === null,
  },
});
ajv.addKeyword({
  keyword: 'uniqueBy',
  type: 'array',
  schemaType: 'string',
  validate: (part: string, rows: Readonly<Record<string, unknown>>[]) =>
    new Set(rows.map((row) => row[part])).size === rows.length,
});

/** Those that the labels of lib/time-zones.ts stand for, and IANA names. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** @returns why a build cannot use these texts; null if it can */
export function problemOfTexts(page: TextPage, texts: unknown): string | null {
  if (ajv.validate(pageTextsSchema(page), texts)) return null;
  const { instancePath = '', message } = ajv.errors?.[0] ?? {};
  return `${instancePath.slice(1).replaceAll('/', '.') || page}: ${message}`;
}

/** Without those of pages that a build cannot use: they have the texts of the code. */
export function usableTexts(texts: PublishedTexts, leaveOut: LeaveOut): PublishedTexts {
  const usable = Object.entries(texts).filter(([page, values]) => {
    const problem = isTextPage(page) ? problemOfTexts(page, values) : 'is no page of this website';
    if (problem !== null) {
      leaveOut(`the texts of ${page} (/admin/site)`, `the built-in ones are shown: ${problem}`);
    }
    return problem === null;
  });
  return Object.fromEntries(usable);
}
