import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  CASE_STUDY_LIMITS,
  CASE_STUDY_STATUSES,
  GALLERY_MAX,
  GALLERY_TEXT_MAX,
  METRICS_MAX,
  METRIC_LABEL_MAX,
  METRIC_VALUE_MAX,
  SERVICE_TAGS_MAX,
  TAG_MAX,
  TECHNOLOGIES_MAX,
} from '@contracts/case-study';
import { galleryReferenceSchema, imageReferenceSchema } from '@contracts/url';
import { parseVideo } from '@contracts/video';
import {
  asService,
  call,
  createAudiences,
  createStudy,
  rpc,
  type Caller,
} from '../support/backend';

// The same limits are in the schema and in the migrations. Each is tested at the limit and one above,
// so a change on one side only fails here.

let editor: Caller;
beforeAll(async () => {
  ({ editor } = await createAudiences());
});

const save = (fields: Record<string, unknown>, metrics: unknown[] = [], gallery: unknown[] = []) =>
  rpc(editor, 'save_case_study', {
    study_id: randomUUID(),
    expected_version: null,
    fields: { title: 'Limits', ...fields },
    metrics,
    gallery,
  });

/** A text of this length, in characters of two UTF-16 units. */
function textOf(column: string, length: number): string {
  const isPicture = ['client_logo_url', 'hero_image_url'].includes(column);
  const head = isPicture ? '/images/' : column.endsWith('_url') ? 'https://a.example/' : '';
  return head + '😀'.repeat(length - head.length);
}

// Slugs are compared in addresses.test.ts.
const textLimits = Object.entries(CASE_STUDY_LIMITS).filter(([column]) => column !== 'slug');

test.for(textLimits)(
  'DATA-1..3, DATA-6, DATA-7: %s has at most %i characters',
  async ([column, limit]) => {
    const fits = await save({ [column]: textOf(column, limit) });
    expect(fits.status, JSON.stringify(fits.data)).toBe(200);
    expect(fits.data[column]).toBe(textOf(column, limit));
    expect((await save({ [column]: textOf(column, limit + 1) })).status).toBe(422);
  },
);

test.for(CASE_STUDY_STATUSES)('DATA-4: status %s is accepted', async (status) => {
  expect((await save({ status })).data.status).toBe(status);
});

test('DATA-4: any other status is refused and draft is the default', async () => {
  expect((await save({ status: 'archived' })).status).toBe(422);
  expect((await save({})).data.status).toBe('draft');
});

test.for([
  ['service_tags', SERVICE_TAGS_MAX],
  ['technologies', TECHNOLOGIES_MAX],
] as const)('DATA-5: %s has at most %i entries of limited length', async ([column, count]) => {
  const full = Array.from({ length: count }, (_, n) => `${n}`.padEnd(TAG_MAX, 'x'));
  expect((await save({ [column]: full })).data[column]).toEqual(full);
  expect((await save({ [column]: [...full, 'one more'] })).status).toBe(422);
  expect((await save({ [column]: ['x'.repeat(TAG_MAX + 1)] })).status).toBe(422);
  expect((await save({ [column]: ['  '] })).status).toBe(422);
});

const metric = (value: number, label: number) => ({
  metric_value: 'x'.repeat(value),
  metric_label: 'y'.repeat(label),
});

test('DATA-9: metrics have their limits', async () => {
  expect((await save({}, [metric(METRIC_VALUE_MAX, METRIC_LABEL_MAX)])).status).toBe(200);
  for (const bad of [
    metric(METRIC_VALUE_MAX + 1, 1),
    metric(1, METRIC_LABEL_MAX + 1),
    metric(0, 1),
    metric(1, 0),
  ]) {
    expect((await save({}, [bad])).status).toBe(422);
  }
  const rows = Array.from({ length: METRICS_MAX }, () => metric(1, 1));
  expect((await save({}, rows)).status).toBe(200);
  expect((await save({}, [...rows, metric(1, 1)])).status).toBe(422);
});

const picture = (fields: Record<string, unknown> = {}) => ({
  image_url: '/images/a.webp',
  caption: null,
  alt_text: null,
  ...fields,
});

test('DATA-10: gallery rows have their limits', async () => {
  const longest = 'z'.repeat(GALLERY_TEXT_MAX);
  expect((await save({}, [], [picture({ caption: longest, alt_text: longest })])).status).toBe(200);
  expect((await save({}, [], [picture({ caption: `${longest}z` })])).status).toBe(422);
  expect((await save({}, [], [picture({ alt_text: `${longest}z` })])).status).toBe(422);
  const rows = Array.from({ length: GALLERY_MAX }, () => picture());
  expect((await save({}, [], rows)).status).toBe(200);
  expect((await save({}, [], [...rows, picture()])).status).toBe(422);
});

test.for([
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  '//evil.example/x.png',
  '/etc/passwd',
  'ftp://a.example/x',
])('a picture URL like %s is refused', async (address) => {
  expect((await save({ hero_image_url: address })).status).toBe(422);
  expect((await save({ client_logo_url: address })).status).toBe(422);
  expect((await save({}, [], [picture({ image_url: address })])).status).toBe(422);
  expect((await save({ client_url: address })).status).toBe(422);
});

