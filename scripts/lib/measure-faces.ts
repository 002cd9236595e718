import { readdirSync, readFileSync } from 'node:fs';
import prettier from 'prettier';
import { fallbacks } from '../../brand/faces/facts.ts';
import { BROWSER_FLAGS, ensureBrowser } from './browser.ts';
import { root } from './install.mjs';

type Fallback = (typeof fallbacks)[number];
/** Relative to the fallback font; ascent and descent to the size. */
type Metrics = { width: number; ascent: number; descent: number };

const REGULAR = 400;
const INTRO = `/* Written by \`npm run brand -- --faces\`: system fonts scaled to the metrics of the web fonts, measured on the texts of the
   pages, so that the swap shifts no layout. */
`;

/**
 * brand/faces/fallbacks.css, measured in Chromium.
 *
 * @throws where there is no Chromium, or none of the system fonts of a fallback is installed
 */
export async function measureFallbacks(): Promise<string> {
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new Error('Measuring faces needs Chromium');
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  try {
    const page = await browser.newPage();
    const rules: string[] = [];
    for (const fallback of fallbacks) {
      const { file, local, measured } = fallback;
      const face = `data:font/woff2;base64,${readFileSync(`${root}node_modules/${file}`, 'base64')}`;
      const metrics = await page.evaluate(measure, {
        face,
        local,
        measured,
        texts: readTexts(measured),
      });
      rules.push(ruleOf(fallback, metrics));
    }
    const options = await prettier.resolveConfig(`${root}package.json`);
    return await prettier.format(INTRO + rules.join('\n'), { ...options, parser: 'css' });
  } finally {
    await browser.close();
  }
}

const HEADING_MAX = 60;

/** The texts of the pages that are set in this weight: paragraphs in regular, headings and labels in all others. */
function readTexts(weight: number): string {
  const folder = `${root}brand/texts/`;
  const code = readdirSync(folder).map((name) => readFileSync(folder + name, 'utf8'));
  return [...code.join('\n').matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)]
    .map(([, single = '', double = '']) => single || double)
    .filter((text) => text.includes(' ') && text.length > HEADING_MAX === (weight === REGULAR))
    .join(' ');
}

/** Runs in the page. */
async function measure({
  face,
  local,
  measured,
  texts,
}: {
  face: string;
  local: readonly string[];
  measured: number;
  texts: string;
}): Promise<Metrics> {
  // Large: at the size of a text, Linux rounds the width of each letter to whole pixels.
  const SIZE = 1000;
  const sources = local.map((name) => `local('${name}')`).join(', ');
  const fonts = [
    new FontFace('measured', `url(${face})`, { weight: '100 900' }),
    new FontFace('standing-in', sources, { weight: '100 900' }),
  ];
  for (const font of fonts) document.fonts.add(await font.load());
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('No canvas');
  // No named function: what tsx adds to those does not exist in the page.
  const [own, standIn] = ['measured', 'standing-in'].map((family) => {
    context.font = `${measured} ${SIZE}px ${family}`;
    return context.measureText(texts);
  });
  if (!own || !standIn) throw new Error('Nothing was measured');
  fonts.forEach((font) => document.fonts.delete(font));
  return {
    width: own.width / standIn.width,
    ascent: own.fontBoundingBoxAscent / SIZE,
    descent: own.fontBoundingBoxDescent / SIZE,
  };
}

function ruleOf({ name, weight, local }: Fallback, { width, ascent, descent }: Metrics): string {
  const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;
  return `@font-face {
  font-family: '${name}';
  font-weight: ${weight};
  src: ${local.map((font) => `local('${font}')`).join(', ')};
  size-adjust: ${percent(width)};
  ascent-override: ${percent(ascent / width)};
  descent-override: ${percent(descent / width)};
  line-gap-override: 0%;
}
`;
}
