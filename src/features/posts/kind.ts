import { format } from 'date-fns';
import { defineKind } from '@/documents/kind';
import { stateOf } from '@/documents/publication';
import { paths } from '@/lib/paths';
import { emptyPostInput, postFields, postInputSchema, type PostInput } from './fields';
import { blogQueries } from './queries';
import { postApi } from './staff-api';

export const postKind = defineKind<PostInput>({
  id: 'post',
  noun: 'post',
  plural: 'blog posts',
  fields: postFields,
  empty: emptyPostInput,
  formWidth: 'full',
  titleOf: ({ title }) => title.trim(),
  isPublished: (input) => stateOf(input) === 'published',
  key: blogQueries.all,
  api: postApi,
  paths: {
    list: paths.adminPosts,
    edit: paths.adminPostEdit.to,
    history: paths.adminPostHistory.to,
    version: paths.adminPostVersion.to,
    page: (_id, { slug }) => paths.post.to(slug),
  },
  messages: {
    saved: (before, after) => `"${after.title.trim()}" ${verbFor(before, after)}`,
  },
});

function verbFor(before: PostInput | null, after: PostInput): string {
  const state = stateOf(after);
  const previous = before ? stateOf(before) : 'draft';
  if (state === 'scheduled' && (previous !== state || before?.publishedAt !== after.publishedAt)) {
    return `scheduled for ${format(after.publishedAt, "MMM d, yyyy 'at' HH:mm")}`;
  }
  if (state === previous) return 'saved';
  if (state === 'published') return 'published';
  return previous === 'scheduled' ? 'no longer scheduled' : 'unpublished';
}

const COPY_PREFIX = 'Copy of ';

/** The same post as a draft without slug and date. */
export function toCopy(input: PostInput): PostInput {
  const title = `${COPY_PREFIX}${input.title}`;
  const isLong = !postInputSchema.shape.title.safeParse(title).success;
  const { slug, status, publishedAt } = emptyPostInput;
  return { ...input, title: isLong ? input.title : title, slug, status, publishedAt };
}
