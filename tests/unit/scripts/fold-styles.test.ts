import postcss from 'postcss';
import { expect, test } from 'vitest';
import { dropStrangers, foldConstants } from '../../../scripts/lib/fold-styles.mjs';

function folded(css: string, body = '') {
  const root = postcss.parse(css);
  foldConstants(root, body);
  return root.toString();
}

function kept(css: string, body: string) {
  const root = postcss.parse(css);
  dropStrangers(root, body);
  return root.toString();
}

test('what is set once for the whole page stands where it is read, multiplied out', () => {
  const spacing = '@layer theme{:root{--spacing:.25rem}}';
  expect(folded(`${spacing}a{margin:calc(var(--spacing)*6)}`)).toContain('a{margin:1.5rem}');
  expect(folded(`${spacing}a{margin:calc(var(--spacing) * -1.5)}`)).toContain('{margin:-.375rem}');
  expect(folded(`${spacing}a{gap:var(--spacing) 1px}`)).toContain('a{gap:.25rem 1px}');
  expect(folded(`${spacing}a{top:calc(var(--spacing)*6 + 1vw)}`)).toContain('calc(.25rem*6 + 1vw)');
});

test('what may differ from place to place is left to the browser', () => {
  const read = 'a{color:var(--ink)}';
  expect(folded(`:root{--ink:red}.dark{--ink:blue}${read}`)).toContain(read);
  expect(folded(`@media print{:root{--ink:red}}${read}`)).toContain(read);
  expect(folded(`p{--ink:red}${read}`)).toContain(read);
  expect(folded(`:root{--ink:red}${read}`, '<p style="--ink:blue"></p>')).toContain(read);
  expect(folded(`:root{--ink:0 0 1px 2px rgb(1 2 3/.5)}${read}`)).toContain(read);
  expect(folded(read)).toBe(read);
});

test('what nobody sets is at its initial value, or leaves its place to the fallback', () => {
  const property = '@property --style{syntax:"*";inherits:false;initial-value:solid}';
  expect(folded(`${property}a{border-style:var(--style)}`)).toContain('a{border-style:solid}');
  expect(folded('a{line-height:var(--leading,1.5)}')).toBe('a{line-height:1.5}');
  expect(folded('a{line-height:var(--a,var(--b,1.5))}')).toBe('a{line-height:1.5}');
  expect(folded('a{font-variant:var(--x,) var(--y,) tabular-nums}')).toBe(
    'a{font-variant:tabular-nums}',
  );
});

test('what is only read by the rules that set it is put in there', () => {
  const css = (more: string) => `.a{--x:0%;scale:var(--x) 1}.b{--x:100%;scale:var(--x) 1}${more}`;
  expect(folded(css(''))).toBe('.a{--x:0%;scale:0% 1}.b{--x:100%;scale:100% 1}');
  const another = '.c{rotate:var(--x)}';
  expect(folded(css(another))).toBe(css(another));
});

test('lists of selectors keep what the page has, and weigh what they weighed', () => {
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

test('rules for disabled fields stay where there is one', () => {
  const css = '.field:disabled{opacity:.5}';
  expect(kept(css, '<input class="field">')).toBe('');
  expect(kept(css, '<input class="field" disabled="">')).toBe(css);
});

test('what is said of long texts has to be in one', () => {
  const page = (text: string) =>
    `<img><article><div class="reading">${text}</div></article><footer></footer>`;
  const css =
    '.reading img{margin:0}.reading>p:has(>:is(img,.gone)){margin:0}.reading footer{margin:0}';
  expect(kept(css, page('<p>One</p>'))).toBe('');
  expect(kept(css, page('<p><img></p>'))).toBe(
    '.reading img{margin:0}.reading>p:has(>:is(img,.gone)){margin:0}',
  );
});
