import { z } from 'zod';
import {
  POST_AUTHOR_DEFAULT,
  POST_AUTHOR_MAX,
  POST_CATEGORY_MAX,
  POST_LIMITS,
  POST_TAG_MAX,
  POST_TAGS_MAX,
  postCreateSchema,
} from '@contracts/blog';
import { slugInputSchema } from '@contracts/slug';
import { emptyInput, type Fields } from '@/documents/fields';
import { describeState } from '@/documents/publication';
import { toStoredImageUrl } from '@/lib/image-url';

const { shape } = postCreateSchema;

/** The form values of a post; empty values are ''. */
export const postInputSchema = z.object({
  title: shape.title,
  slug: slugInputSchema,
  excerpt: shape.excerpt.unwrap(),
  markdown: shape.markdown.unwrap(),
  imageUrl: z
    .string()
    .transform((address) => toStoredImageUrl(address.trim()))
    .pipe(shape.imageUrl.unwrap().unwrap()),
  imageAlt: shape.imageAlt.unwrap().unwrap(),
  category: shape.category.unwrap().unwrap(),
  tags: shape.tags.unwrap(),
  author: shape.author.unwrap(),
  status: shape.status.unwrap(),
  /** ISO 8601 in UTC. */
  publishedAt: z.iso.datetime().or(z.literal('')),
});
export type PostInput = z.infer<typeof postInputSchema>;
export type PostField = keyof PostInput;

/** Every field of a post, in the order of the form, with the names of the blog function. */
export const postFields = {
  title: { type: 'text', label: 'Title', limit: POST_LIMITS.title },
  slug: { type: 'line', label: 'Address', limit: POST_LIMITS.slug },
  excerpt: { type: 'text', label: 'Excerpt', limit: POST_LIMITS.excerpt },
  markdown: {
    type: 'text',
    label: 'Text',
    column: 'content_markdown',
    limit: POST_LIMITS.content_markdown,
    isVerbatim: true,
    markdown: 'post',
  },
  imageUrl: {
    type: 'picture',
    label: 'Cover',
    column: 'cover_image_url',
    limit: POST_LIMITS.cover_image_url,
  },
  imageAlt: {
    type: 'text',
    label: 'Alternative text of the cover',
    column: 'cover_alt',
    limit: POST_LIMITS.cover_alt,
  },
  status: {
    type: 'choice',
    label: 'Status',
    options: { draft: 'Draft', published: 'Published' },
    describe: describeState,
  },
  publishedAt: { type: 'moment', label: 'Publish date' },
  author: { type: 'line', label: 'Author', limit: POST_AUTHOR_MAX },
  category: { type: 'line', label: 'Category', limit: POST_CATEGORY_MAX },
  tags: { type: 'tags', label: 'Tags', maxCount: POST_TAGS_MAX, maxLength: POST_TAG_MAX },
} satisfies Fields<PostInput>;

export const emptyPostInput: PostInput = {
  ...emptyInput<PostInput>(postFields),
  author: POST_AUTHOR_DEFAULT,
};
