import type { Blog, BlogPosting, Thing } from 'schema-dts';
import { team } from '@brand/people';
import { blogContent } from '@brand/texts/blog';
import { agency } from '@/content/structured-data/agency';
import { paths } from '@/lib/paths';
import { breadcrumbs } from '@/lib/structured-data';
import { NO_AUTHOR, type Post } from './model';

function blog(): Exclude<Blog, string> {
  return { '@type': 'Blog', '@id': paths.blog, name: blogContent.meta.title, url: paths.blog };
}

export function blogData(posts: readonly Post[]): Exclude<Blog, string> {
  return {
    ...blog(),
    description: blogContent.meta.description,
    publisher: agency(),
    blogPost: posts.map(blogPosting),
  };
}

export function postData(post: Post): Thing[] {
  const path = paths.post.to(post.slug);
  return [
    {
      '@id': path,
      ...blogPosting(post),
      author: authorOf(post),
      description: post.excerpt,
      articleSection: post.category,
      keywords: [...post.tags],
      publisher: agency(),
      isPartOf: blog(),
    },
    breadcrumbs([
      { name: blogContent.meta.title, path: paths.blog },
      { name: post.title, path },
    ]),
  ];
}

/** With the page that says who it is: only on the post's own page, since lists hold many. */
function authorOf({ author: { name } }: Post) {
  if (name === NO_AUTHOR) return agency();
  const member = team.find((one) => one.name === name);
  const url = member ? `${paths.about}#${member.id}` : paths.about;
  return { '@type': 'Person' as const, name, url };
}

/** The properties for lists and for the post's own page. Without an id: in a list its URL identifies it. */
function blogPosting(post: Post): Exclude<BlogPosting, string> {
  const { title, slug, author, imageUrl, publishedAt, updatedAt } = post;
  return {
    '@type': 'BlogPosting',
    headline: title,
    url: paths.post.to(slug),
    author: author.name === NO_AUTHOR ? agency() : { '@type': 'Person', name: author.name },
    ...(imageUrl && { image: imageUrl }),
    ...(publishedAt && { datePublished: publishedAt }),
    ...(updatedAt && { dateModified: updatedAt }),
  };
}
