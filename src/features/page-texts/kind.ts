import { z } from 'zod';
import { closedDaysProblem, parseOfficeHours } from '@contracts/office-hours';
import * as characters from '@contracts/text';
import { optionalHttpUrlSchema } from '@contracts/url';
import { type TextPage } from '@/content/text-sources';
import {
  changedFields,
  inputFromValues,
  isOwnPicture,
  rowsIn,
  type DocumentInput,
  type Field,
  type Fields,
  type Row,
  type RowPart,
} from '@/documents/fields';
import { defineKind, type DocumentApi, type DocumentKind } from '@/documents/kind';
import { toStoredImageUrl } from '@/lib/image-url';
import { paths } from '@/lib/paths';
import { loadLatin } from '@/lib/words/load-latin';
import { newRowId, pageTexts, ROWS_MAX, type PageTexts } from './fields';
import { createPageTextsApi, type StoredTexts } from './staff-api';

export const PAGE_TEXTS_KEY = ['page-texts'] as const;

export const PAGE_GROUPS = ['Pages', 'On several pages', 'Legal'] as const;

export type PageInfo = {
  group: (typeof PAGE_GROUPS)[number];
  title: string;
  description: string;
  path: string | null;
};

export const pageInfos: Readonly<Record<TextPage, PageInfo>> = {
  home: info('Pages', 'Home', 'The front page.', paths.home),
  about: info('Pages', 'About', 'The story, the philosophy and what you hold on to.', paths.about),
  services: info(
    'Pages',
    'Services',
    'What you offer, and the page about it.',
    paths.services.pattern,
  ),
  projects: info(
    'Pages',
    'Projects',
    'The title, the introduction and the words around the studies.',
    paths.projects,
  ),
  blog: info(
    'Pages',
    'Blog and newsletter',
    'The title, the words around the posts, and the pages of the newsletter.',
    paths.blog,
  ),
  contact: info(
    'Pages',
    'Contact',
    'The title, the introduction and the words around the form.',
    paths.contact,
  ),
  people: info(
    'On several pages',
    'People',
    'Who visitors will talk to, on the about page.',
    paths.about,
  ),
  offices: info(
    'On several pages',
    'Offices',
    'Addresses, phones and hours, on the contact page.',
    paths.contact,
  ),
  site: info('On several pages', 'Name, navigation and footer', 'On every page.', null),
  'not-found': info(
    'On several pages',
    'Page not found',
    'Shown for addresses without a page.',
    null,
  ),
  privacy: info('Legal', 'Privacy Policy', 'Ask counsel about changes.', paths.privacy),
  terms: info('Legal', 'Terms of Service', 'Ask counsel about changes.', paths.terms),
  cookie: info('Legal', 'Cookie Policy', 'Ask counsel about changes.', paths.cookie),
};

function info(
  group: PageInfo['group'],
  title: string,
  description: string,
  path: string | null,
): PageInfo {
  return { group, title, description, path };
}

export type PageTextsKind = DocumentKind<DocumentInput> & {
  page: TextPage;
  schema: z.ZodType<DocumentInput, DocumentInput>;
  /** The texts of the code. */
  builtIn: DocumentInput;
};

function createKind(page: TextPage): PageTextsKind {
  const texts = pageTexts(page);
  const fields: Fields<DocumentInput> = texts.fields;
  const { title, path } = pageInfos[page];
  const toInput = (stored: StoredTexts) =>
    inputFromValues(fields, { ...texts.builtIn, ...withBuiltInParts(texts, stored) });
  const kind = defineKind<DocumentInput, DocumentApi<DocumentInput>>({
    id: `page-texts-${page}`,
    noun: 'page',
    plural: 'the pages',
    fields,
    empty: texts.builtIn,
    formWidth: 'form',
    titleOf: () => title,
    isPublished: () => true,
    key: PAGE_TEXTS_KEY,
    api: createPageTextsApi({
      page,
      toInput,
      toStored: async (input) => storedTexts(texts, input, (await loadLatin()).slugFromTitle),
    }),
    paths: {
      list: paths.adminSite,
      edit: paths.adminSiteEdit.to,
      history: paths.adminSiteHistory.to,
      page: () => path ?? paths.home,
    },
  });
  return { ...kind, page, schema: schemaOf(texts), builtIn: texts.builtIn };
}

/** A part that the code had not yet when the row was saved: the page shows that of the code (apply-texts.ts). */
function withBuiltInParts({ builtIn }: PageTexts, stored: StoredTexts): StoredTexts {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      const known = new Map(rowsIn(builtIn[name]).map((row) => [row.id, row]));
      return [name, value.map((row) => ({ ...(row.id && known.get(row.id)), ...row }))];
    }),
  );
}

type SlugMaker = (title: string) => string;

/** Only what differs from the code; new rows get their ids. */
export function storedTexts(
  { fields, builtIn }: PageTexts,
  input: DocumentInput,
  slugFromTitle: SlugMaker,
): StoredTexts {
  const changed = changedFields(fields, builtIn, input);
  return Object.fromEntries(
    changed.map((name) => [
      name,
      storedText(fields[name], input, name, rowsIn(builtIn[name]), slugFromTitle),
    ]),
  );
}

