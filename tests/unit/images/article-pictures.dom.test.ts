// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { watchArticlePictures } from '@/lib/images/article-pictures';
import { IMAGE_FAILURE } from '@/lib/images/failure';
import { dismiss, getSnapshot } from '@/lib/notifications';

afterEach(() => {
  getSnapshot().forEach(({ id }) => dismiss(id));
  document.body.replaceChildren();
});

/** An article with one picture in it, watched, and the picture itself. */
function watched(attributes: string) {
  const article = document.createElement('article');
  article.innerHTML = `<p><img src="/gone.jpg" ${attributes}></p>`;
  document.body.append(article);
  const stop = watchArticlePictures(article);
  onTestFinished(stop);
  return { article, picture: pictureIn(article), stop };
}

function pictureIn(article: Element): HTMLImageElement {
  const picture = article.querySelector('img');
  if (!picture) throw new Error('The article has no picture');
  return picture;
}

const fail = (picture: Element) => picture.dispatchEvent(new Event('error'));

/** Sets the state of a picture whose loading has ended; jsdom loads none. */
function finished(picture: HTMLImageElement, naturalWidth: number, decode: () => unknown) {
  Object.defineProperties(picture, {
    complete: { value: true, configurable: true },
    naturalWidth: { value: naturalWidth },
    decode: { value: decode },
  });
}

test('a picture whose variants fail is loaded without srcset', () => {
  const { article, picture } = watched('srcset="/gone-480.jpg 480w" alt="A cloud"');
  fail(picture);
  expect(pictureIn(article)).toBe(picture);
  expect(picture.hasAttribute('srcset')).toBe(false);
  expect(getSnapshot().filter(({ open }) => open)).toEqual([]);
  fail(picture);
  expect(article.querySelector('img')).toBeNull();
});

test('a failed picture is replaced by a text of the same size', () => {
  const { article, picture } = watched('width="640" height="480" alt="A cloud"');
  fail(picture);
  const words = article.querySelector<HTMLElement>('.picture-failed');
  expect(words?.textContent).toBe(`${IMAGE_FAILURE} A cloud`);
  expect(words?.querySelector('strong')?.textContent).toBe(IMAGE_FAILURE);
  expect(words?.style.aspectRatio).toBe('640 / 480');
  expect(words?.style.width).toBe('640px');
});

test.for(['', 'width="640"', 'height="480"'])(
  'the text for a picture of unknown size (%j) has no fixed size',
  (attributes) => {
    const { article, picture } = watched(attributes);
    fail(picture);
    const words = article.querySelector<HTMLElement>('.picture-failed');
    expect(words?.textContent).toBe(IMAGE_FAILURE);
    expect(words?.getAttribute('style')).toBeNull();
  },
);

test('an error of another element leaves the post unchanged', () => {
  const { article } = watched('');
  const film = document.createElement('video');
  article.append(film);
  fail(film);
  expect(film.isConnected).toBe(true);
  expect(article.querySelector('.picture-failed')).toBeNull();
});

test('after the watch has ended a failed picture stays', () => {
  const { article, picture, stop } = watched('');
  stop();
  fail(picture);
  expect(pictureIn(article)).toBe(picture);
});

/** A post whose picture had finished before the watch began. */
function prerendered(naturalWidth: number) {
  const article = document.createElement('article');
  article.innerHTML = '<img src="/gone.jpg" alt="">';
  const picture = pictureIn(article);
  finished(picture, naturalWidth, () =>
    Promise.reject(new DOMException('broken', 'EncodingError')),
  );
  return { article, picture };
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a picture that failed before the watch began is replaced as well', async () => {
  const { article } = prerendered(0);
  onTestFinished(watchArticlePictures(article));
  await aMoment();
  expect(article.textContent).toBe(IMAGE_FAILURE);
});

test('a failure found after the watch has ended changes nothing', async () => {
  const { article, picture } = prerendered(0);
  watchArticlePictures(article)();
  await aMoment();
  expect(pictureIn(article)).toBe(picture);
});

test('a loaded picture without intrinsic size stays', async () => {
  const article = document.createElement('article');
  article.innerHTML = '<img src="/drawing.svg" alt="">';
  finished(pictureIn(article), 0, () => Promise.resolve());
  onTestFinished(watchArticlePictures(article));
  await aMoment();
  expect(article.querySelector('img')).not.toBeNull();
});

test.for<[string, number, boolean]>([
  ['there already', 640, true],
  ['still on its way', 0, false],
])('a picture that is %s stays unchanged', async ([, naturalWidth, isComplete]) => {
  const { article, picture } = prerendered(naturalWidth);
  Object.defineProperty(picture, 'complete', { value: isComplete });
  onTestFinished(watchArticlePictures(article));
  await aMoment();
  expect(pictureIn(article)).toBe(picture);
});
