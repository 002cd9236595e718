// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { partRenderer, postRenderer } from '@/lib/article-renderers';

test('the sanitizer is loaded on request and sanitizes', async () => {
  expect(postRenderer.get()).toBeUndefined();
  const sanitize = await postRenderer.load();
  expect(postRenderer.get()).toBe(sanitize);
  expect(await postRenderer.load()).toBe(sanitize);
  expect(sanitize('<p onclick="alert(1)">x</p>', 'fast')).toBe('<p>x</p>');
});

test('the renderer of a part is loaded on request; a text that it refuses gives null', async () => {
  expect(partRenderer.get()).toBeUndefined();
  const render = await partRenderer.load();
  expect(render('*x*', 'fast')).toBe('<p><em>x</em></p>');
  expect(render('![x](https://a.example/a.png)', 'fast')).toBeNull();
});
