import { createHash } from 'node:crypto';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-assets.mjs';
import { searchMails } from './search.mjs';
import { escapeHtml, linkify, linksIn, linkTo } from './text.mjs';

/** @typedef {import('./mail.mjs').Mail} Mail */
/** @typedef {import('./mail.mjs').MailAddress} MailAddress */

/**
 * @typedef {object} PageState
 * @property {readonly Mail[]} mails
 * @property {Mail | 'gone'} [selected]
 * @property {boolean} showsText
 * @property {string} query
 */

/** Opened links leave the sandbox, because a confirmation page needs scripts. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(PAGE_STYLE)}`,
  `script-src ${hashOf(PAGE_SCRIPT)}`,
  "connect-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Repeats the sandbox for a mail opened by its own address, without the frame. */
export const MAIL_POLICY = [
  `sandbox ${SANDBOX}`,
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect " +
  "y='5' width='32' height='22' rx='3' fill='%23E4572E'/%3E%3Cpath d='m4 10 12 9 12-9' fill='none' " +
  "stroke='%23FBF7F0' stroke-width='3'/%3E%3C/svg%3E";

/** @param {Mail} mail */
export function renderMailDocument(mail) {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">
<meta name="viewport" content="width=device-width">
<style>:where(body) { margin: 1rem; font-family: system-ui, sans-serif; line-height: 1.5; }</style>
${mail.HTML}`;
}

/** @param {PageState} state */
export function renderPage(state) {
  const { mails, selected, query } = state;
  const unread = mails.filter((mail) => !mail.Read).length;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${unread ? `(${unread}) ` : ''}Mailbox</title>
<link rel="icon" href="${ICON}">
<style>${PAGE_STYLE}</style>
</head>
<body${selected ? ' class="is-reading"' : ''}>
<header class="bar">
${selected ? '<a class="unseen skip" href="#reader">Skip to the mail</a>' : ''}
<h1><a href="/">Mailbox</a></h1>
<p id="count">${countOf(mails.length, unread)}</p>
<p id="status" role="status"></p>
<div class="tools">
<form role="search"><input type="search" name="query" value="${escapeHtml(query)}"
 aria-label="Search mails" placeholder="Search, or to:address"></form>
<button type="button" id="delete-all" hidden>Delete all</button>
</div>
</header>
<main class="panes">
${renderList(state, unread)}
<section class="reader" id="reader" aria-label="Mail" tabindex="-1">${renderReader(state)}</section>
</main>
<script type="module">${PAGE_SCRIPT}</script>
</body>
</html>`;
}

/**
 * @param {PageState} state
 * @param {number} unread
 */
function renderList({ mails, selected, query, showsText }, unread) {
  const newest = mails[0]?.ID ?? '';
  const open = `<nav class="list" id="mails" aria-label="Mails" data-newest="${newest}" data-state="${[mails.length, unread, newest].join()}">`;
  if (!mails.length) {
    return `${open}<div class="note"><h2>Nothing here yet</h2>
<p>Every mail the site sends on this machine lands here: sign-up confirmations, enquiries, newsletters.</p>
<p>New mail appears by itself.</p></div></nav>`;
  }
  const matching = query ? searchMails(mails, query) : mails;
  if (!matching.length) {
    return `${open}<div class="note"><h2>No mail matches</h2>
<p>Nothing was found for “${escapeHtml(query)}”.</p><p><a href="/">Show all mails</a></p></div></nav>`;
  }
  const rows = matching.map(
    (mail) => `<li${mail.Read ? '' : ' class="unread"'}>
<a class="mail" href="${linkToMail(mail, query, showsText)}"${mail === selected ? ' aria-current="page"' : ''}>
<span class="who" dir="auto">${mail.Read ? '' : '<span class="unseen">Unread, </span>'}to ${escapeHtml(mail.To.map(({ Address }) => Address).join(', ') || 'nobody')}</span>
${renderTime(mail.Created, isToday(mail.Created) ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' })}
<span class="subject" dir="auto">${escapeHtml(subjectOf(mail))}</span>
<span class="snippet" dir="auto">${escapeHtml(mail.Snippet)}</span>
</a></li>`,
  );
  return `${open}<ul>${rows.join('\n')}</ul></nav>`;
}

/** @param {PageState} state */
function renderReader({ mails, selected, query, showsText }) {
  const allMails = query ? `/?${escapeHtml(new URLSearchParams({ query }).toString())}` : '/';
  const back = `<p class="back"><a href="${allMails}">← All mails</a></p>`;
  if (selected === 'gone') {
    return `${back}<div class="note"><h2>This mail is gone</h2><p>It was deleted, or made room for newer ones.</p></div>`;
  }
  if (!selected) {
    return mails.length ? '<p class="note">Choose a mail to read it.</p>' : '';
  }
  const plain = showsText || !selected.HTML;
  const tab = (/** @type {string} */ label, /** @type {boolean} */ isText) =>
    `<a href="${linkToMail(selected, query, isText)}"${isText === plain ? ' aria-current="page"' : ''}>${label}</a>`;
  return `${back}
<h2 dir="auto">${escapeHtml(subjectOf(selected))}</h2>
<dl class="facts">
${renderPeople('From', [selected.From])}
${renderPeople('To', selected.To)}
${renderPeople('Copy', selected.Cc)}
${renderPeople('Blind copy', selected.Bcc)}
${renderPeople('Reply to', selected.ReplyTo)}
<dt>Received</dt><dd>${renderTime(selected.Created, { dateStyle: 'medium', timeStyle: 'medium' })}</dd>
</dl>
<nav class="tabs" aria-label="View">${selected.HTML ? tab('HTML', false) : ''}${tab('Plain text', true)}</nav>
${plain ? renderText(selected) : renderFrame(selected)}
${renderLinks(selected)}
${renderAttachments(selected)}`;
}

/**
 * @param {string} label
 * @param {MailAddress[]} people
 */
function renderPeople(label, people) {
  const known = people.filter(({ Name, Address }) => Name || Address);
  if (!known.length) return '';
  const names = known.map(({ Name, Address }) =>
    Name ? `<bdi>${escapeHtml(Name)}</bdi> &lt;${escapeHtml(Address)}&gt;` : escapeHtml(Address),
  );
  return `<dt>${label}</dt><dd>${names.join(', ')}</dd>`;
}

/** @param {Mail} mail */
function renderText(mail) {
  return mail.Text
    ? `<pre class="plain" dir="auto">${linkify(mail.Text)}</pre>`
    : '<p class="hint">This mail has no text.</p>';
}

/** @param {Mail} mail */
function renderFrame(mail) {
  const hasPictures = /<img\b[^<>]*\bsrc\s*=\s*["']?\s*(?:https?:|\/\/|cid:)/i.test(mail.HTML);
  return `<iframe title="The mail as HTML" sandbox="${SANDBOX}" referrerpolicy="no-referrer" src="/view/${mail.ID}"></iframe>
${hasPictures ? '<p class="hint">Pictures from elsewhere are not loaded here.</p>' : ''}`;
}

/** @param {Mail} mail */
function renderLinks(mail) {
  const links = linksIn(mail);
  if (!links.length) return '';
  const items = links.map((url) => `<li>${linkTo(url)}</li>`);
  return `<section class="extra"><h3>Links in this mail</h3><ul>${items.join('')}</ul></section>`;
}

/** @param {Mail} mail */
function renderAttachments(mail) {
  const files = [...mail.Attachments, ...mail.Inline];
  if (!files.length) return '';
  const items = files.map(
    ({ FileName, ContentType, Size }) =>
      `<li><bdi>${escapeHtml(FileName || 'unnamed')}</bdi> <span class="hint">${escapeHtml(ContentType)}, ${Size.toLocaleString('en')} bytes</span></li>`,
  );
  return `<section class="extra"><h3>Attached files (contents are not kept)</h3><ul>${items.join('')}</ul></section>`;
}

/**
 * @param {string} iso
 * @param {Intl.DateTimeFormatOptions} format
 */
function renderTime(iso, format) {
  const shown = new Intl.DateTimeFormat('en-GB', format).format(new Date(iso));
  return `<time datetime="${escapeHtml(iso)}">${escapeHtml(shown)}</time>`;
}

/** @param {string} iso */
function isToday(iso) {
  return new Date(iso).toDateString() === new Date().toDateString();
}

/** @param {Mail} mail */
function subjectOf(mail) {
  return mail.Subject.trim() || '(no subject)';
}

/**
 * @param {Mail} mail
 * @param {string} query
 * @param {boolean} asText
 */
function linkToMail(mail, query, asText) {
  const params = new URLSearchParams({ mail: mail.ID });
  if (asText) params.set('as', 'text');
  if (query) params.set('query', query);
  return escapeHtml(`/?${params}`);
}

/**
 * @param {number} total
 * @param {number} unread
 */
function countOf(total, unread) {
  const mails = total === 1 ? '1 mail' : `${total} mails`;
  return unread ? `${mails}, ${unread} unread` : mails;
}

/** @param {string} source */
function hashOf(source) {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
