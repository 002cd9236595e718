// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createPageWriter } from '../../../scripts/lib/build/page-html.ts';

const write = createPageWriter({
  shell: '<html><head><link rel="stylesheet" href="/a.css"></head><body></body></html>',
  styles: '/a.css',
  css: 'p{margin:0}',
  startApp: '',
  pageScript: '/page-script.js',
});

test('no text of a document ends the data block, and it is read back unchanged', () => {
  const data = [
    '</script><p id="out">',
    '</SCRIPT >',
    '<script>',
    '<!--',
    '<b>a < b</b>',
    'a\nb\\n\\\nc\t"',
  ];
  const html = write({
    path: '/',
    html: '<p>Text</p>',
    head: '',
    data,
    page: 'home',
  });
  const page = new DOMParser().parseFromString(html, 'text/html');
  const block = page.getElementById('page-data');
  expect(JSON.parse(block?.textContent ?? '')).toEqual(data);
  expect(page.getElementById('out')).toBeNull();
  expect(page.querySelectorAll('script')).toHaveLength(2);
});
