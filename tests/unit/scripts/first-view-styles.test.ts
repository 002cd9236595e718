import { expect, test } from 'vitest';
import { createFirstView } from '../../../scripts/lib/build/first-view-styles.ts';

const stylesOf = (css: string, html: string) => createFirstView(css)(html);

test('drops hover, focus and active rules', () => {
  const css =
    '.a{color:red}.a:hover{color:blue}html:not([data-first-view]) .a:after{content:""}.a{transition:color 1s}';
  expect(stylesOf(css, '<p class="a">')).toBe('.a{color:red}');
});

test('drops a ticked checkbox of a form, and keeps a ticked task of a text', () => {
  const css = '.checkbox:checked{color:red}.a input:checked{color:red}';
  const html = '<p class="a"><input class="checkbox"><input checked>';
  expect(stylesOf(css, html)).toBe('.a input:checked{color:red}');
});

test('keeps color-mix() and drops its fallback', () => {
  const mixed = '.a{background:color-mix(in srgb, red 50%, blue)}';
  const css = `.a{background:red;color:red}@supports (color:color-mix(in lab, red, red)){${mixed}}`;
  expect(stylesOf(css, '<p class="a">')).toBe(`.a{color:red}${mixed}`);
});

test('a page with other names, fields or variables gets styles of its own', () => {
  const css =
    ':root{--a:red}.a:disabled{color:red}.a{color:blue}:is(h2,h3){margin:0}@media (min-width:9px){.b{top:0}}';
  const write = createFirstView(css);
  const pages = [
    '<p class="a">',
    '<p class="a b">',
    '<input class="a" disabled="">',
    '<h2 class="a">',
    '<p class="a" style="color:var(--a)">',
  ];
  const styles = pages.map(write);
  expect(new Set(styles).size).toBe(pages.length);
  expect(pages.map(write)).toEqual(styles);
  expect(styles).toEqual(pages.map((page) => stylesOf(css, page)));
});
