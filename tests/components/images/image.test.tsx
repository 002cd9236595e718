import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Image } from '@/components/image';
import { imageSources } from '@/content/images';
import type { CatalogueImage } from '@/lib/images/catalogue-image';
import { noteReachable, noteUnreachable } from '@/lib/connection';
import { TOAST_DURATION_MS } from '@/lib/constants';
import { dismiss, getSnapshot } from '@/lib/notifications';

const hill: CatalogueImage = {
  name: 'hill',
  width: 1920,
  height: 1280,
  color: '#c8d8f8',
  widths: [320, 640, 960, 1280, 1920],
};

// The page of the last warning is kept between tests, so each test has its own page.
let pages = 0;

beforeEach(() => {
  pages += 1;
  window.history.replaceState(null, '', `/page-${pages}`);
});

afterEach(() => {
  getSnapshot().forEach(({ id }) => dismiss(id));
  Reflect.deleteProperty(navigator, 'connection');
});

const connectBy = (connection: { saveData?: boolean; effectiveType?: string }) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });

const sourceSets = (container: HTMLElement) =>
  [...container.querySelectorAll('source')].map(({ type, srcset }) => [type, srcset]);

const openToasts = () => getSnapshot().filter(({ open }) => open);

test('a crop keeps the focal point that brand/ gives, unless the place gives its own', () => {
  const picture = { ...hill, focus: { x: 20, y: 60 } };
  const shared = { image: picture, alt: 'A hill', aspect: 'card', sizes: '50vw' } as const;
  const { rerender } = render(<Image {...shared} />);
  expect(screen.getByAltText('A hill')).toHaveStyle({ objectPosition: '20% 60%' });
  rerender(<Image {...shared} focus={{ x: 0, y: 0 }} />);
  expect(screen.getByAltText('A hill')).toHaveStyle({ objectPosition: '0% 0%' });
});

test.each([
  ['IMG-12', 'card', 'aspect-video'],
  ['IMG-13', 'hero', 'tablet:aspect-[21/9]'],
  ['IMG-14', 'avatar', 'aspect-square'],
  ['IMG-14', 'square', 'aspect-square'],
  ['IMG-15', 'thumbnail', 'aspect-[4/3]'],
  ['IMG-16', 'feature', 'aspect-[3/2]'],
] as const)('%s: the aspect ratio of a %s picture is %s', (_, aspect, expected) => {
  const { container } = render(<Image src="/one.jpg" alt="One" aspect={aspect} sizes="100vw" />);

  expect(container.firstElementChild).toHaveClass(expected);
});

test('IMG-17: a picture is loaded lazily', () => {
  render(<Image src="/one.jpg" alt="One" aspect="card" sizes="100vw" />);

  const picture = screen.getByRole('img', { name: 'One' });
  expect(picture).toHaveAttribute('loading', 'lazy');
  expect(picture).toHaveAttribute('decoding', 'async');
  expect(picture).not.toHaveAttribute('fetchpriority');
});

test('IMG-17: the critical picture is loaded at once with high priority', () => {
  render(<Image src="/one.jpg" alt="One" aspect="hero" sizes="100vw" priority="critical" />);

  const picture = screen.getByRole('img', { name: 'One' });
  expect(picture).toHaveAttribute('loading', 'eager');
  expect(picture).toHaveAttribute('fetchpriority', 'high');
});

test('IMG-19: a failed picture is replaced by its alt text in the same space', () => {
  const { container } = render(
    <Image src="/gone.jpg" alt="A shelf of pears" aspect="thumbnail" sizes="100vw" />,
  );

  fireEvent.error(screen.getByRole('img'));

  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
  expect(screen.getByText('A shelf of pears')).toBeInTheDocument();
  expect(container.firstElementChild).toHaveClass('aspect-[4/3]');
});

test('IMG-19: after a failed picture the next one in its place loads', () => {
  const { rerender } = render(<Image src="/gone.jpg" alt="" aspect="card" sizes="100vw" />);
  fireEvent.error(screen.getByRole('presentation'));

  rerender(<Image src="/here.jpg" alt="Here" aspect="card" sizes="100vw" />);

  expect(screen.queryByText('Image could not be loaded.')).not.toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Here' })).toHaveAttribute('src', '/here.jpg');
});

