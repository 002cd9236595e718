import postcss from 'postcss';
import { expect, test } from 'vitest';
import {
  dropUnmatchedSelectors,
  readNames,
} from '../../../scripts/lib/build/unmatched-selectors.ts';

function kept(css: string, body: string) {
  const root = postcss.parse(css);
  dropUnmatchedSelectors(root, readNames(body));
  return root.toString();
}

test('lists of selectors keep what the page has, and their specificity', () => {
  const body = '<h2 class="title">One</h2><p>Two</p>';
  expect(kept('.t :is(h2,h3,h4){margin:0}', '<div class="t"><h2></h2></div>')).toBe(
    '.t :is(h2){margin:0}',
  );
  expect(kept(':is(.title,.other){margin:0}', body)).toBe(':is(.title){margin:0}');
  expect(kept(':is(.other,.more) p{margin:0}', body)).toBe('');
  expect(kept(':is(h2,.other){margin:0}', body)).toBe(':is(h2,.other){margin:0}');
  expect(kept(':where(h2,.other){margin:0}', body)).toBe(':where(h2){margin:0}');
  expect(kept('.dark :is(p),:where(.dark,.dark *) h2{margin:0}', body)).toContain('.dark');
});

test('rules for disabled fields stay where a field is disabled', () => {
  const css = '.field:disabled{opacity:.5}';
  expect(kept(css, '<input class="field">')).toBe('');
  expect(kept(css, '<input class="field" disabled="">')).toBe(css);
});

test('rules for the text of a post have to match inside one', () => {
  const page = (text: string) =>
    `<img><article><div class="reading">${text}</div></article><footer></footer>`;
  const css =
    '.reading img{margin:0}.reading>p:has(>:is(img,.gone)){margin:0}.reading footer{margin:0}';
  expect(kept(css, page('<p>One</p>'))).toBe('');
  expect(kept(css, page('<p><img></p>'))).toBe(
    '.reading img{margin:0}.reading>p:has(>:is(img,.gone)){margin:0}',
  );
});