test.for([
  'https://a.example/x.png',
  'https://',
  'https://a.example/storage/v1/object/public/images/x.png',
  '/images/',
  '/images/../rest/v1/x',
  '/storage/v1/object/public/images/%2E%2e/other/x.png',
  ...['./', '%2e/', '/', 'x/../'].map((step) => `/storage/v1/object/public/images/${step}x.png`),
  '/storage/v1/object/public/other/x.png',
  '/images/a b.png',
])('the database and the contract refuse the picture %s', async (address) => {
  expect(imageReferenceSchema.safeParse(address).success).toBe(false);
  expect((await save({ hero_image_url: address })).status).toBe(422);
  expect((await save({ client_logo_url: address })).status).toBe(422);
  expect((await save({}, [], [picture({ image_url: address })])).status).toBe(422);
  const author = { name: `Author ${randomUUID()}`, avatar_url: address };
  expect((await call(editor, 'POST', '/rest/v1/blog_authors', author)).status).toBeGreaterThan(399);
});

test.for(['/images/placeholder-1-960.webp', '/storage/v1/object/public/images/a%20b.webp?v=1x1.1'])(
  'the database and the contract accept the picture %s',
  async (address) => {
    expect(imageReferenceSchema.safeParse(address).success).toBe(true);
    const fields = { hero_image_url: address, client_logo_url: address };
    expect((await save(fields, [], [picture({ image_url: address })])).status).toBe(200);
    const author = { name: `Author ${randomUUID()}`, avatar_url: address };
    expect((await call(editor, 'POST', '/rest/v1/blog_authors', author)).status).toBe(201);
  },
);

test.for([
  'https://youtu.be/dQw4w9WgXcQ?t=1m5s',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  'https://vimeo.com/76979871/ab12cd34ef#t=1h2m3s',
])('a gallery row may be the page of the video %s, and a picture may not', async (address) => {
  const page = parseVideo(address)?.page;
  expect(galleryReferenceSchema.safeParse(page).success).toBe(true);
  expect((await save({}, [], [picture({ image_url: page })])).status).toBe(200);
  expect((await save({ hero_image_url: page })).status).toBe(422);
});

test.for([
  'https://youtu.be/dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload="x',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ\n',
  'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/@channel',
  'https://vimeo.com/about',
  `https://vimeo.com/76979871/${'a'.repeat(41)}`,
  'http://vimeo.com/76979871',
])(
  'an address that parseVideo does not write, like %j, is refused in a gallery',
  async (address) => {
    expect(parseVideo(address)?.page).not.toBe(address);
    expect((await save({}, [], [picture({ image_url: address })])).status).toBe(422);
  },
);

test('DATA-9, DATA-10: rows keep the order they are given, counted from 1', async () => {
  const names = ['First', 'Second', 'Third'];
  const { data: study } = await save(
    {},
    names.map((name) => ({ metric_value: '1', metric_label: name })),
    names.map((name) => picture({ alt_text: name })),
  );
  const inPlaces = names.map((name, place) => [name, place + 1]);
  for (const [table, column] of [
    ['case_study_metrics', 'metric_label'],
    ['case_study_gallery', 'alt_text'],
  ] as const) {
    const rows = await asService(
      'GET',
      `/rest/v1/${table}?case_study_id=eq.${study.id}&order=display_order`,
    );
    expect(
      rows.data.map((row: Record<string, unknown>) => [row[column], row.display_order]),
    ).toEqual(inPlaces);
  }
});

test('DATA-9, DATA-10: display_order is unique and at least 1', async () => {
  const { data: study } = await save({}, [metric(1, 1)], [picture()]);
  for (const [table, row] of [
    ['case_study_metrics', metric(1, 1)],
    ['case_study_gallery', picture()],
  ] as const) {
    for (const display_order of [0, 1]) {
      const taken = { ...row, case_study_id: study.id, display_order };
      const { status } = await asService('POST', `/rest/v1/${table}`, taken);
      expect(status, `${table} ${display_order}`).toBeGreaterThanOrEqual(400);
    }
  }
});

test('DATA-1..8: case_studies has the columns of the specification', async () => {
  const id = await createStudy(editor);
  const [row] = (await asService('GET', `/rest/v1/case_studies?id=eq.${id}`)).data;
  expect(Object.keys(row).sort()).toEqual(
    [
      ...['id', 'title', 'headline', 'subhead', 'description'],
      ...['challenge', 'solution', 'results', 'what_we_loved', 'client_quote'],
      ...['outcome', 'industry', 'meta_description', 'status', 'service_tags', 'technologies'],
      ...['client_name', 'client_url', 'client_logo_url', 'timeline', 'role'],
      ...['cta_headline', 'cta_text', 'hero_image_url'],
      ...['created_by', 'updated_by', 'created_at', 'updated_at'],
      // Additional columns: address, dates and arrangement, the base version of a save, the text of the search,
      // whether it waits for an approval.
      ...['slug', 'project_year', 'published_at', 'place', 'is_featured', 'version'],
      ...['search', 'service_slugs', 'industry_slug', 'is_withheld', 'public_from'],
    ].sort(),
  );
});
