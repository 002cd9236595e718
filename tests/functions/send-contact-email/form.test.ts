import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';
import {
  createCsrfToken,
  ENQUIRY_HONEYPOT,
} from '../../../supabase/functions/_shared/contracts/enquiry-fields.ts';
import type { Enquiry } from '../../../supabase/functions/_shared/contracts/enquiry.ts';
import { findTicketProblem, issueTicket } from '../../../supabase/functions/_shared/form-ticket.ts';
import { deriveKeys } from '../../../supabase/functions/_shared/keyed-hash.ts';
import { handleForm, type FormDeps } from '../../../supabase/functions/send-contact-email/form.ts';
import type {
  EnquiryDeps,
  EnquiryEvent,
} from '../../../supabase/functions/send-contact-email/handler.ts';

// The contact form of a browser without scripts.

const ADDRESS = 'https://functions.example/send-contact-email/form';
const SITE = 'https://site.example';
const NOW = Date.parse('2026-11-20T09:00:00Z');
const keys = await deriveKeys(['a secret'], 'enquiry ticket');

const TYPED = {
  name: 'Ada Lovelace',
  email: 'ada@visitor.example',
  phone: '',
  service: 'web-development',
  subject: 'A <b>website</b>',
  message: '\nWe would like a new website.\nSoon & "well".',
};

type Stored = { enquiry: Enquiry } & Parameters<EnquiryDeps['submit']>[1];

function setUp(overrides: Partial<FormDeps> = {}) {
  const stored: Stored[] = [];
  const events: EnquiryEvent[] = [];
  let now = NOW;
  const deps: FormDeps = {
    allowedOrigins: new Set([SITE]),
    siteUrl: SITE,
    readAgency: async () => AGENCY,
    issueTicket: () => issueTicket(keys, now),
    findTicketProblem: (ticket) => findTicketProblem(keys, ticket, now),
    submit: async (enquiry, doubts) => {
      stored.push({ enquiry, ...doubts });
      return { outcome: 'kept', id: crypto.randomUUID(), number: 1042, stored: true, reasons: [] };
    },
    isOperator: async () => false,
    deliverMails: async () => ({ sent: 0, failed: 0 }),
    settleCheck: async () => undefined,
    afterwards: (task) => void task(),
    logEvent: async (event) => void events.push(event),
    logError: vi.fn(),
    ...overrides,
  };
  return { deps, stored, events, wait: (seconds: number) => (now += seconds * 1000) };
}

const formOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

async function post(body: string, deps: FormDeps, headers: Record<string, string> = {}) {
  const request = new Request(ADDRESS, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: SITE, ...headers },
  });
  const response = await handleForm(request, deps);
  const { document } = new JSDOM(await response.text()).window;
  const text = (document.querySelector('main')?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  /** The body that a browser sends when the button of the page is pressed. */
  const next = () => {
    const form = document.querySelector('form');
    if (!form || !document.defaultView) throw new Error('There is no form on the page');
    const data = new document.defaultView.FormData(form);
    return formOf(Object.fromEntries([...data].map(([name, value]) => [name, String(value)])));
  };
  const heading = document.querySelector('h1')?.textContent;
  return { status: response.status, headers: response.headers, document, heading, text, next };
}

const FAILED = 'Failed to send message. Please try again.';

test('the first post gets a page with everything typed, the second one stores it', async () => {
  const { deps, stored, wait } = setUp();
  const first = await post(formOf({ ...TYPED, wantsReceipt: 'on' }), deps);
  expect(first.status).toBe(200);
  expect(first.text).toContain('Please check your message');
  expect(first.text).toContain('Your message is not sent yet.');
  expect(first.text).toContain('Service: Web Development');
  expect(stored).toEqual([]);

  wait(4);
  // The answer is a page of the function, which is sent from the function's own address.
  const own = { origin: 'https://functions.example', 'sec-fetch-site': 'same-origin' };
  const second = await post(first.next(), deps, own);
  expect(second.status).toBe(200);
  expect(second.text).toContain(
    "Thank you for your message! We'll get back to you at ada@visitor.example soon.",
  );
  expect(second.text).toContain('#1042');
  expect(stored).toMatchObject([
    {
      enquiry: {
        ...{ name: 'Ada Lovelace', email: 'ada@visitor.example', service: 'web-development' },
        ...{ subject: 'A <b>website</b>', wantsReceipt: true },
        message: 'We would like a new website.\nSoon & "well".',
      },
      isQuarantined: false,
      reasons: [],
      ticket: expect.any(String),
    },
  ]);
});

test('the page has the rules of the form, which a browser and a search engine follow', async () => {
  const { deps } = setUp();
  const { headers, document } = await post(formOf(TYPED), deps);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/);
  expect(headers.get('x-robots-tag')).toBe('noindex');
  // 'no-referrer' would make the browser send the form with the origin 'null'.
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(document.querySelector('form')?.getAttribute('action')).toBeNull();
});

test('fields with mistakes are marked, and everything typed is kept', async () => {
  const { deps, stored } = setUp();
  const page = await post(formOf({ ...TYPED, name: 'A', message: 'Hi' }), deps);
  expect(page.status).toBe(422);
  expect(page.text).toContain('Please check the marked fields');
  const marked = [...page.document.querySelectorAll('[aria-invalid]')].map((control) => [
    control.getAttribute('name'),
    page.document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
  ]);
  expect(marked).toEqual([
    ['name', 'Name must be at least 2 characters'],
    ['message', 'Message must be at least 10 characters'],
  ]);
  expect(new URLSearchParams(page.next()).get('subject')).toBe(TYPED.subject);
  expect(stored).toEqual([]);
});

