// Puts a drawn page, its data and its way to come alive into one HTML file.
import { compileSheet } from 'beasties/compiler';
import { createProcessor } from 'beasties/runtime';

/**
 * @typedef {object} Drawn
 * @property {string} path
 * @property {string} html what the app drew
 * @property {string} head the tags about this page, marked `data-head`
 * @property {unknown} data what react-query takes over; nothing is inlined for undefined
 * @property {readonly string[]} modules addresses of the app's entry, then of what it and the page import
 * @property {boolean} isSearchable the page shows something else under a query
 *
 * @typedef {object} Template
 * @property {string} shell index.html as Vite wrote it
 * @property {string} css the whole stylesheet
 * @property {string} lateStart the script that starts the app
 */

/**
 * @param {Template} template
 * @returns {(page: Drawn) => string}
 */
export function createPageWriter({ shell, css, lateStart }) {
  // The compiler does not look into a list that has no name before it.
  const plan = compileSheet(css, { allowRules: [/^:is\(/] });
  const critical = createProcessor([plan], { keyframes: 'critical' });
  const { open, close, styles } = readShell(shell);
  // Fitted to the letters that come later, so that nothing moves then; they are on every device.
  const fallbackFaces = (css.match(/@font-face\s*\{[^}]*Fallback[^}]*\}/g) ?? []).join('');

  return (page) => {
    const body = `<div id="root">${page.html}</div>`;
    // With what a script may add before the first paint, so that its rules count as used.
    const { css: used } = critical.extract(
      `<html class="dark"><body>${withPlainClasses(body)}</body></html>`,
    );
    const data = page.data === undefined ? '' : dataBlock(page.data);
    return [
      open,
      page.head,
      `<style>${fallbackFaces}${mended(used)}</style>`,
      `<noscript><link rel="stylesheet" href="${styles}" /></noscript>`,
      close,
      body,
      data,
      `<script data-modules="${page.modules.join(' ')}" data-styles="${styles}"${
        page.isSearchable ? ' data-searchable' : ''
      }>${lateStart}</script>`,
      '</body></html>\n',
    ].join('');
  };
}

/**
 * The shell without what would start the app, hold up the first paint or speak of another page.
 *
 * @param {string} shell
 */
function readShell(shell) {
  const styles = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(shell)?.[1];
  const headEnd = shell.indexOf('</head>');
  if (!styles || headEnd < 0) throw new Error('index.html has no stylesheet or no head');
  const head = shell
    .slice(0, headEnd)
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<title>[\s\S]*?<\/title>/, '')
    .replace(/\s*<meta\s+name="description"[\s\S]*?\/?>/, '')
    .replace(/>\s+</g, '><');
  return { open: head, close: '</head><body>', styles };
}

/**
 * The compiler ends at-rules with a semicolon, at which a browser drops the rule after it; and it keeps
 * the initial values of properties that no rule in use reads.
 *
 * @param {string} css
 */
function mended(css) {
  const [start = '', ...rest] = css.replaceAll('};', '}').split('@property ');
  const rules = rest.map((text) => {
    const name = text.slice(0, text.indexOf('{'));
    return css.includes(`var(${name}`) ? `@property ${text}` : text.slice(text.indexOf('}') + 1);
  });
  return start + rules.join('');
}

const ENTITIES = { '&amp;': '&', '&gt;': '>', '&#x27;': "'" };

/**
 * A class such as `[&>*]:mt-1` is escaped in HTML; whoever looks for the rules in use takes it literally.
 *
 * @param {string} html
 */
const withPlainClasses = (html) =>
  html.replace(/class="[^"]*"/g, (attribute) =>
    attribute.replace(
      /&(?:amp|gt|#x27);/g,
      (entity) => ENTITIES[/** @type {keyof typeof ENTITIES} */ (entity)],
    ),
  );

/** `<` could end the block: JSON allows to write it otherwise. @param {unknown} data */
function dataBlock(data) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="page-data">${json}</script>`;
}
