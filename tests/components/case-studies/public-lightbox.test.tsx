import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import { CaseStudyGallery } from '@/features/case-studies/components/case-study-gallery';
import type { CaseStudyPicture } from '@/features/case-studies/model';
import { preloadCategory, preloadImages, preloadStatus } from '@/lib/images/preload';
import { pictures } from './public-study';

// jsdom loads no pictures, so the preload queue would stay full from test to test.
vi.mock('@/lib/images/preload', () => ({
  preloadCategory: vi.fn(),
  preloadImages: vi.fn(),
  preloadStatus: vi.fn(),
}));

const PAGE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

const study = (gallery: readonly CaseStudyPicture[], heroImageUrl: string | null = null) => ({
  gallery: [...gallery],
  heroImageUrl,
  pictureFacts: {},
  title: 'Larder & Lane',
});

const thumbnail = (number: number) =>
  screen.getByRole('link', { name: `Enlarge: Picture ${number} of the shop` });

async function openLightbox({ count = 7, at = 1 } = {}) {
  const user = userEvent.setup();
  render(<CaseStudyGallery study={study(pictures(count))} />);
  const opener = thumbnail(at);
  await user.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Larder & Lane: pictures' });
  return { user, opener, dialog: within(dialog) };
}

test('LB-1, CS-15: opens at the picture that was clicked, with its caption and place', async () => {
  const { dialog } = await openLightbox({ at: 3 });

  const picture = dialog.getByRole('img', { name: 'Picture 3 of the shop' });
  expect(picture).toHaveAttribute('src', 'https://pictures.example/3.jpg');
  expect(dialog.getByText('Caption 3')).toBeInTheDocument();
  expect(dialog.getByRole('status')).toHaveTextContent('3 of 7: Picture 3 of the shop');
});

test('LB-2: next on the last picture shows the first', async () => {
  const { user, dialog } = await openLightbox({ at: 7 });

  await user.click(dialog.getByRole('button', { name: 'Next picture' }));

  expect(dialog.getByRole('img', { name: 'Picture 1 of the shop' })).toBeInTheDocument();
  expect(dialog.getByRole('status')).toHaveTextContent('1 of 7');
});

test('LB-3: previous on the first picture shows the last', async () => {
  const { user, dialog } = await openLightbox({ at: 1 });

  await user.click(dialog.getByRole('button', { name: 'Previous picture' }));

  expect(dialog.getByRole('status')).toHaveTextContent('7 of 7');
});

test('LB-4: the arrow keys show the next and the previous picture', async () => {
  const { user, dialog } = await openLightbox({ at: 2 });

  await user.keyboard('{ArrowRight}');
  expect(dialog.getByRole('status')).toHaveTextContent('3 of 7');

  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(dialog.getByRole('status')).toHaveTextContent('7 of 7');
});

test('LB-5: Escape closes and returns the focus to the thumbnail', async () => {
  const { user, opener } = await openLightbox({ at: 4 });

  await user.keyboard('{ArrowRight}{Escape}');

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(opener).toHaveFocus());
});

