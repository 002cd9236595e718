import { createElement } from 'react';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { services } from '@brand/services';
import { NOT_IN_A_LINE } from '@contracts/text';
import { SiteFooter } from '@/components/layout/site-footer';
import { SiteHeader } from '@/components/layout/site-header';
import type { Texts } from '@/content/apply-texts';
import type { TextPage } from '@/content/text-sources';
import { holdContent, showTexts } from '@/features/page-texts/content';
import { pageTextsSchema, type JsonSchema } from '@/features/page-texts/json-schema';
import { TEXT_PAGES } from '@/features/page-texts/kind';
import { problemOfTexts } from '../../../scripts/lib/brand/page-text-schemas.ts';
import { HIDDEN_PAGES, metaOf, STATIC_PAGES } from '../seo/page-heads';

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ['0001-01-01', '2026-02-28', '9999-12-31'],
  'web-address': ['https://a.example/?q=%20&r=ä#x', 'http://b.example:8080', 'https://ö.example'],
  'own-picture': ['', '/images/a.webp', '/storage/v1/object/public/images/a.webp'],
  'time-zone': ['EST', 'Asia/Kathmandu', 'Etc/GMT+12', 'Pacific/Apia', 'UTC'],
  'office-hours': [
    '9 am to 5 pm, Monday to Friday',
    '12 am to 12 am, Sunday',
    '11:59 pm to 12 am, Saturday to Friday',
  ],
  'closed-days': ['', '2026-12-24 Winter break', '2028-02-29 <b>\n2000-01-01 x'],
};

const PIECES = [
  ...[
    '',
    ' ',
    '-',
    '|',
    '%',
    '%E0%A4%A',
    '#',
    '?',
    '/',
    '//evil.example',
    '\u202e',
    '👩‍👩‍👧',
    'ß',
    'ﷺ',
  ],
  ...['<script>', '</script>', '<!--', '&amp;', '**', '[a](javascript:b)', '{', '}', '${x}', '\\'],
];
/** Each is, by itself, every text of a page; short, because some texts are. */
const HOSTILE = [
  ...['x', '0', '__proto__', '%E0%A4%A', '//evil.example?#', '<!--</script>${x}', '[a](b:c)**|{\\'],
  'W'.repeat(10_000),
];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 12 })), {
    maxLength: 8,
  })
  .map((pieces) => pieces.join(''));
const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/);

const NOT_IN_LINES = new RegExp(NOT_IN_A_LINE.source, `${NOT_IN_A_LINE.flags}g`);

/** Mostly values that fit; problemOfTexts leaves out the others. */
function valueOf(schema: JsonSchema, words: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { type, format, maxLength = 100, items, minItems = 0, properties = {} } = schema;
  if (type === 'object') {
    return fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, valueOf(one, words)]),
      ),
      { requiredKeys: [...(schema.required ?? [])] },
    );
  }
  if (type === 'array' && items) {
    const known = items.anyOf?.flatMap((one) => one.properties?.id?.enum ?? []) ?? [];
    const row = fc
      .tuple(valueOf(items, words), fc.constantFrom(...known, undefined))
      .map(([one, id]) => ({
        ...(one as object),
        ...(id !== undefined && { id }),
      }));
    return schema.uniqueBy === undefined
      ? fc.array(row, { minLength: minItems, maxLength: 4 })
      : fc.uniqueArray(row, { minLength: minItems, maxLength: 4, selector: idOf });
  }
  if (format !== undefined && format in FORMATS) return fc.constantFrom(...(FORMATS[format] ?? []));
  if (schema.pattern?.includes('a-z0-9')) return slug;
  return words.map((typed) => {
    const whole = schema.pattern === undefined || /\S/.test(typed) ? typed : `${typed}x`;
    const fitting = format === 'line' ? whole.replace(NOT_IN_LINES, 'x') : whole;
    return [...fitting].slice(-maxLength).join('');
  });
}

const LEGAL: readonly string[] = ['privacy', 'terms', 'cookie'];

const idOf = (row: unknown) => (row as { id?: string }).id;

const releases = TEXT_PAGES.map(holdContent);
const putBack = () => releases.forEach((release) => release());
afterEach(putBack);

/** The words of the legal pages stand on no other page. */
function renderWhatShows(page: TextPage) {
  const legal = STATIC_PAGES[`/${page}`];
  if (LEGAL.includes(page) && legal) {
    metaOf(`/${page}`, legal);
    return;
  }
  for (const [path, Page] of Object.entries({ ...STATIC_PAGES, ...HIDDEN_PAGES })) {
    if (!LEGAL.includes(path.slice(1))) metaOf(path, Page);
  }
  const frame = createElement(
    MemoryRouter,
    null,
    createElement(SiteHeader, { isMenuOpen: false, onMenuOpenChange: () => {} }),
    createElement(SiteFooter, { services, year: 2026 }),
  );
  renderToStaticMarkup(frame);
}

function show(page: TextPage, texts: unknown) {
  if (problemOfTexts(page, texts) !== null) return 0;
  try {
    showTexts(page, texts as Texts);
    renderWhatShows(page);
  } finally {
    putBack();
  }
  return 1;
}

test.for(TEXT_PAGES)('whatever fits the schema of %s can be shown', (page: TextPage) => {
  const schema = pageTextsSchema(page);
  const shown = HOSTILE.map((text) => {
    const values = fc.sample(valueOf(schema, fc.constant(text)), { numRuns: 3, seed: 1 });
    return values.some((texts) => show(page, texts));
  });
  expect(shown).not.toContain(false);
  const proven = fc.property(valueOf(schema, anyText), (texts) => void show(page, texts));
  fc.assert(proven, { numRuns: process.env.PROVE_ALL ? 300 : 1 });
});