test('nothing typed becomes markup', async () => {
  const { deps } = setUp();
  const attack = `"><script>alert(1)</script></textarea><img src=x onerror=alert(1)>'`;
  const fields = Object.fromEntries(Object.keys(TYPED).map((name) => [name, attack]));
  const page = await post(formOf({ ...fields, [ENQUIRY_HONEYPOT]: attack, ticket: attack }), deps);
  expect(page.document.querySelectorAll('script, img')).toHaveLength(0);
  const next = new URLSearchParams(page.next());
  for (const name of [...Object.keys(TYPED), ENQUIRY_HONEYPOT]) {
    expect(next.get(name), name).toBe(attack);
  }
  expect(next.get('ticket')).not.toBe(attack);
});

test('sent faster than in three seconds, the page asks to send it once more', async () => {
  const { deps, stored, wait } = setUp();
  const first = await post(formOf(TYPED), deps);
  wait(1);
  const fast = await post(first.next(), deps);
  expect(fast.status).toBe(422);
  expect(fast.text).toContain('Wait three seconds');
  expect(stored).toEqual([]);
  wait(3);
  expect((await post(fast.next(), deps)).text).toContain('Thank you');
  expect(stored).toHaveLength(1);
});

test('a ticket of its own making stores nothing', async () => {
  const { deps, stored, wait } = setUp();
  wait(60);
  const ticket = `${NOW}.${crypto.randomUUID()}.${'0'.repeat(64)}`;
  const page = await post(formOf({ ...TYPED, ticket, csrfToken: createCsrfToken() }), deps);
  expect(page.text).toContain('Please check your message');
  expect(stored).toEqual([]);
});

test('a filled honeypot is kept and quarantines the enquiry', async () => {
  const { deps, stored, wait } = setUp();
  const first = await post(formOf({ ...TYPED, [ENQUIRY_HONEYPOT]: 'https://spam.example' }), deps);
  wait(4);
  const { text } = await post(first.next(), deps);
  expect(text).toContain('Thank you');
  expect(stored).toMatchObject([{ isQuarantined: true, reasons: ['honeypot'] }]);
});

test.for([
  ['too many', { outcome: 'limited', retryAfter: 60 }, 429, 'Too many messages in a short time'],
  ['a service that is gone', { outcome: 'not-offered' }, 422, 'is not on our list any more'],
] as const)('R-53: %s: the page says so and keeps the text', async ([, outcome, status, words]) => {
  const { deps, wait } = setUp({ submit: async () => outcome });
  const first = await post(formOf(TYPED), deps);
  wait(4);
  const page = await post(first.next(), deps);
  expect(page.status).toBe(status);
  expect(page.heading).toBe(FAILED);
  expect(page.text).toContain(words);
  expect(page.text).toContain('Your message is not sent yet.');
  const next = new URLSearchParams(page.next());
  expect(next.get('message')).toBe(TYPED.message);
  expect(next.get('service')).toBe(outcome.outcome === 'limited' ? 'web-development' : '');
});

test('CONTACT-23: a failure of ours offers the address of the agency and keeps the text', async () => {
  const { deps, events, wait } = setUp({ submit: () => Promise.reject(new Error('down')) });
  const first = await post(formOf(TYPED), deps);
  wait(4);
  const page = await post(first.next(), deps);
  expect(page.status).toBe(500);
  expect(page.heading).toBe(FAILED);
  expect(page.document.querySelector(`a[href="mailto:${AGENCY.email}"]`)).not.toBeNull();
  expect(new URLSearchParams(page.next()).get('name')).toBe('Ada Lovelace');
  expect(events).toMatchObject([{ eventType: 'contact_service_error', severity: 'high' }]);
});

test.for([
  ['another website', { origin: 'https://evil.example' }, 403],
  ['a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  ['JSON', { 'content-type': 'application/json' }, 415],
] as const)('R-53: a post of %s is refused with a page', async ([, headers, status]) => {
  const { deps, stored } = setUp();
  const page = await post(formOf(TYPED), deps, headers);
  expect(page.status).toBe(status);
  expect(page.heading).toBe(FAILED);
  expect(page.text).toContain('Your message was not sent.');
  expect(page.document.querySelector(`a[href="${SITE}/contact"]`)).not.toBeNull();
  expect(stored).toEqual([]);
});

test('a text browser, which names no origin, is served', async () => {
  const { deps } = setUp();
  const request = new Request(ADDRESS, { method: 'POST', body: new URLSearchParams(TYPED) });
  expect((await handleForm(request, deps)).status).toBe(200);
});

test('a text that is too large is refused', async () => {
  const { deps } = setUp();
  expect((await post(formOf({ message: 'a'.repeat(40_000) }), deps)).status).toBe(413);
});

test('the address opened without a form leads to the contact page', async () => {
  const { deps } = setUp();
  const response = await handleForm(new Request(ADDRESS), deps);
  expect([response.status, response.headers.get('location')]).toEqual([303, `${SITE}/contact`]);
});
