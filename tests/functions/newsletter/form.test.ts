import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';
import {
  NEWSLETTER_CONSENT,
  NEWSLETTER_HONEYPOT,
} from '../../../supabase/functions/_shared/contracts/newsletter-fields.ts';
import { findTicketProblem, issueTicket } from '../../../supabase/functions/_shared/form-ticket.ts';
import { deriveKeys } from '../../../supabase/functions/_shared/keyed-hash.ts';
import { handleForm, type FormDeps } from '../../../supabase/functions/newsletter/form.ts';

// The newsletter form of a browser without scripts.

const ADDRESS = 'https://functions.example/newsletter/form';
const SITE = 'https://site.example';
const keys = await deriveKeys(['a secret'], 'newsletter ticket');

function setUp(overrides: Partial<FormDeps> = {}) {
  let now = Date.parse('2026-11-20T09:00:00Z');
  const deps = {
    allowedOrigins: new Set([SITE]),
    siteUrl: SITE,
    readAgency: async () => AGENCY,
    issueTicket: () => issueTicket(keys, now),
    findTicketProblem: (ticket: string) => findTicketProblem(keys, ticket, now),
    readToken: async () => null,
    subscribe: vi.fn<FormDeps['subscribe']>(async () => ({ outcome: 'accepted' })),
    confirm: async () => false,
    unsubscribe: async () => undefined,
    deliverMails: async () => undefined,
    afterwards: (task: () => Promise<unknown>) => void task(),
    logEvent: async () => undefined,
    logError: vi.fn(),
    ...overrides,
  };
  return { deps, wait: (seconds: number) => (now += seconds * 1000) };
}

async function post(fields: Record<string, string>, deps: FormDeps, origin = SITE) {
  const body = new URLSearchParams(fields);
  const request = new Request(ADDRESS, { method: 'POST', body, headers: { origin } });
  const response = await handleForm(request, deps);
  const { document } = new JSDOM(await response.text()).window;
  const inputs = [...document.querySelectorAll('input')].map(({ name, value }) => [name, value]);
  const text = (document.querySelector('main')?.textContent ?? '').replaceAll(/\s+/g, ' ');
  return { status: response.status, text, next: Object.fromEntries(inputs) };
}

test('the first post asks whether the address is right, the second one subscribes it', async () => {
  const { deps, wait } = setUp();
  const first = await post({ email: 'ada@reader.example', [NEWSLETTER_HONEYPOT]: '' }, deps);
  expect(first.status).toBe(200);
  expect(first.text).toContain('You are not on the list yet.');
  expect(first.text).toContain(NEWSLETTER_CONSENT);
  expect(deps.subscribe).not.toHaveBeenCalled();
  wait(4);
  const second = await post(first.next, deps);
  expect(second.status).toBe(202);
  expect(second.text).toContain('Check your inbox: a mail with a link is on its way.');
  expect(vi.mocked(deps.subscribe).mock.calls).toMatchObject([
    [
      { email: 'ada@reader.example', consent: NEWSLETTER_CONSENT, ticket: first.next.ticket },
      expect.anything(),
    ],
  ]);
});

test('an address with a mistake is shown again with the reason', async () => {
  const { deps } = setUp();
  const page = await post({ email: 'ada' }, deps);
  expect(page.status).toBe(422);
  expect(page.text).toContain('Please enter a valid email address');
  expect(page.next.email).toBe('ada');
});

test('sent too fast or a second time, the page asks to send it once more, and that works', async () => {
  const { deps, wait } = setUp();
  const first = await post({ email: 'ada@reader.example' }, deps);
  const fast = await post(first.next, deps);
  expect([fast.status, fast.text]).toEqual([422, expect.stringContaining('Wait three seconds')]);
  wait(4);
  vi.mocked(deps.subscribe).mockResolvedValueOnce({ outcome: 'ticket-refused' });
  const again = await post(fast.next, deps);
  expect(again.text).toContain('Please send it once more');
  wait(4);
  expect((await post(again.next, deps)).status).toBe(202);
});

test('a filled honeypot subscribes nobody, and says nothing of it', async () => {
  const { deps, wait } = setUp();
  const first = await post({ email: 'ada@reader.example', [NEWSLETTER_HONEYPOT]: 'x' }, deps);
  wait(4);
  expect((await post(first.next, deps)).status).toBe(202);
  expect(deps.subscribe).not.toHaveBeenCalled();
});

test.for([
  [429, 'Too many requests in a short time', () => limited()],
  [500, 'Something went wrong on our side', () => Promise.reject(new Error('down'))],
] as const)('%i: the page says %s, and keeps the address', async ([status, words, subscribe]) => {
  const { deps, wait } = setUp({ subscribe });
  const first = await post({ email: 'ada@reader.example' }, deps);
  wait(4);
  const page = await post(first.next, deps);
  expect([page.status, page.next.email]).toEqual([status, 'ada@reader.example']);
  expect(page.text).toContain(words);
  expect(page.text).toContain(AGENCY.email);
});

async function limited() {
  return { outcome: 'limited', retryAfter: 60, isFull: false } as const;
}

test('a form of another website is refused', async () => {
  const { deps } = setUp();
  const page = await post({ email: 'ada@reader.example' }, deps, 'https://evil.example');
  expect(page.status).toBe(403);
  expect(page.text).toContain('Please use the form on our website');
});

test('the address opened without a form leads to the blog', async () => {
  const { deps } = setUp();
  const { status, headers } = await handleForm(new Request(ADDRESS), deps);
  expect([status, headers.get('location')]).toEqual([303, `${SITE}/blog`]);
});
