import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postCreateSchema } from '@contracts/blog';
import { readArticle } from '../../../scripts/lib/local/seed.ts';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';

const FOLDER = 'supabase/seed/articles';
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.md'));

test('front matter is one name and value per line, before the text', () => {
  const lines = [
    '---',
    'title: On: colons',
    'tags: A, B',
    'cover: seed/a.webp',
    '---',
    '',
    '## Hi',
  ];
  for (const end of ['\n', '\r\n']) {
    expect(readArticle(lines.join(end))).toMatchObject({
      title: 'On: colons',
      tags: ['A', 'B'],
      imageUrl: '/storage/v1/object/public/images/seed/a.webp',
      markdown: '## Hi',
    });
  }
});

test.each(files)('%s is a post that can be published', (file) => {
  const article = readArticle(readFileSync(`${FOLDER}/${file}`, 'utf8'));
  const slug = file.replace(/\.md$/, '');
  expect(postCreateSchema.safeParse({ ...article, slug }).error).toBeUndefined();
  expect(renderMarkdown(article.markdown)).toContain('<h2');
});
