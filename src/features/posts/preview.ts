import { UNCATEGORIZED } from '@contracts/blog';
import { readingMinutes } from '@contracts/words/reading-time';
import type { PictureFacts } from '@contracts/picture-facts';
import { toPublicImageUrl } from '@/lib/image-url';
import type { RenderedPost } from '@/lib/render-post';
import type { PostInput } from './fields';
import type { Post } from './model';

/**
 * The post as visitors would see it with these values.
 *
 * @param savedAt ISO 8601; the date of a post without one
 * @param pictureFacts of the library
 */
export function toPreviewPost(
  input: PostInput,
  rendered: RenderedPost,
  savedAt: string,
  pictureFacts: PictureFacts,
): Post {
  const { title, slug, excerpt, tags, status, imageUrl, imageAlt, author } = input;
  return {
    ...{ id: 'preview', title, slug, excerpt, tags, status, version: null },
    content: rendered.html,
    readTime: readingMinutes(rendered.words),
    imageUrl: imageUrl === '' ? null : toPublicImageUrl(imageUrl),
    imageAlt: imageAlt === '' ? null : imageAlt,
    pictureFacts,
    category: input.category || UNCATEGORIZED,
    author: { name: author, avatar: null },
    publishedAt: input.publishedAt || savedAt,
    updatedAt: savedAt,
  };
}
