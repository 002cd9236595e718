import { z } from 'zod';
import {
  POST_AUTHOR_DEFAULT,
  POST_STATUSES,
  postCreateSchema,
  postSlugSchema,
  UNCATEGORIZED,
  type Post,
  type PostUpdate,
} from '@contracts/blog';
import { toStoredImageUrl } from '@/lib/image-url';

const { shape } = postCreateSchema;

/** Empty leaves the address to the service: it makes one of the title. */
const slugSchema = z.string().superRefine((slug, context) => {
  const parsed = postSlugSchema.safeParse(slug);
  const message = parsed.error?.issues[0]?.message;
  if (slug !== '' && message) context.addIssue({ code: 'custom', message });
});

/** The form of a post: what is empty there is an empty string. */
export const postInputSchema = z.object({
  title: shape.title,
  slug: slugSchema,
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

/** Text as it was typed: what is wrong with it, the form says once it is there again. */
export const keptInputSchema = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  markdown: z.string(),
  imageUrl: z.string(),
  imageAlt: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  author: z.string(),
  status: z.enum(POST_STATUSES),
  publishedAt: z.string(),
}) satisfies z.ZodType<PostInput>;

export const emptyPostInput: PostInput = {
  title: '',
  slug: '',
  excerpt: '',
  markdown: '',
  imageUrl: '',
  imageAlt: '',
  category: '',
  tags: [],
  author: POST_AUTHOR_DEFAULT,
  status: 'draft',
  publishedAt: '',
};

/** What the fields are called on screen, in the order of the form. */
export const postFieldLabels: Record<PostField, string> = {
  title: 'Title',
  slug: 'Address',
  markdown: 'Text',
  excerpt: 'Excerpt',
  status: 'Status',
  publishedAt: 'Publish date',
  author: 'Author',
  category: 'Category',
  tags: 'Tags',
  imageUrl: 'Cover picture',
  imageAlt: 'Alt text of the cover',
};

export const postFields = Object.keys(postFieldLabels).filter(isPostField);

export function isPostField(name: string): name is PostField {
  return name in postFieldLabels;
}

export function toPostInput(post: Post): PostInput {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    markdown: post.markdown ?? '',
    imageUrl: post.imageUrl ?? '',
    imageAlt: post.imageAlt ?? '',
    category: post.category === UNCATEGORIZED ? '' : post.category,
    tags: post.tags,
    author: post.author.name,
    status: post.status,
    publishedAt: post.publishedAt ?? '',
  };
}

/** As the service takes it. */
export function toWire({ slug, imageUrl, publishedAt, ...input }: PostInput) {
  return {
    ...input,
    title: input.title.trim(),
    excerpt: input.excerpt.trim(),
    author: input.author.trim(),
    category: input.category.trim() || null,
    imageAlt: input.imageAlt.trim() || null,
    imageUrl: toStoredImageUrl(imageUrl.trim()) || null,
    publishedAt: publishedAt || null,
    ...(slug !== '' && { slug }),
  };
}

/** What a save sends: what differs from before. */
export function toChanges(before: PostInput, after: PostInput): PostUpdate {
  const old = toWire(before);
  return Object.fromEntries(
    Object.entries(toWire(after)).filter(
      ([name, value]) =>
        !isPostField(name) || JSON.stringify(value) !== JSON.stringify(old[name] ?? null),
    ),
  );
}

/** Whether both would be stored alike in this field: blanks around a text do not count. */
export function isStoredAlike(field: PostField, a: PostInput, b: PostInput): boolean {
  return JSON.stringify(toWire(a)[field]) === JSON.stringify(toWire(b)[field]);
}

export function hasSameContent(a: PostInput, b: PostInput): boolean {
  return postFields.every((field) => isStoredAlike(field, a, b));
}

/** Whether a stored post is what was sent: the service fills in an empty address and date. */
export function isStoredFrom(stored: PostInput, sent: PostInput): boolean {
  return hasSameContent(stored, {
    ...sent,
    slug: sent.slug || stored.slug,
    publishedAt: sent.publishedAt || stored.publishedAt,
  });
}

/** Whether anything was typed since: unlike `hasSameContent`, blanks count. */
export function hasSameText(a: PostInput, b: PostInput): boolean {
  return postFields.every((field) => {
    const [one, other] = [a[field], b[field]];
    return one === other || (field === 'tags' && JSON.stringify(one) === JSON.stringify(other));
  });
}

/** The fields that differ, in the order of the form. */
export function changedFields(before: PostInput, after: PostInput): PostField[] {
  return postFields.filter((field) => !isStoredAlike(field, before, after));
}
