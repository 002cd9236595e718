import { beforeEach, expect, test, vi } from 'vitest';
import {
  changedFields,
  columnOf,
  describeChanges,
  emptyInput,
  fieldsTyped,
  hasSameContent,
  hasSameText,
  inputFromColumns,
  inputFromValues,
  inputSchema,
  isInput,
  isOwnPicture,
  isSameText,
  isStoredRow,
  keepTypedValues,
  namesOf,
  rowChanges,
  rowsIn,
  storedValue,
  tagsIn,
  toStoredMedia,
  type DocumentInput,
  type Fields,
  type RowsField,
  type Value,
} from '@/documents/fields';

const ORIGIN = 'https://backend.example';
const PICTURE = '/storage/v1/object/public/images/a.webp';
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_URL', ORIGIN);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
});

const rows: RowsField = {
  type: 'rows',
  label: 'Stops',
  noun: 'stop',
  sameBy: ['url'],
  alikeBy: ['caption'],
  parts: {
    url: { column: 'image_url', label: 'Picture', isRequired: true, isPicture: true },
    caption: { column: 'caption', label: 'Caption' },
    order: { column: 'display_order', label: 'Order', isHidden: true },
  },
};
type Trip = {
  title: string;
  slug: string;
  heroImageUrl: string;
  code: string;
  tags: string[];
  status: string;
  stops: { url: string; caption: string; order: string }[];
};
/** A field of each sort. */
const fields: Fields<Trip> = {
  title: { type: 'text', label: 'Title', limit: 80 },
  slug: { type: 'line', label: 'Address', limit: 80 },
  heroImageUrl: { type: 'picture', label: 'Hero image', limit: 500 },
  code: { type: 'line', label: 'Code', limit: 80, isVerbatim: true, column: 'raw_code' },
  tags: { type: 'tags', label: 'Tags', maxCount: 3, maxLength: 9 },
  status: {
    type: 'choice',
    label: 'Status',
    options: { draft: 'Draft', published: 'Published' },
    describe: ({ status }: DocumentInput) => (status === 'published' ? 'Published' : ''),
  },
  stops: rows,
};
const empty: Trip = {
  title: '',
  slug: '',
  heroImageUrl: '',
  code: '',
  tags: [],
  status: 'draft',
  stops: [],
};
const stop = (url: string, caption = '', order = '') => ({ url, caption, order });
const trip: Trip = {
  title: 'Ohrid',
  slug: 'ohrid',
  heroImageUrl: PICTURE,
  code: ' x ',
  tags: ['lake'],
  status: 'published',
  stops: [stop(PICTURE, 'By boat'), stop(VIDEO)],
};

test('a column has the name of its field in snake case, or its own', () => {
  expect(namesOf(fields).map((name) => columnOf(name, fields[name]))).toEqual([
    ...['title', 'slug', 'hero_image_url', 'raw_code', 'tags', 'status', 'stops'],
  ]);
});

test.for<[keyof Trip, Value | undefined, unknown]>([
  ['title', ' Ohrid ', 'Ohrid'],
  ['title', '  ', null],
  ['title', undefined, null],
  ['code', ' x ', ' x '],
  ['code', '', ''],
  ['heroImageUrl', ` ${ORIGIN}${PICTURE} `, PICTURE],
  ['heroImageUrl', ' ', null],
  ['tags', ['lake'], ['lake']],
  ['stops', undefined, []],
  [
    'stops',
    [stop(` ${ORIGIN}${PICTURE} `, ' By boat '), stop(' ', 'unfinished'), stop('a.png', ' ')],
    [
      { image_url: PICTURE, caption: 'By boat', display_order: null },
      { image_url: 'a.png', caption: null, display_order: null },
    ],
  ],
])('%s: %j is stored as %j', ([name, value, stored]) => {
  expect(storedValue(fields[name], value)).toEqual(stored);
});

test('a row is stored once its required parts are filled in', () => {
  expect(isStoredRow(rows, stop('a.png'))).toBe(true);
  expect(isStoredRow(rows, stop('  ', 'By boat'))).toBe(false);
  expect(isStoredRow(rows, {})).toBe(false);
});

test('a video is stored by its page, a picture of the bucket without the origin', () => {
  expect(toStoredMedia(' https://youtu.be/dQw4w9WgXcQ?si=1 ')).toBe(VIDEO);
  expect(toStoredMedia(` ${ORIGIN}${PICTURE} `)).toBe(PICTURE);
});

test('a picture field accepts a picture of the site with and without the origin, and none', () => {
  expect([` ${ORIGIN}${PICTURE} `, PICTURE, '', '/images/a.webp'].map(isOwnPicture)).toEqual([
    ...[true, true, true, true],
  ]);
  expect(isOwnPicture('javascript:alert(1)')).toBe(false);
});

test('rows and tags are picked out of a value', () => {
  expect(rowsIn(trip.stops)).toEqual(trip.stops);
  expect(tagsIn(trip.tags)).toEqual(['lake']);
  expect([rowsIn('text'), rowsIn(), rowsIn(['tag']), tagsIn('text'), tagsIn()]).toEqual([
    ...[[], [], [], [], []],
  ]);
  expect(tagsIn(trip.stops)).toEqual([]);
});