test('LB-5: the close button closes', async () => {
  const { user, dialog } = await openLightbox();

  await user.click(dialog.getByRole('button', { name: 'Close' }));

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('LB-6: a click on the backdrop closes', async () => {
  const { user, opener } = await openLightbox();

  await user.click(screen.getByTestId('lightbox-backdrop'));

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(opener).toHaveFocus());
});

test('LB-6: closing waits for the end of the click, which would otherwise hit the page below', async () => {
  const { user } = await openLightbox();
  const backdrop = screen.getByTestId('lightbox-backdrop');

  await user.pointer({ keys: '[MouseLeft>]', target: backdrop });
  expect(screen.getByRole('dialog')).toBeInTheDocument();

  await user.pointer({ keys: '[/MouseLeft]', target: backdrop });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('LB-7: a click on the picture does not close', async () => {
  const { user, dialog } = await openLightbox();

  await user.click(dialog.getByRole('img', { name: 'Picture 1 of the shop' }));

  expect(dialog.getByRole('img', { name: 'Picture 1 of the shop' })).toBeInTheDocument();
});

test.each([
  ['to the left shows the next', 300, 200, '3 of 7'],
  ['to the right shows the previous', 200, 300, '1 of 7'],
  ['of a few pixels does nothing', 300, 270, '2 of 7'],
])('a swipe %s', async (_, from, to, place) => {
  const { user, dialog } = await openLightbox({ at: 2 });
  const target = dialog.getByRole('img', { name: 'Picture 2 of the shop' });

  await user.pointer([
    { keys: '[TouchA>]', target, coords: { clientX: from, clientY: 100 } },
    { pointerName: 'TouchA', target, coords: { clientX: to, clientY: 110 } },
    { keys: '[/TouchA]', target, coords: { clientX: to, clientY: 110 } },
  ]);

  expect(dialog.getByRole('status')).toHaveTextContent(place);
});

test('a double tap shows a picture larger, and the next picture fits again', async () => {
  const { user, dialog } = await openLightbox({ at: 1 });
  const isLarge = (name: string) =>
    dialog.getByRole('img', { name }).closest('[style*="scale"]') !== null;
  const scrollTo = vi.spyOn(Element.prototype, 'scrollTo');

  await user.dblClick(dialog.getByRole('img', { name: 'Picture 1 of the shop' }));
  expect(isLarge('Picture 1 of the shop')).toBe(true);
  expect(scrollTo).toHaveBeenCalledOnce();

  await user.keyboard('{ArrowRight}');
  expect(isLarge('Picture 2 of the shop')).toBe(false);
});

test('a single picture has no navigation', async () => {
  const { user, dialog } = await openLightbox({ count: 1 });

  expect(dialog.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Close',
  ]);
  expect(dialog.getByRole('status')).toBeEmptyDOMElement();
  await user.keyboard('{ArrowRight}');
  expect(dialog.getByRole('img', { name: 'Picture 1 of the shop' })).toBeInTheDocument();
});

test('the previous and the next picture are preloaded', async () => {
  await openLightbox({ at: 1 });
  expect(preloadImages).toHaveBeenCalledWith([
    'https://pictures.example/2.jpg',
    'https://pictures.example/7.jpg',
  ]);
});

test('IMG-6: the opened lightbox preloads the gallery', async () => {
  await openLightbox({ count: 3, at: 2 });
  expect(preloadCategory).toHaveBeenCalledWith([
    'https://pictures.example/1.jpg',
    'https://pictures.example/2.jpg',
    'https://pictures.example/3.jpg',
  ]);
});

test('IMG-1: a preloaded picture has no spinner, any other has one', async () => {
  vi.mocked(preloadStatus).mockImplementation((url) =>
    url.endsWith('/2.jpg') ? 'loaded' : 'loading',
  );
  const { user } = await openLightbox({ at: 1 });
  const spinner = () => screen.getByRole('dialog').querySelector('.animate-turn');
  expect(spinner()).toBeInTheDocument();
  await user.keyboard('{ArrowRight}');
  expect(spinner()).not.toBeInTheDocument();
});

test('IMG-19: a failed picture shows its text, and the next one loads normally', async () => {
  const { user, dialog } = await openLightbox({ at: 1 });

  fireEvent.error(dialog.getByRole('img', { name: 'Picture 1 of the shop' }));
  expect(dialog.getByText('Image could not be loaded.')).toBeInTheDocument();

  await user.keyboard('{ArrowRight}');
  expect(dialog.getByRole('img', { name: 'Picture 2 of the shop' })).toBeInTheDocument();
});

test('the page behind does not scroll while the lightbox is open', async () => {
  const { user } = await openLightbox();

  expect(document.body).toHaveAttribute('data-scroll-locked');
  await user.keyboard('{Escape}');
  expect(document.body).not.toHaveAttribute('data-scroll-locked');
});

test('a click with a modifier key is left to the browser', () => {
  render(<CaseStudyGallery study={study(pictures(1))} />);

  const click = new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true });
  // jsdom cannot follow the link.
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  let wasLeftAlone = false;
  document.body.addEventListener('click', (e) => (wasLeftAlone = !e.defaultPrevented), {
    once: true,
  });
  thumbnail(1).dispatchEvent(click);

  expect(wasLeftAlone).toBe(true);
});

test('the lightbox has no accessibility violations that axe can detect', async () => {
  await openLightbox();

  const { violations } = await axe.run(screen.getByRole('dialog'), {
    rules: { 'color-contrast': { enabled: false } },
  });
  expect(violations.map((violation) => violation.id)).toEqual([]);
});

test('videos keep their place among the pictures, which share one lightbox', async () => {
  const [one, two, three] = pictures(3);
  if (!one || !two || !three) throw new Error('too few pictures');
  const video = { url: PAGE, caption: 'Our film', altText: null };
  render(<CaseStudyGallery study={study([one, video, two, { ...video, caption: null }, three])} />);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Enlarge: ',
    'Play video: Our filmPlays here and connects you to YouTube',
    'Enlarge: ',
    'Play video: Video on YouTubePlays here and connects you to YouTube',
    'Enlarge: ',
  ]);
  await userEvent.setup().click(thumbnail(3));
  expect(await screen.findByText('3 of 3')).toBeInTheDocument();
});

test('the posters of videos are the hero image, then the pictures of the gallery', () => {
  const video = (caption: string) => ({ url: PAGE, caption, altText: null });
  const shown = [video('a'), ...pictures(1), video('b'), video('c')];
  const { container } = render(
    <CaseStudyGallery study={study(shown, 'https://pictures.example/hero.jpg')} />,
  );
  const posters = [...container.querySelectorAll('.video img')];
  expect(posters.map((poster) => poster.getAttribute('src'))).toEqual([
    'https://pictures.example/hero.jpg',
    'https://pictures.example/1.jpg',
    'https://pictures.example/hero.jpg',
  ]);
  for (const poster of posters) expect(poster).toHaveAttribute('alt', '');
});
