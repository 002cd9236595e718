// Puts a rendered page, its data and the script that starts the app into one HTML file.
import { LOADER_MARK, PAGE_DATA_ID, ROOT_ID, UNBUILT_MARK } from '../../src/boot/protocol.ts';
import { createFirstView } from './first-view-styles.ts';

export type Rendered = {
  path: string;
  /** The markup that React rendered. */
  html: string;
  /** The tags about this page, marked by HEAD_MARK. */
  head: string;
  /** The cache for react-query; nothing is inlined for undefined. */
  data: unknown;
  /** Address of the module that loads the app on this page. */
  loader: string;
  /** Addresses for which the app renders the page anew. */
  unbuilt?: RegExp;
};

export type Template = {
  /** Index.html as Vite wrote it. */
  shell: string;
  /** Address of the whole stylesheet. */
  styles: string;
  /** Its content. */
  css: string;
  /** The inline script of src/boot/start-app.ts. */
  startApp: string;
};

export function createPageWriter({
  shell,
  styles,
  css,
  startApp,
}: Template): (page: Rendered) => string {
  const stylesFor = createFirstView(css);
  const { open, close } = readShell(shell);

  return (page) => {
    const body = `<div id="${ROOT_ID}">${page.html}</div>`;
    const data = page.data === undefined ? '' : dataBlock(page.data);
    return [
      open,
      page.head,
      `<style>${stylesFor(body)}</style>`,
      `<noscript><link rel="stylesheet" href="${styles}" /></noscript>`,
      close,
      body,
      data,
      `<script ${LOADER_MARK}="${page.loader}"${
        page.unbuilt ? ` ${UNBUILT_MARK}="${page.unbuilt.source}"` : ''
      }>${startApp}</script>`,
      '</body></html>\n',
    ].join('');
  };
}

/** The shell without elements that start the app, block the first paint or describe another page. */
function readShell(shell: string) {
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

/** JSON without character sequences that would end the script element or open a comment. */
function dataBlock(data: unknown) {
  const json = JSON.stringify(data).replace(/<(?=!--|\/?script)/gi, '\\u003c');
  return `<script type="application/json" id="${PAGE_DATA_ID}">${json}</script>`;
}
