import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { postCreateSchema } from '@contracts/blog';
import {
  CASE_STUDY_LIMITS,
  caseStudyInputSchema,
  galleryItemSchema,
  metricSchema,
} from '@contracts/case-study';
import { call, createAudiences, rpc, type Caller } from '../support/backend';
import { savePost } from '../support/document-kinds';

// The rules for texts are in the contracts, for forms, and in the database, for direct writes. Both are
// tested with the same texts: one that only the contract refuses would reach the build. Which characters are refused
// depends on the kind of a field, so one field of each kind gets all of them, or with PROVE_ALL=1 every field.

let editor: Caller;
beforeAll(async () => {
  ({ editor } = await createAudiences());
});

const SIGNS: Record<string, string> = {
  'a control character': 'a\u0001b',
  'a C1 control character': 'a\u0085b',
  'a line feed': 'a\nb',
  'a tab': 'a\tb',
  'a line separator': 'a\u2028b',
  'a bidi override': 'a\u202eb',
  'a bidi isolate': 'a\u2066b',
  'a code point XML forbids': 'a\uffffb',
  markup: '</script><!-- ]]> & "b',
  'another script': 'مقهى Žízeň \u200f😀',
};

const saveStudy = (fields: object, metrics: unknown[] = [], gallery: unknown[] = []) =>
  rpc(editor, 'save_case_study', {
    study_id: randomUUID(),
    expected_version: null,
    fields: { title: 'Texts', ...fields },
    metrics,
    gallery,
  });

const storePost = (fields: object, others: object = {}) => {
  const id = randomUUID();
  return savePost(editor, {
    post_id: id,
    expected_version: null,
    fields: { title: 'Texts', slug: `texts-${id.slice(0, 8)}`, ...fields },
    ...others,
  });
};

const metric = { metric_value: '1', metric_label: 'one' };
const picture = { image_url: '/images/a.webp', caption: null, alt_text: null };
const study = caseStudyInputSchema.shape;
const post = postCreateSchema.shape;
const camel = (column: string) =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as keyof typeof study;

type Field = {
  name: string;
  schema: { safeParse: (value: unknown) => { success: boolean } };
  store: (text: string) => Promise<{ status: number; data: unknown }>;
};
const FIELDS: Field[] = [
  ...Object.keys(CASE_STUDY_LIMITS).map((column) => {
    const start = column.endsWith('_url') ? 'https://a.example/' : '';
    return {
      name: `case_studies.${column}`,
      schema: {
        safeParse: (text: unknown) => study[camel(column)].safeParse(start + String(text)),
      },
      store: (text: string) => saveStudy({ [column]: start + text }),
    };
  }),
  {
    name: 'case_studies.service_tags',
    schema: { safeParse: (text) => study.serviceTags.safeParse([text]) },
    store: (text) => saveStudy({ service_tags: [text] }),
  },
  {
    name: 'case_study_metrics.metric_value',
    schema: metricSchema.shape.value,
    store: (text) => saveStudy({}, [{ ...metric, metric_value: text }]),
  },
  {
    name: 'case_study_metrics.metric_label',
    schema: metricSchema.shape.label,
    store: (text) => saveStudy({}, [{ ...metric, metric_label: text }]),
  },
  {
    name: 'case_study_gallery.caption',
    schema: galleryItemSchema.shape.caption,
    store: (text) => saveStudy({}, [], [{ ...picture, caption: text }]),
  },
  {
    name: 'case_study_gallery.alt_text',
    schema: galleryItemSchema.shape.altText,
    store: (text) => saveStudy({}, [], [{ ...picture, alt_text: text }]),
  },
  { name: 'blog_posts.title', schema: post.title, store: (title) => storePost({ title }) },
  { name: 'blog_posts.excerpt', schema: post.excerpt, store: (excerpt) => storePost({ excerpt }) },
  {
    name: 'blog_posts.content_markdown',
    schema: post.markdown,
    store: (text) => storePost({ content_markdown: text }),
  },
  {
    name: 'blog_posts.cover_alt',
    schema: post.imageAlt,
    store: (text) => storePost({ cover_alt: text }),
  },
  {
    name: 'blog_categories.name',
    schema: post.category,
    store: (category) => storePost({}, { category }),
  },
  { name: 'blog_authors.name', schema: post.author, store: (author) => storePost({}, { author }) },
  {
    name: 'blog_tags.name',
    schema: { safeParse: (text) => post.tags.safeParse([text]) },
    store: (text) => storePost({}, { tags: [text] }),
  },
];

