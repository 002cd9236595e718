// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPart } from '@/lib/render-part';
import { renderMarkdown } from '../../../supabase/functions/_shared/markdown.ts';

const ADDRESS = 'https://youtu.be/dQw4w9WgXcQ?si=x';
const PAGE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const video = (content: string) =>
  `<p><a href="${PAGE}" class="video" rel="nofollow noopener noreferrer">${content}</a></p>`;

test('a line that is only the address of a video becomes a link of the class video', () => {
  expect(renderMarkdown(ADDRESS)).toBe(video('Video on YouTube'));
  expect(renderMarkdown(`Before:\n${ADDRESS}\nAfter\nit  \n**end**`)).toBe(
    `<p>Before:</p>\n${video('Video on YouTube')}\n<p>After\nit<br>\n<strong>end</strong></p>`,
  );
  expect(renderMarkdown(`${ADDRESS}\r\n${ADDRESS}`)).toBe(
    `${video('Video on YouTube')}\n${video('Video on YouTube')}`,
  );
});

test('it may have a title, and a picture of its own', () => {
  expect(renderMarkdown(`[Our *film*](${ADDRESS})`)).toBe(video('Our <em>film</em>'));
  expect(renderMarkdown(`[![Film](/images/a.webp)](${ADDRESS})`)).toBe(
    video('<img src="/images/a.webp" alt="Film" loading="lazy" decoding="async">'),
  );
});

test.for([
  `See ${ADDRESS}`,
  `${ADDRESS} and more`,
  `<${ADDRESS}>`,
  `- ${ADDRESS}`,
  `> ${ADDRESS}`,
  '`' + ADDRESS + '`',
  'https://www.youtube.com/@channel',
])('%s is no video', (markdown) => {
  expect(renderMarkdown(markdown)).not.toContain('class="video"');
});

test('the part of a study shows the poster', () => {
  const { html } = renderPart(`One\n${ADDRESS}\nTwo`);
  expect(html).toContain('<p>One</p>\n<p><a href=');
  expect(html).toContain('<span class="video-title">Video on YouTube</span>');
  expect(html).toContain('<p>Two</p>');
});
