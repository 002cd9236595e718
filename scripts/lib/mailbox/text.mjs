const SNIPPET_MAX = 200;
const LINKS_MAX = 30;

const BLOCK_ENDS = new Set(
  ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'tr', 'table', 'ul', 'ol'].map(
    (name) => `/${name}`,
  ),
);

const HIDDEN = [
  { open: '<!--', close: '-->' },
  { open: '<style', close: '</style>' },
  { open: '<script', close: '</script>' },
  { open: '<title', close: '</title>' },
];

/** @type {Record<string, string>} */
const NAMED_ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** @type {Record<string, string>} */
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Makes text safe between tags and inside quoted attributes.
 * @param {string} text
 */
export function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/** @param {string} text */
function decodeEntities(text) {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (entity, name) => {
    if (!name.startsWith('#')) return NAMED_ENTITIES[name.toLowerCase()] ?? entity;
    const hex = name[1].toLowerCase() === 'x';
    const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/**
 * Readable text of an HTML mail. It is always shown escaped, so it is no sanitizer.
 * @param {string} html
 */
export function htmlToText(html) {
  let text = '';
  let href = '';
  for (const piece of piecesOf(html)) {
    if (!piece.startsWith('<')) {
      text += decodeEntities(piece.replace(/\s+/g, ' '));
      continue;
    }
    const tag = tagOf(piece);
    if (tag === 'a') href = hrefsIn(piece)[0] ?? '';
    if (tag === '/a' && href) text += ` ( ${href} )`;
    if (tag === '/a') href = '';
    if (tag === 'br') text += '\n';
    if (BLOCK_ENDS.has(tag)) text += '\n\n';
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * @param {string} text
 * @param {string} html
 */
export function snippetOf(text, html) {
  const words = [...piecesOf(html)]
    .map((piece) => (piece.startsWith('<') ? gapOf(tagOf(piece)) : piece))
    .join('');
  const line = (decodeEntities(words).trim() || text).replace(/[\s\uFEFF]+/g, ' ').trim();
  return line.length > SNIPPET_MAX ? `${line.slice(0, SNIPPET_MAX)}...` : line;
}

/** @param {string} piece */
function tagOf(piece) {
  return /^<(\/?[a-z][a-z0-9]*)/i.exec(piece)?.[1]?.toLowerCase() ?? '';
}

/** @param {string} tag */
function gapOf(tag) {
  return tag === 'br' || tag === '/td' || BLOCK_ENDS.has(tag) ? ' ' : '';
}

/**
 * The tags of a document and the text between them; comments, styles, scripts and the title are
 * left out. Walks by position, because patterns that look ahead for a closing tag take quadratic
 * time on a mail made for that.
 * @param {string} html
 */
function* piecesOf(html) {
  // Lower case of ASCII only: other letters can change their length and shift the positions.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let position = 0;
  while (position < html.length) {
    const start = endOr(html.length, html.indexOf('<', position));
    if (start > position) yield html.slice(position, start);
    if (start === html.length) return;
    const hidden = HIDDEN.find(({ open }) => lower.startsWith(open, start));
    const end = hidden ? lower.indexOf(hidden.close, start) : html.indexOf('>', start);
    if (end === -1) return;
    position = end + (hidden ? hidden.close.length : 1);
    if (!hidden) yield html.slice(start, position);
  }
}

/**
 * @param {number} fallback
 * @param {number} index
 */
function endOr(fallback, index) {
  return index === -1 ? fallback : index;
}

/**
 * The web addresses a mail points to, in order of appearance.
 * @param {{ Text: string, HTML: string }} mail
 */
export function linksIn({ Text, HTML }) {
  const written = HTML ? [] : splitAtUrls(Text).flatMap(({ url }) => url ?? []);
  const links = [...hrefsIn(HTML), ...written].filter(isWebUrl);
  return [...new Set(links)].slice(0, LINKS_MAX);
}

/** @param {string} html */
function hrefsIn(html) {
  return [...html.matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi)].map((match) =>
    decodeEntities(match[1] ?? match[2] ?? match[3] ?? ''),
  );
}

/**
 * Escaped text with its web addresses as links.
 * @param {string} text
 */
export function linkify(text) {
  return splitAtUrls(text)
    .map(({ plain, url }) => escapeHtml(plain) + (url ? linkTo(url) : ''))
    .join('');
}

/** @param {string} url an address that passed isWebUrl */
export function linkTo(url) {
  const safe = escapeHtml(url);
  return `<a href="${safe}" target="_blank" rel="noopener noreferrer">${safe}</a>`;
}

/**
 * @param {string} text
 * @returns {{ plain: string, url?: string }[]}
 */
function splitAtUrls(text) {
  /** @type {{ plain: string, url?: string }[]} */
  const pieces = [];
  let position = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"'`]{1,2048}/gi)) {
    const url = match[0].replace(/[.,;:!?)\]}]+$/, '');
    if (!isWebUrl(url)) continue;
    pieces.push({ plain: text.slice(position, match.index), url });
    position = match.index + url.length;
  }
  pieces.push({ plain: text.slice(position) });
  return pieces;
}

/** @param {string} text */
function isWebUrl(text) {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
