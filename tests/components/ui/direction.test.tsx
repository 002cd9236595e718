import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, test } from 'vitest';
import { CaseStudyView } from '@/features/case-studies/components/case-study-view';
import { PostView } from '@/features/posts/components/post-view';
import { PostRow } from '@/features/posts/components/post-row';
import { toPost } from '@/features/posts/model';
import { partRenderer } from '@/lib/article-renderers';
import { fullStudy } from '../case-studies/public-study';
import { wirePost } from '../posts/blog-setup';

beforeAll(async () => {
  await partRenderer.load();
});

/** A full stop at the wrong end shows a text without its direction. */
const WORDS = 'دار الكتب (2026).';
const CODES = /^(?:id|slug|status|publishedAt)$|At$|Url$|^url$|^kind$/;

/** The same, with Arabic words in place of every text. */
function inArabic<Value>(value: Value, name = ''): Value {
  if (typeof value === 'string') return (CODES.test(name) ? value : WORDS + name) as Value;
  if (Array.isArray(value)) return value.map((one, at) => inArabic(one, String(at))) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, inArabic(part, key)]),
  ) as Value;
}

/** The elements whose words have no direction of their own. */
function undirected(page: ReactNode): string[] {
  const { container } = render(page, { wrapper: MemoryRouter });
  expect(container).toHaveTextContent(WORDS);
  return [...container.querySelectorAll('*')]
    .filter((element) => {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const hasWords = own.some(({ textContent }) => textContent?.includes(WORDS));
      return hasWords && !element.closest('bdi, [dir="auto"], .sr-only');
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 160));
}

test('every text of a case study and its cards has a direction', () => {
  const study = inArabic(fullStudy({ ctaHeadline: 'Ask', ctaText: 'Us', outcome: 'More' }));
  expect(undirected(<CaseStudyView study={study} related={[{ ...study, id: 'other' }]} />)).toEqual(
    [],
  );
});

test('every text of a post and its row has a direction', () => {
  const post = inArabic(toPost(wirePost()));
  if (post === null) throw new Error('The post is none');
  expect(undirected(<PostView post={post} related={[post]} newer={post} older={post} />)).toEqual(
    [],
  );
  expect(undirected(<PostRow post={post} />)).toEqual([]);
});
