import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeSupabase, freshImport } from '../../support/fake-supabase';

const SERVED = '<p>As the build wrote it</p>';

/** A prerendered post after hydration. */
async function openServed(html: string) {
  fakeSupabase();
  const { PostBody } = await freshImport(() => import('@/features/posts/components/post-body'));
  const { postRenderer } = await import('@/lib/article-renderers');
  const container = document.createElement('div');
  container.innerHTML = `<div class="reading">${SERVED}</div>`;
  document.body.append(container);
  const served = container.querySelector('p');
  const onRecoverableError = vi.fn();
  let root: Root | undefined;
  await act(async () => {
    root = hydrateRoot(container, <PostBody html={html} />, { onRecoverableError });
  });
  onTestFinished(async () => {
    await act(async () => root?.unmount());
    container.remove();
  });
  const show = (next: string) => act(async () => root?.render(<PostBody html={next} />));
  return { container, served, show, postRenderer, onRecoverableError };
}

test('a prerendered post stays unchanged, and the sanitizer is not downloaded', async () => {
  const { container, served, show, postRenderer, onRecoverableError } =
    await openServed('<p>A</p>');
  await show('<p>A</p>');
  expect(container.querySelector('p')).toBe(served);
  expect(postRenderer.get()).toBeUndefined();
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('R-08: another text replaces it, sanitized', async () => {
  const { container, show } = await openServed('<p>A</p>');
  await show('<p>B<img src="/b.webp" onerror="alert(1)"></p>');
  await vi.waitFor(() => expect(container).toHaveTextContent('B'));
  expect(container).not.toHaveTextContent('As the build wrote it');
  expect(container.querySelector('[onerror]')).toBeNull();
  expect(container.querySelector('.skeleton')).toBeNull();
});

test('the old text stays until the sanitizer has loaded', async () => {
  vi.doMock('@/lib/sanitize-html', () => {
    throw new Error('out of reach');
  });
  onTestFinished(() => vi.doUnmock('@/lib/sanitize-html'));
  const { container, served, show } = await openServed('<p>A</p>');
  await show('<p>B</p>');
  await vi.dynamicImportSettled();
  expect(container.querySelector('p')).toBe(served);
});