test('a picture of natural size is never enlarged, and its callback is called when it settles', () => {
  const handleSettle = vi.fn();
  render(
    <Image
      src="/storage/v1/object/public/images/a.jpg?v=640x480_320.1"
      alt="A"
      aspect="own"
      sizes="100vw"
      onSettle={handleSettle}
    />,
  );
  const picture = screen.getByRole('img', { name: 'A' });
  expect(picture).toHaveStyle({ maxWidth: 'min(100%, 640px)' });

  fireEvent.load(picture);
  expect(handleSettle).toHaveBeenCalledOnce();

  fireEvent.error(picture);
  expect(handleSettle).toHaveBeenCalledOnce();
  fireEvent.error(screen.getByRole('img', { name: 'A' }));
  expect(handleSettle).toHaveBeenCalledTimes(2);
  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
});

test('a drawing is lit at night, its failure text is not', () => {
  const { container } = render(<Image image={hill} alt="A hill" aspect="card" sizes="50vw" />);
  expect(container.firstElementChild).toHaveClass('drawing');

  fireEvent.error(screen.getByRole('img'));

  expect(container.firstElementChild).not.toHaveClass('drawing');
});

test('a photograph is dimmed at night, not lit like a drawing', () => {
  const photo = { ...hill, isPhoto: true } as const;
  const { container } = render(<Image image={photo} alt="A hill" aspect="card" sizes="50vw" />);
  expect(container.firstElementChild).toHaveClass('photo');
  expect(container.firstElementChild).not.toHaveClass('drawing');
});

test('IMG-8: a picture of the catalogue comes as AVIF or WebP, at the width the browser chooses', () => {
  const { container } = render(<Image image={hill} alt="A hill" aspect="feature" sizes="50vw" />);

  const { avif, webp, src } = imageSources(hill);
  expect(sourceSets(container)).toEqual([
    ['image/avif', avif],
    ['image/webp', webp],
  ]);
  expect(avif).toContain('/images/hill-1920.avif 1920w');
  for (const source of container.querySelectorAll('source')) expect(source.sizes).toBe('50vw');
  const picture = screen.getByRole('img', { name: 'A hill' });
  expect(picture.parentElement?.tagName).toBe('PICTURE');
  expect(picture).toHaveAttribute('src', src);
});

test('a picture of the catalogue has its size and a placeholder color', () => {
  const { container } = render(<Image image={hill} alt="A hill" aspect="feature" sizes="50vw" />);

  expect(container.firstElementChild).toHaveStyle({ backgroundColor: '#c8d8f8' });
  expect(screen.getByRole('img')).toHaveAttribute('width', '1920');
  expect(screen.getByRole('img')).toHaveAttribute('height', '1280');
});

test('a stored picture is one file', () => {
  const { container } = render(<Image src="/one.jpg" alt="One" aspect="card" sizes="50vw" />);

  expect(container.querySelector('picture')).toBeNull();
  expect(screen.getByRole('img')).toHaveAttribute('sizes', '50vw');
});

test.each([
  ['data is saved', { saveData: true, effectiveType: '4g' }, 320],
  ['the connection is slow', { effectiveType: '2g' }, 320],
  ['the connection is medium', { effectiveType: '3g' }, 640],
  ['the connection is fast', { effectiveType: '4g' }, 1920],
])('IMG-18: if %s (%o) no file is wider than %i', (_, connection, widest) => {
  connectBy(connection);
  const { container } = render(<Image image={hill} alt="" aspect="hero" sizes="100vw" />);

  const widths = sourceSets(container).map(([, set]) => set?.split(' ').at(-1));
  expect(widths).toEqual([`${widest}w`, `${widest}w`]);
  expect(container.querySelector('img')).toHaveAttribute(
    'src',
    `/images/hill-${Math.min(widest, 960)}.webp`,
  );
});

test('IMG-18: a connection that gets worse does not change loaded pictures', () => {
  const { container, rerender } = render(<Image image={hill} alt="" aspect="hero" sizes="100vw" />);
  const before = sourceSets(container);
  connectBy({ saveData: true });

  rerender(<Image image={hill} alt="" aspect="hero" sizes="90vw" />);

  expect(sourceSets(container)).toEqual(before);
});

test('IMG-18: a prerendered picture keeps its sources, so nothing is fetched twice', () => {
  const picture = <Image image={hill} alt="A hill" aspect="hero" sizes="100vw" />;
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(picture);
  const before = container.innerHTML;
  connectBy({ saveData: true });

  render(picture, { container, hydrate: true });

  expect(container.innerHTML).toBe(before);
  expect(sourceSets(container)[0]?.[1]).toContain('1920w');
});

