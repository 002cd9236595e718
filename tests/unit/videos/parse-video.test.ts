import { expect, test } from 'vitest';
import { parseVideo, PLAYER_ORIGINS } from '@contracts/video';

const ID = 'dQw4w9WgXcQ';
const YOUTUBE = `https://www.youtube.com/watch?v=${ID}`;
const NO_COOKIE = `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1&rel=0`;

test.for([
  `https://www.youtube.com/watch?v=${ID}`,
  `http://youtube.com/watch?list=PL1&v=${ID}&feature=share`,
  `https://m.youtube.com/watch?v=${ID}`,
  `https://youtu.be/${ID}?si=tracking`,
  `https://www.youtube.com/embed/${ID}`,
  `https://www.youtube.com/live/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}?rel=0`,
  `HTTPS://YOUTU.BE/${ID}`,
])('%s is a YouTube video', (address) => {
  expect(parseVideo(address)).toEqual({
    host: 'YouTube',
    page: YOUTUBE,
    player: NO_COOKIE,
    isTall: false,
  });
});

test.for([
  ['t=90', '90'],
  ['t=1m30s', '90'],
  ['t=1h2m3s', '3723'],
  ['start=45', '45'],
])('YouTube: %s starts after %s seconds', ([time, seconds]) => {
  const video = parseVideo(`https://youtu.be/${ID}?${time}`);
  expect(video?.page).toBe(`${YOUTUBE}&t=${seconds}`);
  expect(video?.player).toBe(`${NO_COOKIE}&start=${seconds}`);
});

test('YouTube: a start that is no time is left out', () => {
  expect(parseVideo(`https://youtu.be/${ID}?t=soon`)?.player).toBe(NO_COOKIE);
});

test('a short is upright', () => {
  expect(parseVideo(`https://www.youtube.com/shorts/${ID}?feature=share`)).toEqual({
    host: 'YouTube',
    page: `https://www.youtube.com/shorts/${ID}`,
    player: NO_COOKIE,
    isTall: true,
  });
});

test.for([
  ['https://vimeo.com/76979871', 'https://vimeo.com/76979871', ''],
  ['https://vimeo.com/76979871?share=copy', 'https://vimeo.com/76979871', ''],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://vimeo.com/76979871', ''],
  [
    'https://vimeo.com/76979871/ab12cd34ef',
    'https://vimeo.com/76979871/ab12cd34ef',
    '&h=ab12cd34ef',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=ab12cd34ef&badge=0',
    'https://vimeo.com/76979871/ab12cd34ef',
    '&h=ab12cd34ef',
  ],
  ['https://vimeo.com/76979871#t=1m5s', 'https://vimeo.com/76979871#t=65s', '#t=65s'],
])('%s is a Vimeo video', ([address = '', page, rest]) => {
  expect(parseVideo(address)).toEqual({
    host: 'Vimeo',
    page,
    player: `https://player.vimeo.com/video/76979871?dnt=1&autoplay=1${rest}`,
    isTall: false,
  });
});

test('the page of a video gives the same video again, and its player is at a known origin', () => {
  for (const address of [
    `https://youtu.be/${ID}?t=5m`,
    `https://www.youtube.com/shorts/${ID}`,
    'https://vimeo.com/76979871/ab12cd34ef#t=1m5s',
  ]) {
    const video = parseVideo(address);
    expect(parseVideo(video?.page ?? '')).toEqual(video);
    expect(PLAYER_ORIGINS).toContain(new URL(video?.player ?? '').origin);
  }
});

test.for([
  '',
  'youtube',
  '//youtu.be/dQw4w9WgXcQ',
  `javascript:https://youtu.be/${ID}`,
  `https://youtu.be/${ID}"onload="x`,
  `https://youtu.be/short`,
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/playlist?list=PL1',
  `https://www.youtube.com/?v=${ID}`,
  `https://youtube.com.evil.example/watch?v=${ID}`,
  `https://evil.example/youtu.be/${ID}`,
  `https://youtu.be@evil.example/${ID}`,
  `https://user:word@youtu.be/${ID}`,
  `https://youtu.be:8443/${ID}`,
  'https://vimeo.com/about',
  'https://vimeo.com/76979871/<b>',
  'https://player.vimeo.com/video/76979871?h=%22onload',
  'https://dailymotion.com/video/x1',
])('%j is no video', (address) => {
  expect(parseVideo(address)).toBeNull();
});
