// The pages with which a function answers a form that a browser without scripts has posted.
//
// A prerendered form has no ticket (form-ticket.ts), since the page is the same for everyone. So the first post only
// gets a page with what was typed and a ticket, and what is sent from there is treated like a form with scripts: a
// minimum time, one use per ticket, the same limits. A program that posts what it finds on the website gets no further.
//
// Hosted functions may answer a POST with HTML; a GET is rewritten to plain text, so that none is answered with a page.
import type { Agency } from './agency.ts';
import { isFromOurSite } from './cors.ts';
import { readBodyWithin, type BodyLimits, type BodyResult } from './http.ts';
import { escapeHtml } from './mail.ts';

export type FormControl = {
  name: string;
  label: string;
  value: string;
  kind: 'text' | 'email' | 'tel' | 'lines' | 'box';
  error?: string | undefined;
};

export type FormPage = {
  title: string;
  /** Paragraphs of plain text. */
  text: readonly string[];
  /** What was typed, to be sent from this page. */
  form?: {
    controls: readonly FormControl[];
    /** By name. Not shown. */
    hidden: Readonly<Record<string, string>>;
    /** What of the hidden fields a visitor should know. */
    note?: string;
    /** A field that visitors leave empty. */
    honeypot: { name: string; value: string };
    submit: string;
  };
  /** Back to the website. */
  back: { label: string; href: string };
  /** Offers the email address of the agency. */
  isFailure?: boolean;
};

/** Scripts are not needed, and what a visitor typed must never become one. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const STYLES = `
:root { color-scheme: light dark; font: 1.0625rem/1.55 system-ui, sans-serif }
body { max-width: 38rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.75rem; line-height: 1.2 }
form { display: grid; gap: 1.25rem; margin: 2rem 0 }
form > p { margin: 0 }
label { display: grid; gap: .25rem; font-weight: 600 }
.box { display: flex; gap: .5rem; font-weight: 400 }
input, textarea, button { box-sizing: border-box; font: inherit; font-weight: 400; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid GrayText; border-radius: .375rem }
input:not([type=checkbox]), textarea { width: 100% }
[type=checkbox] { width: 1.25rem; min-height: 1.5rem }
[aria-invalid] { border: 2px solid }
button { justify-self: start; padding-inline: 1.5rem; font-weight: 600; cursor: pointer }
.error { margin: .25rem 0 0; font-weight: 600 }
.error::before { content: "⚠ " }
.trap { position: absolute; left: -200vw }`;

export function pageReply(
  status: number,
  page: FormPage,
  agency: Agency,
  headers: HeadersInit = {},
): Response {
  const all = new Headers(headers);
  all.set('content-type', 'text/html; charset=utf-8');
  all.set('cache-control', 'no-store');
  all.set('content-security-policy', POLICY);
  all.set('x-content-type-options', 'nosniff');
  all.set('x-robots-tag', 'noindex');
  // Without a referrer, the browser would send the form of this page with the origin 'null'.
  all.set('referrer-policy', 'strict-origin-when-cross-origin');
  return new Response(toHtml(page, agency), { status, headers: all });
}

function toHtml({ title, text, form, back, isFailure }: FormPage, agency: Agency): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(`${title} | ${agency.name}`)}</title>`,
    `<style>${STYLES}</style></head><body><main>`,
    `<h1>${escapeHtml(title)}</h1>`,
    ...text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(isFailure
      ? [
          `<p>You can also write to <a href="mailto:${escapeHtml(agency.email)}">${escapeHtml(agency.email)}</a>.</p>`,
        ]
      : []),
    ...(form ? [formHtml(form)] : []),
    `<p><a href="${escapeHtml(back.href)}">${escapeHtml(back.label)}</a></p>`,
    '</main></body></html>',
  ].join('\n');
}

/** Posts to the address of this page. */
function formHtml({
  controls,
  hidden,
  note,
  honeypot,
  submit,
}: NonNullable<FormPage['form']>): string {
  return [
    '<form method="post" novalidate>',
    ...(note === undefined ? [] : [`<p>${escapeHtml(note)}</p>`]),
    ...controls.map(controlHtml),
    ...Object.entries(hidden).map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    ),
    `<div class="trap" aria-hidden="true"><label>Website<input name="${honeypot.name}" value="${escapeHtml(honeypot.value)}" tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true" data-bwignore data-form-type="other"></label></div>`,
    `<button>${escapeHtml(submit)}</button>`,
    '</form>',
  ].join('\n');
}

function controlHtml({ name, label, value, kind, error }: FormControl): string {
  const text = escapeHtml(label);
  if (kind === 'box') {
    return `<label class="box"><input type="checkbox" name="${name}"${value === '' ? '' : ' checked'}>${text}</label>`;
  }
  const marks = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`;
  const control =
    kind === 'lines'
      ? // The parser drops a first line break.
        `<textarea name="${name}" rows="10"${marks}>\n${escapeHtml(value)}</textarea>`
      : `<input type="${kind}" name="${name}" value="${escapeHtml(value)}"${marks}>`;
  const problem =
    error === undefined ? '' : `<p class="error" id="${name}-error">${escapeHtml(error)}</p>`;
  return `<div><label>${text}${control}</label>${problem}</div>`;
}

/**
 * Browsers name the origin of a page with every post, also that of this page, which is the function's. Text browsers
 * name none, and cannot be made to post by another website without their user.
 */
export function isFormAllowed(request: Request, allowedOrigins: ReadonlySet<string>): boolean {
  return request.headers.get('origin') === null || isFromOurSite(request, allowedOrigins);
}

export type FormBodyProblem = Extract<BodyResult, { ok: false }>['reason'] | 'not-form';

/** The fields of a form as browsers send it by default. */
export async function readFormFields(
  request: Request,
  limits: BodyLimits,
): Promise<{ ok: true; fields: URLSearchParams } | { ok: false; reason: FormBodyProblem }> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return { ok: false, reason: 'not-form' };
  }
  const body = await readBodyWithin(request, limits);
  if (!body.ok) return body;
  return { ok: true, fields: new URLSearchParams(new TextDecoder().decode(body.bytes)) };
}
