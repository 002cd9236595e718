import { createHash } from 'node:crypto';
import type { Mail } from './mail.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; }
h1 { font-size: 1.25rem; }
ol { list-style: none; padding: 0; }
li a { display: grid; padding: 0.6rem 0; border-top: 1px solid #8886; color: inherit; text-decoration: none; }
li a:hover strong { text-decoration: underline; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.2rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { box-sizing: border-box; width: 100%; height: 70vh; border: 1px solid #8886; background: #fff; }
textarea { box-sizing: border-box; width: 100%; font: inherit; }
button { font: inherit; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }`;

/** Links of a mail open outside of the sandbox, because a confirmation page needs scripts. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

const styleHash = createHash('sha256').update(STYLE).digest('base64');
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** For a mail's own HTML. The sandbox is repeated for when it is opened without the frame. */
export const MAIL_POLICY = `sandbox ${SANDBOX}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

export function renderList(mails: readonly Mail[]) {
  const items = mails.map(
    ({ ID, To, Subject, Created }) =>
      `<li><a href="/mail/${ID}"><strong>${escapeHtml(Subject || '(no subject)')}</strong>` +
      `<span>${escapeHtml(namesOf(To))}, ${timeOf(Created)}</span></a></li>`,
  );
  const list = `<ol>${items.join('')}</ol>`;
  return page('Mailbox', items.length > 0 ? list : '<p>No mails yet.</p>', 5);
}

/** Whether it is of a conversation: those are answered at an address with the token of their enquiry. */
export function canReply({ ReplyTo }: Mail) {
  return ReplyTo.some(({ Address }) => Address.includes('+'));
}

export function renderMail(
  { ID, Subject, From, To, Cc, Bcc, ReplyTo, Created, Text, HTML, Attachments }: Mail,
  hasReplyForm: boolean,
) {
  const rows = Object.entries({
    From: namesOf([From]),
    To: namesOf(To),
    Cc: namesOf(Cc),
    Bcc: namesOf(Bcc),
    'Reply to': namesOf(ReplyTo),
    Received: timeOf(Created),
    Attached: Attachments.map(({ FileName }) => FileName).join(', '),
  });
  return page(
    Subject || '(no subject)',
    [
      `<p><a href="/">All mails</a></p><dl>`,
      ...rows.map(([name, value]) => value && `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`),
      '</dl>',
      HTML && `<iframe title="The mail as HTML" sandbox="${SANDBOX}" src="/html/${ID}"></iframe>`,
      `<h2>Text</h2><pre>${linkify(Text)}</pre>`,
      hasReplyForm && replyForm(ID, namesOf(To)),
    ]
      .filter(Boolean)
      .join(''),
  );
}

function replyForm(id: string, sender: string) {
  return (
    `<h2>Reply as ${escapeHtml(sender)}</h2>` +
    `<form method="post" action="/mail/${id}/reply"><label>Text<br>` +
    `<textarea name="text" rows="6" required></textarea></label><p><button>Send</button></p></form>`
  );
}

/** @param outcome of the function that takes mails of clients */
export function renderReplied({ ID }: Mail, outcome: string) {
  const note = outcome === 'stored' ? 'It is in the conversation now.' : 'It was not stored.';
  return page(
    `Reply: ${outcome}`,
    `<p>${note}</p><p><a href="/mail/${ID}">Back to the mail</a></p>`,
  );
}

export function renderMailHtml({ HTML }: Mail) {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${HTML}`;
}

function page(title: string, body: string, refreshSeconds?: number) {
  const refresh = refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : '';
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<title>${escapeHtml(title)}</title><style>${STYLE}</style><h1>${escapeHtml(title)}</h1>${body}</html>`;
}

function namesOf(addresses: Mail['To']) {
  return addresses.map(({ Name, Address }) => (Name ? `${Name} <${Address}>` : Address)).join(', ');
}

const timeOf = (iso: string) => new Date(iso).toLocaleString('en-GB');

/** Escaped text with its web addresses as links. */
function linkify(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((piece, place) => {
      const escaped = escapeHtml(piece);
      return place % 2
        ? `<a href="${escaped}" target="_blank" rel="noreferrer">${escaped}</a>`
        : escaped;
    })
    .join('');
}

function escapeHtml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
