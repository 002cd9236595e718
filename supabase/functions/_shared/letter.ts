// The common look of our mails: paragraphs, links and quotes, with the sender below.
import type { Agency } from './agency.ts';
import { cutText } from './contracts/words/cut-text.ts';
import { directionOf } from './contracts/words/direction.ts';
import { escapeHtml, type Mail } from './mail.ts';

export type LetterPart = string | { label: string; href: string } | { quote: string };

const EXCERPT_MAX = 300;

/** The beginning of a text that is quoted in a notice. */
export const excerpt = (text: string): string => cutText(text, EXCERPT_MAX, '…');

export function letter(
  parts: readonly LetterPart[],
  { postalAddress, email }: Agency,
): Pick<Mail, 'text' | 'html'> {
  const sender = [...postalAddress, email];
  return {
    text: [...parts.map(toText), `-- \n${sender.join('\n')}`].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body style="max-width: 36em; font-family: sans-serif; line-height: 1.5">',
      ...parts.map(toHtml),
      `<p style="margin-top: 2em; color: #555b6e; font-size: 0.875em">${sender.map(escapeHtml).join('<br>')}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}

function toText(part: LetterPart): string {
  if (typeof part === 'string') return part;
  return 'quote' in part ? part.quote.replace(/^/gm, '> ') : `${part.label}:\n${part.href}`;
}

function toHtml(part: LetterPart): string {
  if (typeof part === 'string') return `<p${direction(part)}>${lines(part)}</p>`;
  if ('quote' in part) {
    return `<blockquote${direction(part.quote)} style="margin: 0; padding-inline-start: 1em; border-inline-start: 2px solid #c9c3b8; color: #555b6e">${lines(part.quote)}</blockquote>`;
  }
  const { label, href } = part;
  return `<p><a href="${escapeHtml(href)}"><strong>${escapeHtml(label)}</strong></a></p>`;
}

const direction = (text: string) => (directionOf(text) ? ' dir="auto"' : '');

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}
