import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ArticleHtml } from '@/components/article-html';
import { dismiss, getSnapshot } from '@/lib/notifications';
import { sanitizeHtml } from '@/lib/sanitize-html';

const stored = '/storage/v1/object/public/images/a.jpg?v=1600x900_320-640.1';

// The page of the last warning is kept between tests, so each test has its own page.
let pages = 0;

afterEach(() => {
  getSnapshot().forEach(({ id }) => dismiss(id));
});

function renderArticle(html: string) {
  pages += 1;
  window.history.replaceState(null, '', `/post-${pages}`);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return render(<ArticleHtml html={sanitizeHtml(html)} />);
}

const toasts = () => getSnapshot().filter(({ open }) => open);

test('IMG-19, IMG-20: a failed picture in a post is replaced by a text of the same size', () => {
  const { container } = renderArticle(
    '<p><img src="/images/gone.webp" alt="A shelf of pears" width="800" height="600"></p>',
  );

  fireEvent.error(screen.getByRole('img'));

  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
  expect(container.querySelector('.picture-failed')).toHaveTextContent('A shelf of pears');
  expect(container.querySelector('.picture-failed')).toHaveStyle({ aspectRatio: '800 / 600' });
  expect(toasts()).toMatchObject([{ type: 'warning', title: 'Image loading error' }]);
});

test('IMG-19: a missing variant falls back to the original before a warning', () => {
  renderArticle(`<p><img src="${stored}" alt="A"></p>`);
  expect(screen.getByRole('img')).toHaveAttribute('srcset');

  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('img')).not.toHaveAttribute('srcset');
  expect(toasts()).toEqual([]);

  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
});

test('IMG-19: a picture that failed before hydration is found', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('gone'));

  await act(async () => {
    renderArticle('<p><img src="/images/gone.webp" alt="Gone"></p>');
  });

  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

test('pictures of a new text are watched', () => {
  const { rerender } = renderArticle('<p><img src="/images/one.webp" alt="One"></p>');
  rerender(<ArticleHtml html={sanitizeHtml('<p><img src="/images/two.webp" alt="Two"></p>')} />);

  fireEvent.error(screen.getByRole('img', { name: 'Two' }));

  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
});
