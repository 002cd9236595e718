// Puts a drawn page, its data and its way to come alive into one HTML file.
import { createFirstView } from './first-view-styles.mjs';

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
 * @property {string} fonts address of the module that brings the real faces
 */

/**
 * @param {Template} template
 * @returns {(page: Drawn) => string}
 */
export function createPageWriter({ shell, css, lateStart, fonts }) {
  const stylesFor = createFirstView(css);
  const { open, close, styles } = readShell(shell);

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
      `<script data-modules="${page.modules.join(' ')}" data-styles="${styles}" data-fonts="${fonts}"${
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
    .replace(/<!--[^>]*-->/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<title>[\s\S]*?<\/title>/, '')
    .replace(/\s*<meta\s+name="description"[\s\S]*?\/?>/, '')
    .replace(/\n\s*/g, ' ')
    .replace(/> +</g, '><');
  return { open: head, close: '</head><body>', styles };
}

/** What could end the block, or hide its end, JSON allows to write otherwise. @param {unknown} data */
function dataBlock(data) {
  const json = JSON.stringify(data).replace(/<(?=!--|\/?script)/gi, '\\u003c');
  return `<script type="application/json" id="page-data">${json}</script>`;
}
