// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeAuthCallback } from '@/features/session/links/auth-callback';

const nowInSeconds = () => Math.floor(Date.now() / 1000);

function visit(address: string) {
  history.replaceState({ idx: 3 }, '', address);
}

function tokens(changes: Record<string, string | null> = {}) {
  const params = new URLSearchParams({
    access_token: 'access',
    refresh_token: 'refresh',
    expires_in: '3600',
    expires_at: String(nowInSeconds() + 3600),
    token_type: 'bearer',
    type: 'signup',
  });
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return `#${params}`;
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  localStorage.clear();
  visit('/');
});

test.each(['/services?page=2#web-development', '/?code=abc'])(
  'an address without an auth response stays unchanged: %s',
  (address) => {
    visit(address);
    expect(takeAuthCallback()).toBeNull();
    expect(location.href).toBe(`http://localhost:3000${address}`);
  },
);

test('ROUTE-27, R-02: tokens are removed from the address without a history entry', () => {
  visit(`/?utm=mail${tokens()}`);
  const steps = history.length;
  expect(takeAuthCallback()).toEqual({
    kind: 'tokens',
    tokens: { accessToken: 'access', refreshToken: 'refresh', type: 'signup' },
  });
  expect(location.href).toBe('http://localhost:3000/?utm=mail');
  expect(history.length).toBe(steps);
  expect(history.state).toEqual({ idx: 3 });
});

test.each(['refresh_token', 'expires_in', 'token_type'])(
  'SESS-15: a response without %s is a problem, and is removed from the address too',
  (name) => {
    visit(`/${tokens({ [name]: null })}`);
    expect(takeAuthCallback()).toEqual({
      kind: 'problem',
      message: 'It is not complete. Please open it again from the email, or sign in.',
    });
    expect(location.href).toBe('http://localhost:3000/');
  },
);

test('SESS-16: tokens issued 120 s ago give a warning, newer ones none', () => {
  const expiringAt = (age: number) => String(nowInSeconds() + 3600 - age);
  visit(`/${tokens({ expires_at: expiringAt(60) })}`);
  takeAuthCallback();
  expect(console.warn).not.toHaveBeenCalled();
  visit(`/${tokens({ expires_at: expiringAt(121) })}`);
  expect(takeAuthCallback()?.kind).toBe('tokens');
  expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('over 120 s ago'));
});

test('an expired link has a message with the next step', () => {
  visit(
    '/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
  );
  const callback = takeAuthCallback();
  expect(callback).toMatchObject({ kind: 'problem' });
  expect(callback).toHaveProperty('message', expect.stringContaining('expired or was used before'));
  expect(location.href).toBe('http://localhost:3000/');
});

test('another refusal gets our message, not the text of the address', () => {
  visit('/?error=server_error&error_description=Database+is+resting&page=2');
  expect(takeAuthCallback()).toEqual({
    kind: 'problem',
    message: 'Please try again, or sign in.',
  });
  expect(location.href).toBe('http://localhost:3000/?page=2');
});
