// Puts a drawn page, its data and its way to come alive into one HTML file.
import { createFirstView } from './first-view-styles.mjs';

/**
 * @typedef {object} Drawn
 * @property {string} path
 * @property {string} html what the app drew
 * @property {string} head the tags about this page, marked `data-head`
 * @property {unknown} data what react-query takes over; nothing is inlined for undefined
 * @property {string} loader address of the module that fetches and starts the app here
 * @property {boolean} isSearchable the page shows something else under a query
 *
 * @typedef {object} Template
 * @property {string} shell index.html as Vite wrote it
 * @property {string} styles address of the whole stylesheet
 * @property {string} css what stands in it
 * @property {string} lateStart the script that waits for a hand
 */

/**
 * @param {Template} template
 * @returns {(page: Drawn) => string}
 */
export function createPageWriter({ shell, styles, css, lateStart }) {
  const stylesFor = createFirstView(css);
  const { open, close } = readShell(shell);

  return (page) => {
    const body = `<div id="root">${page.html}</div>`;
    const data = page.data === undefined ? '' : dataBlock(page.data);
    return [
      open,
      page.head,
      `<style>${stylesFor(body)}</style>`,
      `<noscript><link rel="stylesheet" href="${styles}" /></noscript>`,
      close,
      body,
      data,
      `<script data-loader="${page.loader}"${
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
  const headEnd = shell.indexOf('</head>');
  if (headEnd < 0) throw new Error('index.html has no head');
  const head = shell
    .slice(0, headEnd)
    .replace(/<!--[^>]*-->/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<title>[\s\S]*?<\/title>/, '')
    .replace(/\s*<meta\s+name="description"[\s\S]*?\/?>/, '')
    .replace(/\n\s*/g, ' ')
    .replace(/> +</g, '><');
  return { open: head, close: '</head><body>' };
}

/**
 * What could end the block, or hide its end, JSON allows to write otherwise. Its line breaks stand as they are,
 * which JSON does not allow: so a text is spelled as on the page itself, and packed with it takes next to nothing.
 * src/site/prerendered-page.ts reads it.
 *
 * @param {unknown} data
 */
function dataBlock(data) {
  const json = JSON.stringify(data)
    .replace(/<(?=!--|\/?script)/gi, '\\u003c')
    .replace(/\\(.)/g, (escape, what) => (what === 'n' ? '\n' : escape));
  return `<script type="application/json" id="page-data">${json}</script>`;
}
