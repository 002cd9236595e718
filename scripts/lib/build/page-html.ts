// Puts a rendered page, its data and the script that starts the app into one HTML file.
import {
  PAGE_DATA_ID,
  PAGE_MARK,
  ROOT_ID,
  SCRIPT_MARK,
  UNBUILT_MARK,
} from '../../../src/boot/protocol.ts';
import { createFirstView } from './first-view-styles.ts';

export type Rendered = {
  path: string;
  /** The markup that React rendered. */
  html: string;
  /** Title, description and other tags of this page, each with the attribute HEAD_MARK. */
  head: string;
  /** The dehydrated cache of react-query; undefined writes none. */
  data: unknown;
  /** The name of the module that draws it. */
  page: string;
  /** Matches path and query of addresses where the host serves this page although it was rendered for another one. */
  unbuilt?: RegExp;
};

export type Template = {
  /** index.html as Vite wrote it. */
  shell: string;
  /** Address of the whole stylesheet. */
  styles: string;
  /** Content of the stylesheet. */
  css: string;
  /** The inline script of src/boot/start-app.ts. */
  startApp: string;
  /** Address of the script of src/boot/page-script.ts. */
  pageScript: string;
};

/** The returned function writes the HTML file of a page, with the styles of its first view inlined. */
export function createPageWriter({
  shell,
  styles,
  css,
  startApp,
  pageScript,
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
      `<script ${SCRIPT_MARK}="${pageScript}" ${PAGE_MARK}="${page.page}"${
        page.unbuilt ? ` ${UNBUILT_MARK}="${page.unbuilt.source}"` : ''
      }>${startApp}</script>`,
      '</body></html>\n',
    ].join('');
  };
}

/** The head of index.html without the elements that start the app, block the first paint or describe its own page. */
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

/** Escapes `<!--`, `<script` and `</script`, which would end the script element or open a comment in it. */
function dataBlock(data: unknown) {
  const json = JSON.stringify(data).replace(/<(?=!--|\/?script)/gi, '\\u003c');
  return `<script type="application/json" id="${PAGE_DATA_ID}">${json}</script>`;
}
