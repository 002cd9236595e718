// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPost } from '@/lib/render-post';

test('a post is drawn and counted as the service does it', () => {
  expect(renderPost('Three *plain* words')).toEqual({
    html: '<p>Three <em>plain</em> words</p>',
    words: 3,
    problem: null,
  });
});

test('nothing that could run reaches the preview', () => {
  const { html } = renderPost('before <script>alert(1)</script> [x](javascript:alert(1))');
  expect(html).toContain('before');
  expect(html).not.toMatch(/script/);
});

test('a text that cannot be rendered says why and draws nothing', () => {
  expect(renderPost('> '.repeat(500))).toEqual({
    html: '',
    words: 0,
    problem: 'Quotes, lists or brackets are nested too deeply',
  });
});

test('the last text is rendered once, however many parts of the form ask', () => {
  const first = renderPost('one');
  expect(renderPost('one')).toBe(first);
  expect(renderPost('one two').words).toBe(2);
  expect(renderPost('one')).not.toBe(first);
});

test('a fault of the renderer itself is not taken for one of the text', () => {
  // @ts-expect-error -- what no caller hands over
  expect(() => renderPost(null)).toThrow(TypeError);
});
