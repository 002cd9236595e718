import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import * as generated from '@brand/pictures.generated';
import type { CatalogueImage } from '@/lib/images/catalogue-image';
import {
  IMAGE_WIDTHS,
  derivedHashes,
  exportPicture,
  hashOf,
  readArt,
  readManifest,
  widthsFor,
} from '../../../scripts/lib/brand/images.ts';

const publicFolder = fileURLToPath(new URL('../../../public/', import.meta.url));
const art = readArt();
const drawings = [...art]
  .filter(([, { isDrawing }]) => isDrawing)
  .map(([name, { bytes }]) => [name, bytes.toString()] as const);
const manifest = readManifest();
const kilobyte = 1000;

const sizesOf = (folder: string) =>
  readdirSync(`${publicFolder}${folder}`).map((file) => ({
    file,
    size: statSync(`${publicFolder}${folder}/${file}`).size,
  }));

test('every exported picture matches its drawing (npm run brand)', () => {
  const drawn = [...art]
    .filter(([name]) => name !== 'icon')
    .map(([name, { bytes }]) => [name, hashOf(bytes)]);
  const exported = Object.entries(manifest.pictures).map(([name, { hash }]) => [name, hash]);
  expect(exported).toEqual(drawn);
});

test('icons and social cards match their drawings (npm run brand)', () => {
  expect(manifest.derived).toEqual(derivedHashes(art));
  const missing = Object.keys(manifest.derived).filter(
    (file) => !existsSync(`${publicFolder}${file}`),
  );
  expect(missing).toEqual([]);
});

test('the generated metadata matches the exported files, those at night included', () => {
  const facts = Object.values<CatalogueImage>(generated).flatMap(
    ({ name, width, height, color, widths, hasNight }) => [
      [name, { width, height, color, widths }],
      ...(hasNight
        ? [[`${name}-night`, { width, height, color: expect.any(String), widths }]]
        : []),
    ],
  );
  const exported = Object.entries(manifest.pictures).map(
    ([name, { width, height, color, widths }]) => [name, { width, height, color, widths }],
  );
  expect(Object.fromEntries(exported)).toEqual(Object.fromEntries(facts));
});

test('IMG-8: pictures are exported at 320, 640, 960, 1280 and 1920, never above their own size', () => {
  expect(IMAGE_WIDTHS).toEqual([320, 640, 960, 1280, 1920]);
  for (const picture of Object.values(manifest.pictures)) {
    expect(picture.widths).toEqual(widthsFor(picture.width));
    expect(picture.widths.length).toBeGreaterThan(0);
  }
});

test('a picture has exactly its files: every width in both formats, at night one width of WebP', () => {
  const expected = Object.entries(manifest.pictures).flatMap(([name, { widths }]) => {
    const isAtNight = name.endsWith('-night') && name !== 'logo-night';
    const webp = isAtNight ? widths.filter((width) => width <= 960).slice(-1) : widths;
    return [
      ...widths.map((width) => `${name}-${width}.avif`),
      ...webp.map((width) => `${name}-${width}.webp`),
    ];
  });
  expect(readdirSync(`${publicFolder}images`).sort()).toEqual(expected.sort());
});

test('drawings have shapes only: no text, scripts, handlers, filters or external references', () => {
  for (const [name, svg] of drawings) {
    expect(svg, name).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 /);
    expect(svg, name).not.toMatch(
      /<(text|tspan|script|style|image|foreignObject|filter|use|a|animate\w*|set)\b/i,
    );
    expect(svg, name).not.toMatch(/\son\w+\s*=/i);
    expect(svg, name).not.toMatch(/\bhref\s*=|javascript:|data:|<!ENTITY|<\?xml-stylesheet/i);
    expect(svg, name).not.toMatch(/url\((?!#)/i);
    expect(svg.replace('http://www.w3.org/2000/svg', ''), name).not.toMatch(/\/\//);
    expect(svg, name).not.toMatch(/\b(NaN|undefined|Infinity)\b/);
  }
});

test('drawings, pictures and social cards keep their byte limits, singly and together', () => {
  for (const [name, svg] of drawings) expect(svg.length, name).toBeLessThan(60 * kilobyte);
  const names = drawings.map(([name]) => name);
  const pictures = sizesOf('images').filter(({ file }) =>
    names.includes(file.replace(/-\d+\.\w+$/, '')),
  );
  const cards = sizesOf('social');
  for (const { file, size } of pictures) {
    expect(size, file).toBeLessThan((file.endsWith('.avif') ? 60 : 90) * kilobyte);
  }
  for (const { file, size } of cards) expect(size, file).toBeLessThan(150 * kilobyte);
  const total = [...pictures, ...cards].reduce((sum, { size }) => sum + size, 0);
  expect(total).toBeLessThan(8000 * kilobyte);
});

test('a photograph is exported upright, in its own sizes and without what the camera wrote into it', async () => {
  const folder = `${mkdtempSync(`${tmpdir()}/art-`)}/`;
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lyingOnItsSide = await sharp({
    create: { width: 700, height: 400, channels: 3, background: '#336699' },
  })
    .withExif({ IFD3: { GPSLatitude: '41/1 8/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const picture = await exportPicture('sea', { bytes: lyingOnItsSide, isDrawing: false }, folder);
  expect(picture).toMatchObject({ width: 400, height: 700, widths: [320] });
  expect(readdirSync(folder).sort()).toEqual(['sea-320.avif', 'sea-320.webp']);
  for (const file of readdirSync(folder)) {
    const { width, height, exif, orientation } = await sharp(folder + file).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 320, height: 560 });
  }
});
