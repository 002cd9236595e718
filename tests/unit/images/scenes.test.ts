import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nightDrawing, nightScene } from '../../../scripts/lib/brand/night-colors.ts';
import { luminance } from '../../../scripts/lib/brand/contrast.ts';

const pages = [
  'src/components/layout/page-message.tsx',
  'src/features/enquiries/components/contact-outcome.tsx',
  ...readdirSync('src/pages/public').map((file) => `src/pages/public/${file}`),
]
  .map((file) => readFileSync(file, 'utf8'))
  .flatMap((code) => [...code.matchAll(/\bscene="(\w+)"/g)].map(([, name = '']) => name));
const files = readdirSync('public/scenes').sort();

test('every scene that a page names has a drawing, and every drawing a page', () => {
  expect(pages.length).toBeGreaterThan(3);
  const named = [...new Set(pages)].flatMap((name) => [`${name}-night.svg`, `${name}.svg`]);
  expect(named.sort()).toEqual(files);
});

test.each(files)('%s is 3:2, small, and loads nothing', (file) => {
  const svg = readFileSync(`public/scenes/${file}`);
  expect(svg.toString()).toContain('viewBox="0 0 960 640"');
  expect(brotliCompressSync(svg).length).toBeLessThan(10_000);
  expect(svg.toString()).not.toMatch(/<script|href=|<image/);
});

test.each(files)('%s is complete where it is not asked to draw itself', (file) => {
  const svg = readFileSync(`public/scenes/${file}`, 'utf8');
  const [, styles = ''] = /<style>(.*)<\/style>/.exec(svg) ?? [];
  const rules = styles.replace(/@keyframes \w+\{(?:[^{}]*\{[^{}]*\})+\}/g, '');
  for (const [, selector] of rules.matchAll(/([^{}]+)\{/g)) expect(selector).toMatch(/^:target/);
});

test('the drawing of the front page draws itself by day and at night', () => {
  for (const file of ['home.svg', 'home-night.svg']) {
    expect(readFileSync(`public/scenes/${file}`, 'utf8')).toMatch(/id="drawn"><style>.*:target/);
  }
});

test('at night paper turns blue and darker, hair and trousers are darker than the sky, and a warm light glows on', () => {
  const night = (colour: string) => nightScene(`fill="${colour}"`).slice('fill="'.length, -1);
  const [red = 0, , blue = 0] =
    night('#fff')
      .match(/[0-9a-f]{2}/g)
      ?.map((hex) => parseInt(hex, 16)) ?? [];
  expect(blue).toBeGreaterThan(red);
  expect(luminance(night('#ffffff'))).toBeLessThan(0.5);
  for (const ink of ['#17203a', '#171015']) {
    expect(luminance(night(ink))).toBeLessThan(luminance('#0f1536'));
  }
  expect(luminance(night('#f2c063'))).toBeGreaterThan(luminance(night('#ffffff')));
});

test('a drawing at night: pale skies turn dark, white stays light, and ink is darker than the sky', () => {
  const night = (svg: string) => nightDrawing(`<svg>${svg}</svg>`)?.slice(5, -6) ?? '';
  const shade = (color: string) =>
    luminance(night(`<path fill="${color}"/>`).slice('<path fill="'.length, -3));
  const [sky, cloud, ink, coat] = ['#fbe3cf', '#ffffff', '#17203a', '#e4572e'].map(shade);
  expect(sky).toBeLessThan(0.1);
  expect(cloud).toBeGreaterThan(0.5);
  expect(ink).toBeLessThan(sky ?? 0);
  expect(coat).toBeGreaterThan(0.7 * luminance('#e4572e'));
  expect(night('<g clip-path="url(#c12)"/>')).toBe('<g clip-path="url(#c12)"/>');
});

test('a shape states its color at night, and a drawing of a night has no other one', () => {
  const sun = '<circle r="9" fill="#F2C063" data-night="#F9F0D2"/>';
  expect(nightDrawing(sun)).toBe('<circle r="9" fill="#F9F0D2"/>');
  expect(nightDrawing('<circle data-night="#F9F0D2" r="9" fill="#F2C063"/>')).toBe(
    '<circle r="9" fill="#F9F0D2"/>',
  );
  expect(nightDrawing(`<svg viewBox="0 0 9 9" data-night="same">${sun}</svg>`)).toBeNull();
});
