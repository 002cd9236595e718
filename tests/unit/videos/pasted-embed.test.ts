import { expect, test } from 'vitest';
import { parseVideo } from '@contracts/video';
import { findEmbed, hasFrame, toLinkMarkdown, toVideoMarkdown } from '@/documents/pasted-embed';

const ADDRESS = 'https://youtu.be/dQw4w9WgXcQ';
const PAGE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const YOUTUBE =
  '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=a&amp;start=9" title="YouTube video player" frameborder="0" allowfullscreen></iframe>';

test('an address of a video that stands alone is found, not one inside a text', () => {
  expect(findEmbed(` ${ADDRESS}\n`)).toMatchObject({ code: ADDRESS, isAddress: true });
  expect(findEmbed(`See ${ADDRESS}`)).toBeNull();
  expect(findEmbed('https://a.example/video')).toBeNull();
  expect(findEmbed('Plain <b>text</b>')).toBeNull();
});

test('the embed code of a video is found inside a text', () => {
  expect(findEmbed(`Before ${YOUTUBE} after`)).toMatchObject({
    code: YOUTUBE,
    isAddress: false,
    video: { page: `${PAGE}&t=9` },
  });
  const vimeo = '<IFRAME SRC=//player.vimeo.com/video/76979871 title="Two &amp; three">';
  expect(findEmbed(vimeo)).toMatchObject({
    code: vimeo,
    video: { host: 'Vimeo' },
    title: 'Two & three',
  });
});

test.for([
  [
    '<iframe src="https://maps.example/embed?a=1&amp;b=2"></iframe>',
    'https://maps.example/embed?a=1&b=2',
  ],
  ['<iframe src="javascript:alert(1)"></iframe>', null],
  ['<iframe srcdoc="<p>x</p>"></iframe>', null],
  ['<iframe src="https://a.example', 'https://a.example'],
  ['<iframe ', null],
])('%s is the embed code of a page at %s', ([code = '', address]) => {
  expect(findEmbed(code ?? '')).toMatchObject({ code, video: null, address });
});

test('a link has the title of the page or its host, and no character that ends it', () => {
  expect(toLinkMarkdown('', 'https://maps.example/x')).toBe(
    '[maps.example](https://maps.example/x)',
  );
  expect(toLinkMarkdown('A [b]', 'https://maps.example/x(1)')).toBe(
    String.raw`[A \[b\]](https://maps.example/x%281%29)`,
  );
});

test('a video is its address, or a link with its title', () => {
  const video = parseVideo(ADDRESS);
  if (!video) throw new Error('No video');
  expect(toVideoMarkdown(video, 'YouTube video player')).toBe(PAGE);
  expect(toVideoMarkdown(video, '')).toBe(PAGE);
  expect(toVideoMarkdown(video, 'Our film')).toBe(`[Our film](${PAGE})`);
});

test('embed code in a text is noticed, except as inline code', () => {
  expect(hasFrame(`a\n${YOUTUBE}`)).toBe(true);
  expect(hasFrame(`\`${YOUTUBE}\``)).toBe(false);
  expect(hasFrame('an iframe')).toBe(false);
});
