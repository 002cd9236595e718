import { expect, test } from 'vitest';
import { createFirstView } from '../../../scripts/lib/build/first-view-styles.ts';

const stylesOf = (css: string, html: string) => createFirstView(css)(html);
const STILL = '@media (prefers-reduced-motion:reduce){.a{animation-duration:1ms!important}}';

test('drops reduced-motion rules that match nothing', () => {
  const css = `${STILL}@media (prefers-reduced-motion:no-preference){.a{animation:x 1s}}@keyframes x{to{opacity:0}}`;
  expect(stylesOf(css, '<p class="a">')).not.toContain('1ms');
});

test('keeps reduced-motion rules for elements that move', () => {
  const css = `${STILL}.b{animation:x 1s}@keyframes x{to{opacity:0}}`;
  expect(stylesOf(css, '<p class="a b">')).toContain('animation-duration:1ms');
});

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

test('removes dark rules equal to the light ones', () => {
  const css =
    ':root{--a:red;--b:blue}.dark{--a:red;--b:navy}.c{color:var(--a);background:var(--b)}';
  const styles = stylesOf(css, '<p class="c">');
  expect(styles.match(/--a:/g)).toHaveLength(1);
  expect(styles).toContain('.dark{--b:navy}');
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
