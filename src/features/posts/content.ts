import type { PictureFacts } from '@contracts/picture-facts';
import { NO_AUTHOR, readingTime, toPost, UNCATEGORIZED, type Post } from './model';

type Content = {
  post: {
    title: string;
    slug: string;
    excerpt: string | null;
    content_html: string | null;
    cover_image_url: string | null;
    cover_alt: string | null;
    published_at: string | null;
  };
  tags: string[];
  category: string | null;
  author: string | null;
};

/**
 * The post as visitors would read this content, which the database has written: see blog_post_content.
 *
 * @param savedAt ISO 8601; the date of a post without one
 */
export function postOfContent(
  content: unknown,
  id: string,
  savedAt: string,
  pictureFacts: PictureFacts,
): Post | null {
  const { post, tags, category, author } = content as Content;
  const html = post.content_html ?? '';
  return toPost({
    ...{ id, title: post.title, slug: post.slug, excerpt: post.excerpt, content: html, tags },
    ...{ imageUrl: post.cover_image_url, imageAlt: post.cover_alt, pictureFacts },
    publishedAt: post.published_at ?? savedAt,
    updatedAt: savedAt,
    category: category ?? UNCATEGORIZED,
    author: { name: author ?? NO_AUTHOR, avatar: null },
    readTime: readingTime(html),
  });
}
