// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPost } from '@/lib/render-post';

test('a post is rendered and counted as in the service', () => {
  expect(renderPost('Three *plain* words')).toEqual({
    html: '<p>Three <em>plain</em> words</p>',
    words: 3,
    problem: null,
  });
});

test('no executable HTML reaches the preview', () => {
  const { html } = renderPost('before <script>alert(1)</script> [x](javascript:alert(1))');
  expect(html).toContain('before');
  expect(html).not.toMatch(/script/);
});

test('a text that cannot be rendered gives its reason and no HTML', () => {
  expect(renderPost('> '.repeat(500))).toEqual({
    html: '',
    words: 0,
    problem: 'Quotes, lists or brackets are nested too deeply',
  });
});

test('the last text is rendered once for all parts of the form', () => {
  const first = renderPost('one');
  expect(renderPost('one')).toBe(first);
  expect(renderPost('one two').words).toBe(2);
  expect(renderPost('one')).not.toBe(first);
});

test('an error of the renderer is not reported as one of the text', () => {
  // @ts-expect-error -- a value that no caller passes
  expect(() => renderPost(null)).toThrow(TypeError);
});
