import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ArticleHtml } from '@/components/article-html';
import { sanitizeHtml } from '@/lib/sanitize-html';

const PAGE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

function open(html: string) {
  return render(<ArticleHtml html={sanitizeHtml(html)} />).container;
}
const link = (content: string, address = PAGE) =>
  `<p><a class="video" href="${address}">${content}</a></p>`;

/** Whether the browser follows the link. jsdom cannot. */
function isFollowed(target: HTMLElement, keys = {}): boolean {
  let isPrevented = false;
  const stop = (event: Event) => {
    isPrevented = event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener('click', stop, { once: true });
  fireEvent.click(target, keys);
  return !isPrevented;
}
const frame = () => document.querySelector('iframe');

test('the poster is a link to the video, and nothing is loaded from its host', () => {
  const container = open(link('Our film'));
  const poster = screen.getByRole('link', {
    name: 'Play video: Our film Plays here and connects you to YouTube',
  });
  expect(poster).toHaveAttribute('href', PAGE);
  expect(container.querySelector('iframe, img, script')).toBeNull();
});

test('pressing it puts a sandboxed player in its place and moves the focus there', async () => {
  open(link('Our film'));
  expect(isFollowed(screen.getByRole('link'))).toBe(false);
  await waitFor(() => expect(frame()).not.toBeNull());
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(frame()).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  );
  expect(frame()).toHaveAttribute('title', 'Our film (YouTube player)');
  expect(frame()).toHaveAttribute('referrerpolicy', 'strict-origin');
  expect(frame()?.getAttribute('sandbox')).not.toMatch(/top-navigation|forms|modals|downloads/);
  expect(frame()).toHaveFocus();
});

test('with a modifier key the browser follows the link', () => {
  open(link('Our film'));
  expect(isFollowed(screen.getByRole('link'), { ctrlKey: true })).toBe(true);
  expect(frame()).toBeNull();
});

test('its own picture is the poster, and its description the title', () => {
  const container = open(link('<img src="/images/a.webp" alt="Two bakers">'));
  expect(container.querySelector('.video-title')).toHaveTextContent('Two bakers');
  expect(container.querySelector('img')).toHaveAttribute('alt', '');
});

test('a short is upright', () => {
  open(link('Short', 'https://www.youtube.com/shorts/dQw4w9WgXcQ'));
  expect(screen.getByRole('link')).toHaveClass('video-tall');
});

test('a link of this class to another address is an ordinary link', () => {
  const container = open(link('Fake', 'https://evil.example/watch'));
  expect(container.querySelector('.video')).toBeNull();
  expect(isFollowed(screen.getByRole('link', { name: 'Fake' }))).toBe(true);
  expect(frame()).toBeNull();
});