/** Of one line, of several lines, of Markdown, of a list, and of a name without a column of its own. */
const EACH_KIND = [
  ...['case_studies.title', 'case_studies.description', 'blog_posts.content_markdown'],
  ...['case_studies.service_tags', 'blog_categories.name'],
];
/** Tells a field of one line, a field of several and one without a rule apart. */
const EACH_RULE = ['a control character', 'a line feed', 'another script'];

test.for(FIELDS)(
  'the database and the contract agree on the texts of $name',
  async ({ name, schema, store }) => {
    const isThorough = process.env.PROVE_ALL === '1' || EACH_KIND.includes(name);
    for (const what of isThorough ? Object.keys(SIGNS) : EACH_RULE) {
      const sign = SIGNS[what] ?? '';
      // Category names are shared by all posts, so each of these is unique.
      const text = `${sign}${randomUUID().slice(0, 4)}`;
      const { status, data } = await store(text);
      expect(status, `${what}: ${JSON.stringify(data)}`).toBe(
        schema.safeParse(text).success ? 200 : 422,
      );
    }
  },
);

test.for(FIELDS)('an invalid text of $name causes no server error', async ({ schema, store }) => {
  expect(schema.safeParse('a\0b').success).toBe(false);
  expect(schema.safeParse('a\ud800b').success).toBe(false);
  expect([400, 422]).toContain((await store('a\0b')).status);
  // A lone surrogate is refused in a JSON argument and replaced in a text argument.
  expect([200, 400, 422]).toContain((await store('a\ud800b')).status);
});

test.for([
  'https://',
  'https:// ',
  'https://?x',
  'https://#x',
  'https://:80/',
  'https://user:secret@a.example/',
  'https://a.example:port/',
  'https://a b.example/',
  'https://a.example\\b',
  '/storage/v1/object/public/images/../x.png',
  '/storage/v1/object/public/images/a b.png',
  '/storage/v1/object/public/images/',
  'https://кафе.example/мени',
  'https://a.example:8443/x.png?y#z',
  'https://[2001:db8::1]/x.png',
  '/storage/v1/object/public/images/a.webp?v=1-2x3',
])('the database and the contract agree on the address %s', async (address) => {
  expect((await saveStudy({ hero_image_url: address })).status).toBe(
    study.heroImageUrl.safeParse(address).success ? 200 : 422,
  );
  expect((await storePost({ cover_image_url: address })).status).toBe(
    post.imageUrl.safeParse(address).success ? 200 : 422,
  );
  expect((await saveStudy({ client_url: address })).status).toBe(
    study.clientUrl.safeParse(address).success ? 200 : 422,
  );
});

test.for([
  'infinity',
  '-infinity',
  '0044-03-15 00:00:00 BC',
  '1999-12-31T23:59:59Z',
  '2000-01-01T00:00:00Z',
  '2099-12-31T23:59:59Z',
  '2100-01-01T00:00:00Z',
  '275760-09-13T00:00:00Z',
])('the database and the contract agree whether a post is published at %s', async (time) => {
  expect((await storePost({ status: 'published', published_at: time })).status).toBe(
    post.publishedAt.safeParse(time).success ? 200 : 422,
  );
});

test.for(['index', '404', 'index-funds'])(
  'the database and the contract agree on the slug %s',
  async (slug) => {
    const { status } = await storePost({ slug });
    expect(status).toBe(post.slug.safeParse(slug).success ? 200 : 422);
  },
);

test('a row written directly is checked in the same way', async () => {
  const bad = { title: 'a\u202eb', slug: `past-${randomUUID().slice(0, 8)}` };
  const reply = await call(editor, 'POST', '/rest/v1/blog_posts', bad);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  const path = `/rest/v1/blog_posts?select=id&slug=eq.${bad.slug}`;
  expect((await call(editor, 'GET', path)).data).toEqual([]);
});
