import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { UNCATEGORIZED, type Post } from '@contracts/blog';
import { FOREIGN_PICTURE } from '@contracts/url';
import {
  chooseEverywhere,
  compareVersions,
  mergeVersions,
  noChoices,
} from '@/documents/comparison';
import { changedFields, describeChanges, hasSameContent, hasSameText } from '@/documents/fields';
import { emptyPostInput, postInputSchema, type PostInput } from '@/features/posts/fields';
import { postKind } from '@/features/posts/kind';
import { toChanges, toPostInput, toWire } from '@/features/posts/staff-api';
import { everyWordIn } from '@/lib/paged-list';

const { fields } = postKind;

beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_URL', 'http://backend.test');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
});

const input: PostInput = { ...emptyPostInput, title: 'One', slug: 'one', tags: ['a'] };

const anyInput: fc.Arbitrary<PostInput> = fc.record({
  title: fc.constantFrom('One', 'Two'),
  slug: fc.constantFrom('one', 'two'),
  excerpt: fc.constantFrom('', 'Short', ' Short '),
  markdown: fc.constantFrom('', 'Text', 'Other'),
  imageUrl: fc.constantFrom('', 'https://example.com/a.png'),
  imageAlt: fc.constantFrom('', 'A'),
  category: fc.constantFrom('', 'Craft'),
  tags: fc.subarray(['a', 'b', 'c']),
  author: fc.constantFrom('Ada', 'Ben'),
  status: fc.constantFrom('draft', 'published'),
  publishedAt: fc.constantFrom('', '2026-01-01T00:00:00.000Z'),
});

test('Uncategorized is an empty category in the form, and null when saved', () => {
  const post: Post = {
    id: '7d0f4d52-9d6a-4f1f-8c6f-8a115b0c1a5e',
    slug: 'one',
    title: 'One',
    excerpt: '',
    content: '',
    markdown: 'Text',
    imageUrl: null,
    imageAlt: null,
    pictureFacts: {},
    publishedAt: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
    category: UNCATEGORIZED,
    tags: [],
    readTime: 1,
    author: { name: 'Ada', avatar: null },
    status: 'draft',
    version: 1,
  };
  const read = toPostInput(post);
  expect(read).toMatchObject({ category: '', imageUrl: '', publishedAt: '', markdown: 'Text' });
  expect(toWire(read)).toMatchObject({ category: null, imageUrl: null, publishedAt: null });
});

test('a save sends only changed fields, and no address if the service chooses it', () => {
  const changed = { ...input, excerpt: 'New', slug: '', tags: [] };
  expect(toChanges(changed, ['excerpt'])).toEqual({ excerpt: 'New' });
  expect(toChanges(changed, ['slug'])).toEqual({});
  expect(toChanges(changed, ['tags'])).toEqual({ tags: [] });
});

test('blanks around a text are no change', () => {
  const blank = { ...input, excerpt: ' ' };
  expect(hasSameContent(fields, input, blank)).toBe(true);
  expect(hasSameText(fields, input, blank)).toBe(false);
});

test.for([
  ['Not An Address', 'slug'],
  ['7d0f4d52-9d6a-4f1f-8c6f-8a115b0c1a5e', 'slug'],
])('the form refuses the address %s', ([slug = '']) => {
  const problems = postInputSchema.safeParse({ ...input, slug }).error?.issues;
  expect(problems?.map(({ path }) => path[0])).toEqual(['slug']);
});

test('a merge keeps every change that only one side made', () => {
  fc.assert(
    fc.property(anyInput, anyInput, anyInput, (base, mine, theirs) => {
      const comparison = compareVersions(fields, base, mine, theirs);
      const merged = mergeVersions(fields, mine, theirs, comparison, noChoices);
      const mineOrBoth = [...comparison.onlyMine, ...comparison.both];
      expect(changedFields(fields, merged, mine)).toEqual(comparison.onlyTheirs);
      expect(changedFields(fields, merged, theirs).toSorted()).toEqual(mineOrBoth.toSorted());
    }),
  );
});

test('choosing theirs everywhere gives their version plus the fields only I changed', () => {
  fc.assert(
    fc.property(anyInput, anyInput, anyInput, (base, mine, theirs) => {
      const comparison = compareVersions(fields, base, mine, theirs);
      const choices = chooseEverywhere(comparison, 'theirs');
      const merged = mergeVersions(fields, mine, theirs, comparison, choices);
      expect(changedFields(fields, merged, theirs)).toEqual(comparison.onlyMine);
    }),
  );
});

test('two equal sides have no differences', () => {
  fc.assert(
    fc.property(anyInput, anyInput, (base, side) => {
      expect(compareVersions(fields, base, side, { ...side })).toEqual({
        onlyTheirs: [],
        onlyMine: [],
        both: [],
        lists: [],
      });
    }),
  );
});

test('a version has a short list of its changes', () => {
  expect(describeChanges(fields, input, input)).toBe('No changes');
  expect(describeChanges(fields, input, { ...input, status: 'published' })).toBe('Published');
  expect(
    describeChanges(fields, input, {
      ...input,
      title: 'Two',
      slug: 'two',
      markdown: 'x',
      excerpt: 'y',
      author: 'Ben',
    }),
  ).toBe('Title, Address, Excerpt and 2 more');
});

test('every word is searched for, and no character can end the condition', () => {
  expect(everyWordIn(['title', 'excerpt'], 'slow b,)%read')).toBe(
    'and(or(title.ilike.%slow%,excerpt.ilike.%slow%),or(title.ilike.%b___read%,excerpt.ilike.%b___read%))',
  );
});

test('the cover accepts a URL of our bucket with its origin, and no other website', () => {
  const read = (imageUrl: string) => postInputSchema.safeParse({ ...input, imageUrl });
  const stored = '/storage/v1/object/public/images/a.webp';
  expect(read(` http://backend.test${stored}`).data?.imageUrl).toBe(stored);
  expect(read(`https://other.example${stored}`).error?.issues).toMatchObject([
    { path: ['imageUrl'], message: FOREIGN_PICTURE },
  ]);
});
