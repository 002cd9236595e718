import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { fallbacks } from '../../../brand/faces/facts.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../browser.ts';
import { formatSource } from '../format-source.ts';
import { root } from '../install.mjs';

type Fallback = (typeof fallbacks)[number];
/** Widths of all texts in pixels; ascent and descent in parts of the size. */
type Measured = { own: number; standIn: number; ascent: number; descent: number };

const INTRO = `/* Written by \`npm run brand -- --faces\`: system fonts scaled to the metrics of the web fonts, measured on the texts of the
   pages at their own sizes, so that the swap shifts no layout. */
`;
const SITE = `${root}dist-demo`;
const PAGES = ['index', 'about', 'services', 'projects', 'blog', 'contact', 'privacy'];

/**
 * brand/faces/fallbacks.css, measured in Chromium on the site with sample content.
 *
 * @throws where there is no Chromium, no such site, or no system font of a fallback
 */
export async function measureFallbacks(): Promise<string> {
  if (!existsSync(SITE)) throw new Error('Build the site first: npm run build -- --demo');
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new Error('Measuring faces needs Chromium');
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  try {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.route('**/*', (route) =>
      route.fulfill({ path: SITE + new URL(route.request().url()).pathname }),
    );
    const rules: string[] = [];
    for (const fallback of fallbacks) rules.push(ruleOf(fallback, await measure(page, fallback)));
    return await formatSource('faces.css', INTRO + rules.join('\n'));
  } finally {
    await browser.close();
  }
}

async function measure(page: Page, { name, weight, file, local }: Fallback): Promise<Measured> {
  const sum: Measured = { own: 0, standIn: 0, ascent: 0, descent: 0 };
  const face = `data:font/woff2;base64,${readFileSync(`${root}node_modules/${file}`, 'base64')}`;
  const sources = local.map((font) => `local('${font}')`).join(', ');
  for (const path of PAGES) {
    await page.goto(`http://localhost/${path}.html`);
    const { own, standIn, ...metrics } = await page.evaluate(measureTexts, {
      ...{ name, weight, face, sources },
    });
    Object.assign(sum, metrics, { own: sum.own + own, standIn: sum.standIn + standIn });
  }
  return sum;
}

/** Runs in the page. Has no named functions: what tsx adds to those does not exist there. */
async function measureTexts({
  name,
  weight,
  face,
  sources,
}: {
  name: string;
  weight: string;
  face: string;
  sources: string;
}): Promise<Measured> {
  for (const font of [
    new FontFace('measured', `url(${face})`, { weight: '100 900' }),
    new FontFace('standing-in', sources, { weight: '100 900' }),
  ]) {
    document.fonts.add(await font.load());
  }
  const [lightest = 0, boldest = 0] = weight.split(' ').map(Number);
  const sum = { measured: 0, 'standing-in': 0 };
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement } = texts.currentNode;
    if (!parentElement?.checkVisibility()) continue;
    const { fontFamily, fontSize, fontWeight, letterSpacing } = getComputedStyle(parentElement);
    const bold = Number(fontWeight);
    if (!fontFamily.includes(name) || bold < lightest || bold > boldest) continue;
    range.selectNodeContents(texts.currentNode);
    // What is further down is laid out after the swap.
    if (range.getBoundingClientRect().top > innerHeight) continue;
    const spacing = (parseFloat(letterSpacing) || 0) * range.toString().length;
    for (const family of ['measured', 'standing-in'] as const) {
      parentElement.style.fontFamily = family;
      const lines = [...range.getClientRects()];
      const length = lines.reduce((whole, { width }) => whole + width, -spacing);
      // What is large moves more.
      sum[family] += length * parseFloat(fontSize);
    }
    parentElement.style.fontFamily = '';
  }
  const SIZE = 1000;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('No canvas');
  context.font = `${SIZE}px measured`;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('');
  return {
    ...{ own: sum.measured, standIn: sum['standing-in'] },
    ...{ ascent: fontBoundingBoxAscent / SIZE, descent: fontBoundingBoxDescent / SIZE },
  };
}

function ruleOf(
  { name, weight, local }: Fallback,
  { own, standIn, ascent, descent }: Measured,
): string {
  const scale = own / standIn;
  const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;
  return `@font-face {
  font-family: '${name}';
  font-weight: ${weight};
  src: ${local.map((font) => `local('${font}')`).join(', ')};
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(ascent / scale)};
  descent-override: ${percent(descent / scale)};
  line-gap-override: 0%;
}
`;
}