test('IMG-19, R-17: a failed picture is requested again when the connection is back', () => {
  render(<Image src="/a.webp" alt="A hill" aspect="card" sizes="100vw" />);
  act(() => noteUnreachable());
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('Image could not be loaded.')).toBeVisible();
  act(() => noteReachable());
  expect(screen.getByRole('img')).toHaveAttribute('src', '/a.webp');
  expect(screen.queryByText('Image could not be loaded.')).not.toBeInTheDocument();
});

test('IMG-19: a failed picture of the catalogue shows its text too', () => {
  const { container } = render(<Image image={hill} alt="A hill" aspect="card" sizes="50vw" />);

  fireEvent.error(screen.getByRole('img'));

  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
  expect(container.querySelector('picture')).toBeNull();
});

test('IMG-20: a failed picture shows a toast for five seconds', () => {
  render(<Image src="/gone.jpg" alt="Gone" aspect="card" sizes="50vw" />);

  fireEvent.error(screen.getByRole('img'));

  expect(openToasts()).toMatchObject([
    { type: 'warning', title: 'Image loading error', duration: TOAST_DURATION_MS },
  ]);
  expect(TOAST_DURATION_MS).toBe(5000);
});

test('IMG-20: with low severity it fails without a toast', () => {
  render(<Image src="/gone.jpg" alt="Gone" aspect="card" sizes="50vw" severity="low" />);

  fireEvent.error(screen.getByRole('img'));

  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
  expect(openToasts()).toEqual([]);
});

test('IMG-20: many failures show one toast per page', () => {
  const gallery = (
    <>
      <Image src="/gone-1.jpg" alt="Gone 1" aspect="card" sizes="50vw" />
      <Image src="/gone-2.jpg" alt="Gone 2" aspect="card" sizes="50vw" />
      <Image src="/gone-3.jpg" alt="Gone 3" aspect="card" sizes="50vw" />
    </>
  );
  render(gallery);
  fireEvent.error(screen.getByRole('img', { name: 'Gone 1' }));
  const [first] = openToasts();
  fireEvent.error(screen.getByRole('img', { name: 'Gone 2' }));
  expect(openToasts()).toEqual([first]);

  window.history.replaceState(null, '', '/next-page');
  fireEvent.error(screen.getByRole('img', { name: 'Gone 3' }));

  expect(openToasts()).toHaveLength(1);
  expect(openToasts()[0]?.id).not.toBe(first?.id);
});

test('IMG-20: a picture that failed before hydration shows a toast as well', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('gone'));

  await act(async () => {
    render(<Image src="/gone.jpg" alt="Gone" aspect="card" sizes="50vw" />);
  });

  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
  expect(openToasts()).toMatchObject([{ title: 'Image loading error' }]);
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

const stored = '/storage/v1/object/public/images/a.jpg?v=1600x900_320-640.1';

test('IMG-8: a stored picture offers the variants named in its URL, and its size', () => {
  render(<Image src={stored} alt="A" aspect="card" sizes="50vw" />);

  const picture = screen.getByRole('img', { name: 'A' });
  expect(picture).toHaveAttribute(
    'srcset',
    [
      '/storage/v1/object/public/images/variants/a.jpg/1-320.webp 320w',
      '/storage/v1/object/public/images/variants/a.jpg/1-640.webp 640w',
      `${stored} 1600w`,
    ].join(', '),
  );
  expect(picture).toHaveAttribute('sizes', '50vw');
  expect(picture).toHaveAttribute('width', '1600');
  expect(picture).toHaveAttribute('height', '900');
});

test('IMG-18: on a slow connection only the small variant is offered', () => {
  connectBy({ effectiveType: '2g' });
  render(<Image src={stored} alt="A" aspect="card" sizes="50vw" />);

  expect(screen.getByRole('img').getAttribute('srcset')).toBe(
    '/storage/v1/object/public/images/variants/a.jpg/1-320.webp 320w',
  );
});

test('IMG-19: a missing variant falls back to the original before a warning', () => {
  render(<Image src={stored} alt="A" aspect="card" sizes="50vw" />);

  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('img')).not.toHaveAttribute('srcset');
  expect(openToasts()).toEqual([]);

  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('Image could not be loaded.')).toBeInTheDocument();
});
