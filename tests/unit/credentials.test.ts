import { expect, test } from 'vitest';
import { loginSchema, registrationSchema } from '@contracts/credentials';

const PASSWORD_RULE =
  'Password must contain at least one uppercase letter, one lowercase letter, and one number';

function messagesOfLogin(input: { email?: string; password?: string }) {
  const result = loginSchema.safeParse({ email: 'ada@example.com', password: 'secret', ...input });
  return result.error?.issues.map(({ message }) => message) ?? [];
}

function complaintsOfRegistration(input: Record<string, unknown>) {
  const result = registrationSchema.safeParse({
    email: 'ada@example.com',
    password: 'Secret1',
    confirmPassword: 'Secret1',
    ...input,
  });
  return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

test.each(['ada@example.com', 'ada.lovelace+work@mail.example.org', '  ada@example.com '])(
  'VLOGIN-1: %j is an email address',
  (email) => {
    expect(messagesOfLogin({ email })).toEqual([]);
  },
);

test.each(['', 'ada', 'ada@', '@example.com', 'ada@example', 'ada lovelace@example.com'])(
  'VLOGIN-1: %j is not an email address',
  (email) => {
    expect(messagesOfLogin({ email })).toEqual(['Please enter a valid email address']);
  },
);

test('VLOGIN-1: spaces around the address are removed', () => {
  expect(loginSchema.parse({ email: ' ada@example.com ', password: 'secret' }).email).toBe(
    'ada@example.com',
  );
});

test('VLOGIN-2: an email of 254 characters passes, one of 255 is too long', () => {
  const ofLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
  expect(messagesOfLogin({ email: ofLength(254) })).toEqual([]);
  expect(messagesOfLogin({ email: ofLength(255) })[0]).toBe('Email too long');
});

test('VLOGIN-3: an address with < is refused', () => {
  expect(messagesOfLogin({ email: 'a<b@example.com' })).toEqual([
    'Please enter a valid email address',
  ]);
});

test('VLOGIN-4: a password needs 6 characters', () => {
  expect(messagesOfLogin({ password: '12345' })).toEqual([
    'Password must be at least 6 characters',
  ]);
  expect(messagesOfLogin({ password: '123456' })).toEqual([]);
});

test('VLOGIN-5: a password may have 128 characters', () => {
  expect(messagesOfLogin({ password: 'x'.repeat(128) })).toEqual([]);
  expect(messagesOfLogin({ password: 'x'.repeat(129) })).toEqual(['Password too long']);
});

test('VREG-1: registration applies the login rules', () => {
  expect(complaintsOfRegistration({ email: 'ada' })).toEqual([
    'email: Please enter a valid email address',
  ]);
  expect(complaintsOfRegistration({ password: 'Ab1', confirmPassword: 'Ab1' })).toEqual([
    'password: Password must be at least 6 characters',
  ]);
  const long = `Ab1${'x'.repeat(126)}`;
  expect(complaintsOfRegistration({ password: long, confirmPassword: long })).toEqual([
    'password: Password too long',
  ]);
});

test.each(['secret1', 'SECRET1', 'Secrets', '1234567'])(
  'VREG-2: %j lacks an upper-case letter, a lower-case letter or a digit',
  (password) => {
    expect(complaintsOfRegistration({ password, confirmPassword: password })).toEqual([
      `password: ${PASSWORD_RULE}`,
    ]);
  },
);

test('VREG-2: the same letters count as on the Auth server', () => {
  const password = 'Тајната1';
  expect(complaintsOfRegistration({ password, confirmPassword: password })).toEqual([
    `password: ${PASSWORD_RULE}`,
  ]);
});

test('VREG-3: the confirmation must equal the password', () => {
  expect(complaintsOfRegistration({ confirmPassword: 'Secret2' })).toEqual([
    "confirmPassword: Passwords don't match",
  ]);
});

test('VREG-3: the mismatch is shown together with the other errors', () => {
  expect(
    complaintsOfRegistration({ email: 'ada', password: 'secret1', confirmPassword: 'x' }),
  ).toEqual([
    'email: Please enter a valid email address',
    `password: ${PASSWORD_RULE}`,
    "confirmPassword: Passwords don't match",
  ]);
});

test('VREG-4: a name is optional and has 2 to 50 characters', () => {
  expect(complaintsOfRegistration({})).toEqual([]);
  expect(complaintsOfRegistration({ fullName: 'Al' })).toEqual([]);
  expect(complaintsOfRegistration({ fullName: 'a'.repeat(50) })).toEqual([]);
  expect(complaintsOfRegistration({ fullName: 'A' })).toEqual([
    'fullName: Name must be at least 2 characters',
  ]);
  expect(complaintsOfRegistration({ fullName: 'a'.repeat(51) })).toEqual([
    'fullName: Name too long',
  ]);
});

test.each(["Anne-Marie O'Neill", 'Љубица Петровска', 'Zoë D’Arcy'])(
  'VREG-5: %j is a name',
  (fullName) => {
    expect(complaintsOfRegistration({ fullName })).toEqual([]);
  },
);

test.each(['Ada1', 'Ada <b>', 'ada@example'])('VREG-5: %j is not a name', (fullName) => {
  expect(complaintsOfRegistration({ fullName })).toEqual([
    'fullName: Name contains invalid characters',
  ]);
});

test.each([null, 'ada', {}])('VREG-1: %j is refused without a crash', (input) => {
  expect(registrationSchema.safeParse(input).success).toBe(false);
});
