import { expect, test } from '../fixtures';

const PLAYER = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0';

test('visitors load a video from its host only by pressing play', async ({
  page: visitor,
  unique,
  api,
  watch,
}) => {
  const title = unique('Film');
  const inGallery = { image_url: 'https://vimeo.com/76979871', caption: 'Second film' };
  const results = 'Watch:\n\n[Our film](https://www.youtube.com/watch?v=dQw4w9WgXcQ)\n';
  const id = await api.createStudy({ title, status: 'published', results, gallery: [inGallery] });

  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  await visitor.goto(`/projects/${id}`);
  const poster = visitor.getByRole('link', { name: 'Play video: Our film' });
  await poster.scrollIntoViewIfNeeded();
  await expect(visitor.getByRole('link', { name: 'Play video: Second film' })).toBeAttached();
  const before = await poster.boundingBox();
  await visitor.waitForLoadState('networkidle');

  await visitor
    .context()
    .route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
    );
  watch.expectErrors(/left the origin: https:\/\/www\.youtube-nocookie\.com\//);
  await poster.press('Enter');
  const player = visitor.locator('iframe.video');
  await expect(player).toHaveAttribute('src', PLAYER);
  await expect(player).toBeFocused();
  expect(await player.boundingBox()).toEqual(before);
});