test('changed are the fields that would be stored differently', () => {
  const blanks = { ...trip, title: ' Ohrid ', stops: [...trip.stops, stop('', 'unfinished')] };
  expect(changedFields(fields, trip, blanks)).toEqual([]);
  expect(hasSameContent(fields, trip, blanks)).toBe(true);
  expect(changedFields(fields, trip, { ...blanks, code: 'x', tags: [] })).toEqual(['code', 'tags']);
  expect(hasSameContent(fields, trip, { ...trip, tags: ['lake', 'boat'] })).toBe(false);
});

test('typed are the fields whose text differs, blanks and unfinished rows included', () => {
  const blanks = { ...trip, title: ' Ohrid ', stops: [...trip.stops, stop('', 'unfinished')] };
  expect(fieldsTyped(fields, trip, blanks)).toEqual(['title', 'stops']);
  expect(hasSameText(fields, trip, blanks)).toBe(false);
  expect(hasSameText(fields, trip, structuredClone(trip))).toBe(true);
  const older = Object.fromEntries(Object.entries(trip).filter(([name]) => name !== 'tags'));
  // A value that an older version of the site did not have.
  expect(fieldsTyped<DocumentInput>(fields, older, trip)).toEqual(['tags']);
  expect(fieldsTyped<DocumentInput>(fields, older, { ...older })).toEqual([]);
});

test('values stored alike stay as typed', () => {
  const sent = { ...trip, title: ' Ohrid ', slug: '' };
  expect(keepTypedValues(fields, trip, sent)).toEqual({ ...trip, title: ' Ohrid ' });
});

test('an empty form has no texts and rows, and the first option of a choice', () => {
  expect(emptyInput(fields)).toEqual(empty);
  const noOption: Fields<{ status: string }> = {
    status: { type: 'choice', label: 'Status', options: {} },
  };
  expect(() => emptyInput(noOption)).not.toThrow();
});

test('a document is read by its columns or by the names of its fields; null is empty', () => {
  const columns = {
    title: 'Ohrid',
    slug: null,
    hero_image_url: PICTURE,
    raw_code: 7,
    tags: ['lake'],
    status: 'published',
    stops: [{ image_url: 'a.png', caption: null, display_order: 3 }, null],
    unknown: 'ignored',
  };
  expect(inputFromColumns(fields, columns)).toEqual({
    title: 'Ohrid',
    slug: '',
    heroImageUrl: PICTURE,
    code: '7',
    tags: ['lake'],
    status: 'published',
    stops: [stop('a.png', '', '3'), stop('')],
  });
  expect(inputFromValues(fields, { ...trip, slug: null, stops: null })).toEqual({
    ...trip,
    slug: '',
    stops: [],
  });
});

test('text kept on the device has to have the shape of the form, not valid content', () => {
  const schema = inputSchema(fields);
  expect(schema.parse({ ...trip, title: 'x'.repeat(999) })).toMatchObject({ slug: 'ohrid' });
  expect(schema.parse({ title: 'Only this' })).toEqual({ ...empty, title: 'Only this' });
  for (const wrong of [{ title: 7 }, { tags: 'lake' }, { tags: [1] }, { status: 'lost' }]) {
    expect(schema.safeParse({ ...trip, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  }
  for (const stops of ['', [{ url: 'a.png' }], [{ ...stop('a.png'), order: 1 }], [null]]) {
    expect(schema.safeParse({ ...trip, stops }).success, JSON.stringify(stops)).toBe(false);
  }
  expect(isInput(fields, trip)).toBe(true);
  expect(isInput(fields, { title: 'Only this' })).toBe(false);
});

test('two texts are the same thing if they are equal and not blank', () => {
  expect(isSameText(' a ', 'a')).toBe(true);
  expect(isSameText('a', 'b')).toBe(false);
  expect(isSameText(' ', ' ')).toBe(false);
  expect(isSameText()).toBe(false);
});

test('rows that share a telling part are one row that changed', () => {
  const after = [stop(PICTURE, 'By bus'), stop('other', 'Far')];
  expect(rowChanges(rows, trip.stops, after)).toMatchObject([
    { kind: 'changed', from: 1, to: 1 },
    { kind: 'removed', from: 2 },
    { kind: 'added', to: 2 },
  ]);
  const renamed = [stop('new address', 'By boat')];
  expect(rowChanges(rows, [stop(PICTURE, 'By boat')], renamed)).toMatchObject([
    { kind: 'changed' },
  ]);
  expect(rowChanges(rows)).toEqual([]);
});

test.for<[string, Partial<Trip>]>([
  ['No changes', { title: ' Ohrid ' }],
  ['Title', { title: 'Bitola' }],
  ['1 stop', { stops: [stop(PICTURE, 'By boat')] }],
  ['2 stops', { stops: [] }],
  ['Status', { status: 'draft' }],
  ['Title, Address, Code, Tags', { title: 'a', slug: 'b', code: 'c', tags: [] }],
  [
    'Title, Address, Code and 2 more',
    { title: 'a', slug: 'b', code: 'c', tags: [], status: 'draft' },
  ],
])('a version is summed up as: %s', ([words, change]) => {
  expect(describeChanges(fields, trip, { ...trip, ...change })).toBe(words);
});

test('a choice may name its change itself', () => {
  expect(describeChanges(fields, { ...trip, status: 'draft' }, trip)).toBe('Published');
});
