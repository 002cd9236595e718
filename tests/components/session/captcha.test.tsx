import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSupabase, freshImport, json, PERSON } from '../../support/fake-supabase';

// It would log two seconds later, during the next test.
vi.mock('@/lib/security-log');

type Options = Parameters<NonNullable<typeof window.turnstile>['render']>[1];
let drawn: { container: HTMLElement; options: Options }[];
let removed: string[];

beforeEach(() => {
  drawn = [];
  removed = [];
  vi.stubEnv('VITE_TURNSTILE_SITE_KEY', '0x4AAA');
});
afterEach(() => {
  vi.stubEnv('VITE_TURNSTILE_SITE_KEY', '');
  delete window.turnstile;
  for (const script of scripts()) script.remove();
});

const scripts = () => [
  ...document.head.querySelectorAll<HTMLScriptElement>('script[src*="turnstile"]'),
];
const signInButton = () => screen.getByRole('button', { name: 'Sign In' });

async function openSignIn() {
  const backend = fakeSupabase({
    'POST /auth/v1/token': () => json({ error_code: 'invalid_credentials', msg: 'Refused' }, 400),
    'POST /auth/v1/signup': () => json({ id: 'u1', email: PERSON.email }),
    'POST /auth/v1/recover': () => json({}),
    'POST /auth/v1/resend': () => json({}),
  });
  const { AccessPage } = await freshImport(() => import('@/pages/auth/access-page'));
  render(
    <MemoryRouter initialEntries={['/admin']}>
      <AccessPage />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: /Email/ }), PERSON.email);
  return { backend, user };
}

/** Answers for Cloudflare, whose script does not run here. */
async function loadScript(answer: (options: Options) => void) {
  await waitFor(() => expect(scripts()).toHaveLength(1));
  window.turnstile = {
    render(container, options) {
      drawn.push({ container, options });
      queueMicrotask(() => answer(options));
      return `widget-${drawn.length}`;
    },
    remove: (id) => removed.push(id),
  };
  scripts()[0]?.dispatchEvent(new Event('load'));
}

const tokensOf = (backend: Awaited<ReturnType<typeof openSignIn>>['backend'], path: string) =>
  backend.requests
    .filter(({ url }) => url.pathname.endsWith(path))
    .map(({ body }) => (body as { gotrue_meta_security?: unknown }).gotrue_meta_security);

test('every sign-in carries a token of its own, and Cloudflare is asked only then', async () => {
  const { backend, user } = await openSignIn();
  await user.type(screen.getByLabelText(/^Password/), 'Secret1');
  expect(scripts()).toEqual([]);
  await user.click(signInButton());
  let count = 0;
  await loadScript(({ callback }) => callback(`token-${++count}`));
  expect(await screen.findByText('Refused')).toBeVisible();
  expect(scripts()[0]?.src).toBe(
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  );
  await user.click(signInButton());
  await waitFor(() => expect(tokensOf(backend, '/token')).toHaveLength(2));
  expect(tokensOf(backend, '/token')).toEqual([
    { captcha_token: 'token-1' },
    { captcha_token: 'token-2' },
  ]);
  expect(drawn[0]?.options.sitekey).toBe('0x4AAA');
  await waitFor(() => expect(removed).toEqual(['widget-1', 'widget-2']));
});

test('a person who is asked is told so, in the form', async () => {
  const { user } = await openSignIn();
  await user.type(screen.getByLabelText(/^Password/), 'Secret1');
  await user.click(signInButton());
  await loadScript((options) => options['before-interactive-callback']());
  const question = await screen.findByText(/confirm below that you are not a robot/);
  expect(question).toHaveRole('status');
  expect(drawn[0]?.container.closest('form')).toContainElement(question);
});

test('a script that is blocked is named, what was typed stays, and the next try loads it', async () => {
  const { backend, user } = await openSignIn();
  await user.type(screen.getByLabelText(/^Password/), 'Secret1');
  await user.click(signInButton());
  await waitFor(() => expect(scripts()).toHaveLength(1));
  scripts()[0]?.dispatchEvent(new Event('error'));
  expect(await screen.findByText(/Allow challenges\.cloudflare\.com/)).toBeVisible();
  expect(screen.getByLabelText(/^Password/)).toHaveValue('Secret1');
  expect(tokensOf(backend, '/token')).toEqual([]);
  await user.click(signInButton());
  await loadScript(({ callback }) => callback('token'));
  await waitFor(() => expect(tokensOf(backend, '/token')).toEqual([{ captcha_token: 'token' }]));
});

test('a check that fails is said, and nothing is sent', async () => {
  const { backend, user } = await openSignIn();
  await user.type(screen.getByLabelText(/^Password/), 'Secret1');
  await user.click(signInButton());
  await loadScript((options) => options['error-callback']('300010'));
  expect(await screen.findByText(/check that you are not a robot failed/)).toBeVisible();
  expect(tokensOf(backend, '/token')).toEqual([]);
});

test('sign-up, its second email and a new password carry a token', async () => {
  const { backend, user } = await openSignIn();
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await loadScript(({ callback }) => callback('token'));
  await screen.findByRole('heading', { name: 'Check your email' });
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  await user.type(screen.getByLabelText(/^Password/), 'Secret-Word-12');
  await user.type(screen.getByLabelText(/^Confirm password/), 'Secret-Word-12');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await user.click(await screen.findByRole('button', { name: 'Send the email again' }));
  expect(await screen.findByText(/Sent again/)).toBeVisible();
  for (const path of ['/recover', '/signup', '/resend']) {
    expect(tokensOf(backend, path), path).toEqual([{ captcha_token: 'token' }]);
  }
});

test('without a site key no request carries a token, and nothing is loaded', async () => {
  vi.stubEnv('VITE_TURNSTILE_SITE_KEY', '');
  const { backend, user } = await openSignIn();
  await user.type(screen.getByLabelText(/^Password/), 'Secret1');
  await user.click(signInButton());
  expect(await screen.findByText('Refused')).toBeVisible();
  expect(tokensOf(backend, '/token')).toEqual([{}]);
  expect(scripts()).toEqual([]);
});
