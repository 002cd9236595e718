import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recolour, repaint } from '../../scripts/lib/adopt/palette.ts';
import { contrast, PAPERS, TEXT_GROUNDS } from '../../scripts/lib/brand/contrast.ts';

const SKIES = [
  ...['sky-top', 'sky-high', 'sky-middle', 'sky-bottom', 'sky-glow'],
  ...['cloud', 'cloud-shade'],
];
const SOFTS = ['sky-soft', 'success-soft', 'warning-soft', 'danger-soft'];

/** Tokens of text and the tokens behind it: 4.5 to 1. */
const TEXT_PAIRS: readonly [text: string, backgrounds: string[]][] = [
  ['ink', [...PAPERS, ...SKIES, ...SOFTS, 'line']],
  ['muted', TEXT_GROUNDS],
  ['accent-text', TEXT_GROUNDS],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-sky', ['sky']],
  ['on-danger', ['danger']],
  ['sky', ['sky-soft', ...PAPERS]],
  ['success', ['success-soft', ...PAPERS]],
  ['warning', ['warning-soft', ...PAPERS]],
  ['danger', ['danger-soft', ...PAPERS]],
];

/**
 * Borders of controls, the focus ring, marks of the current page: 3 to 1. The tagline of the footer counts as
 * large text.
 */
const SHAPE_PAIRS: readonly [shape: string, backgrounds: string[]][] = [
  ['line-strong', PAPERS],
  ['sky', [...PAPERS, ...SOFTS, ...SKIES]],
  ['accent', PAPERS],
];

const css = readFileSync(new URL('../../brand/tokens.css', import.meta.url), 'utf8');

function readTokens(selector: string, source = css): Map<string, string> {
  const block = source.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  const pairs = [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)];
  return new Map(pairs.map(([, name = '', value = '']) => [name, value]));
}

const themes = { light: readTokens(':root'), dark: readTokens('.dark') };

function contrastOf(tokens: Map<string, string>, one: string, other: string): number {
  const [first, second] = [one, other].map((name) => {
    const value = tokens.get(name);
    if (value === undefined) throw new Error(`tokens.css has no --${name}`);
    return value;
  });
  return contrast(first ?? '', second ?? '');
}

function pairsOf(list: typeof TEXT_PAIRS) {
  return Object.entries(themes).flatMap(([theme, tokens]) =>
    list.flatMap(([front, backs]) => backs.map((back) => ({ theme, tokens, front, back }))),
  );
}

test('both themes define the same colours', () => {
  expect([...themes.dark.keys()]).toEqual([...themes.light.keys()]);
});

test.each(pairsOf(TEXT_PAIRS))(
  '$theme: $front on $back has a contrast of 4.5 to 1',
  ({ tokens, front, back }) => {
    expect(contrastOf(tokens, front, back)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(pairsOf(SHAPE_PAIRS))(
  '$theme: $front on $back has a contrast of 3 to 1',
  ({ tokens, front, back }) => {
    expect(contrastOf(tokens, front, back)).toBeGreaterThanOrEqual(3);
  },
);

test.each(['#2dd4bf', '#0f766e', '#ffee00', '#000080', '#808080', '#ffffff', '#000000'])(
  'adopt corrects the accent %s until every pair has its contrast, and says so',
  (accent) => {
    const { css: recoloured, notes } = recolour(css, accent, 'sky');
    for (const selector of [':root', '.dark']) {
      const tokens = readTokens(selector, recoloured);
      for (const [text, backgrounds] of TEXT_PAIRS) {
        for (const background of backgrounds) {
          expect(
            contrastOf(tokens, text, background),
            `${selector} ${text} on ${background}`,
          ).toBeGreaterThanOrEqual(4.5);
        }
      }
      for (const background of ['surface', 'raised', 'sunken']) {
        expect(contrastOf(tokens, 'accent', background)).toBeGreaterThanOrEqual(3);
      }
    }
    expect(notes.join()).toMatch(/has \d+\.\d:1, needs/);
  },
);

test('adopt paints the scenes in the accents of the new brand', () => {
  const { css: recoloured } = recolour(css, '#0f766e', 'sky');
  const scene = readFileSync('public/scenes/about.svg', 'utf8').toLowerCase();
  const repainted = repaint(scene, css, recoloured);
  for (const theme of [':root', '.dark']) {
    const ours = readTokens(theme).get('accent') ?? '';
    expect(scene).toContain(ours);
    expect(repainted).not.toContain(ours);
    expect(repainted).toContain(readTokens(theme, recoloured).get('accent'));
  }
});