function storedText(
  field: Field | undefined,
  input: DocumentInput,
  name: string,
  builtIn: readonly Row[],
  slugFromTitle: SlugMaker,
) {
  const value = input[name] ?? '';
  if (field?.type === 'picture') return toStoredImageUrl(String(value).trim());
  if (field?.type !== 'rows') return String(value).trim();
  const rows: Record<string, string>[] = [];
  for (const row of rowsIn(value)) {
    const trimmed = Object.fromEntries(
      Object.entries(row).map(([part, text]) => {
        const trimmedText = text.trim();
        return [part, field.parts[part]?.isPicture ? toStoredImageUrl(trimmedText) : trimmedText];
      }),
    );
    if (isLabelOfBefore(trimmed, builtIn)) trimmed.label = '';
    const needsId = 'id' in field.parts && !trimmed.id;
    rows.push(
      needsId
        ? { ...trimmed, id: newRowId(trimmed, [...rowsIn(value), ...rows], slugFromTitle) }
        : trimmed,
    );
  }
  return rows;
}

/** Whether a renamed row still has the label of its built-in title. */
function isLabelOfBefore({ id, title, label }: Row, builtIn: readonly Row[]): boolean {
  const known = builtIn.find((row) => row.id === id);
  return title !== known?.title && label !== undefined && label === known?.label;
}

const EMPTY = 'This text cannot be empty';
/** Above every limit of the layout. */
const TEXT_MAX = 20_000;
const ownPictureSchema = z.string().refine(isOwnPicture, 'Choose a picture of the library');

function schemaOf({ fields, builtIn }: PageTexts): PageTextsKind['schema'] {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.type === 'rows'
        ? rowsSchema(field.parts, rowsIn(builtIn[name]))
        : textSchema(field, name),
    ]),
  );
  return z.object(shape) as unknown as PageTextsKind['schema'];
}

function textSchema(field: Field, name: string) {
  if (name === 'updated') return z.iso.date('Write the date as 2026-11-24');
  if (field.type === 'picture') return ownPictureSchema;
  const { limit = 0, rows = 1 } = 'limit' in field ? field : {};
  return fittingSchema(limit, true, rows === 1);
}

function fittingSchema(limit: number, isRequired: boolean, isLine: boolean) {
  const text = z
    .string()
    .trim()
    .min(isRequired ? 1 : 0, EMPTY)
    .refine(
      (text) => [...text].length <= limit,
      `At most ${limit} characters, so that the layout holds`,
    );
  return isLine ? characters.lineSchema(TEXT_MAX, text) : characters.textSchema(TEXT_MAX, text);
}

function rowsSchema(
  parts: Readonly<Record<string, RowPart>>,
  builtIn: readonly Readonly<Record<string, string>>[],
) {
  const shape = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, partSchema(name, part)]),
  );
  const hasOwnPicture = (id: string | undefined) => builtIn.some((row) => row.id === id);
  return z
    .array(
      z.object(shape).superRefine((row: Record<string, string>, context) => {
        if ('picture' in parts && row.picture === '' && !hasOwnPicture(row.id)) {
          context.addIssue({ code: 'custom', path: ['picture'], message: 'Choose a picture' });
        }
      }),
    )
    .min(1, 'Keep at least one')
    .refine((rows) => rows.some(({ hidden }) => hidden !== 'yes'), 'Show at least one')
    .max(ROWS_MAX, `At most ${ROWS_MAX}`);
}

function partSchema(
  name: string,
  { limit = 80, rows = 1, isRequired = false, isPicture, isHidden }: RowPart,
) {
  if (isHidden) return z.string();
  if (name === 'hidden') return z.enum(['', 'yes']);
  if (isPicture) return ownPictureSchema;
  if (name === 'href') return optionalHttpUrlSchema.pipe(z.string().min(1, EMPTY));
  if (name === 'timeZone') return z.string().trim().refine(isTimeZone, 'Write it as Europe/Lisbon');
  const text = fittingSchema(limit, isRequired, rows === 1);
  if (name === 'hours')
    return text.refine(
      (hours) => parseOfficeHours(hours) !== null,
      'Each day has to close after it opens',
    );
  if (name !== 'holidays') return text;
  return z.string().superRefine((days, context) => {
    const message = closedDaysProblem(days);
    if (message !== null) context.addIssue({ code: 'custom', message });
    else if (days.length > limit) context.addIssue({ code: 'custom', message: 'Too many days' });
  });
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return zone === 'EST' || zone === 'PST' || zone === 'CET';
  }
}

export const TEXT_PAGES = Object.keys(pageInfos) as TextPage[];

const kinds = new Map<TextPage, PageTextsKind>();

/** The kind of a page's texts; the same object each time. */
export function pageTextsKind(page: TextPage): PageTextsKind {
  const known = kinds.get(page) ?? createKind(page);
  kinds.set(page, known);
  return known;
}
