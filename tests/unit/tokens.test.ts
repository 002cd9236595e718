import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../../brand/tokens.css', import.meta.url), 'utf8');

function readTokens(selector: string): Map<string, string> {
  const block = css.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  const pairs = [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)];
  return new Map(pairs.map(([, name = '', value = '']) => [name, value]));
}

const themes = { light: readTokens(':root'), dark: readTokens('.dark') };

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(tokens: Map<string, string>, one: string, other: string): number {
  const [first, second] = [one, other].map((name) => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`tokens.css has no --${name}`);
    return luminance(value);
  });
  if (first === undefined || second === undefined) throw new Error('unreachable');
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const papers = ['surface', 'raised', 'sunken'];
const skies = [
  'sky-top',
  'sky-high',
  'sky-middle',
  'sky-bottom',
  'sky-glow',
  'cloud',
  'cloud-shade',
];
const softs = ['sky-soft', 'success-soft', 'warning-soft', 'danger-soft'];

const textPairs: [text: string, backgrounds: string[]][] = [
  ['ink', [...papers, ...skies, ...softs, 'line']],
  ['muted', papers],
  ['accent-text', papers],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-sky', ['sky']],
  ['on-danger', ['danger']],
  ['sky', ['sky-soft', ...papers]],
  ['success', ['success-soft', ...papers]],
  ['warning', ['warning-soft', ...papers]],
  ['danger', ['danger-soft', ...papers]],
];

// Non-text contrast: borders of controls, the focus ring, marks of the current page; the tagline of
// the footer counts as large text.
const shapePairs: [shape: string, backgrounds: string[]][] = [
  ['line-strong', papers],
  ['sky', [...papers, ...softs, ...skies]],
  ['accent', papers],
];

function pairsOf(list: [string, string[]][]) {
  return Object.entries(themes).flatMap(([theme, tokens]) =>
    list.flatMap(([front, backs]) => backs.map((back) => ({ theme, tokens, front, back }))),
  );
}

test('both themes define the same colours', () => {
  expect([...themes.dark.keys()]).toEqual([...themes.light.keys()]);
});

test.each(pairsOf(textPairs))(
  '$theme: $front on $back has a contrast of 4.5 to 1',
  ({ tokens, front, back }) => {
    expect(contrast(tokens, front, back)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(pairsOf(shapePairs))(
  '$theme: $front on $back has a contrast of 3 to 1',
  ({ tokens, front, back }) => {
    expect(contrast(tokens, front, back)).toBeGreaterThanOrEqual(3);
  },
);
