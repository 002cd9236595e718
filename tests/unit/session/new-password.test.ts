import { expect, test } from 'vitest';
import { newPasswordSchema, PASSWORD_MAX, staffPasswordSchema } from '@contracts/credentials';

const complaintsOf = (password: string) =>
  newPasswordSchema
    .safeParse({ password })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('R-24: 6 to 128 characters pass, 5 and 129 do not', () => {
  expect(complaintsOf('Abcde1')).toEqual([]);
  expect(complaintsOf('Abcd1')).toEqual(['password: Password must be at least 6 characters']);
  const longest = 'Aa1'.padEnd(PASSWORD_MAX, 'x');
  expect(complaintsOf(longest)).toEqual([]);
  expect(complaintsOf(`${longest}x`)).toEqual(['password: Password too long']);
});

test.for(['abcdef1', 'ABCDEF1', 'Abcdefg'])('R-24: %s lacks a kind of character', (password) => {
  expect(complaintsOf(password)).toEqual([
    'password: Password must contain at least one uppercase letter, one lowercase letter, and one number',
  ]);
});

test('R-38: members choose 12 characters or more; the other rules are the same and come first', () => {
  const complaintsOfStaff = (password: string) =>
    staffPasswordSchema.safeParse({ password }).error?.issues.map(({ message }) => message) ?? [];
  expect(complaintsOfStaff('Abcdefghijk1')).toEqual([]);
  expect(complaintsOfStaff('Abcdefghij1')).toEqual([
    'Members of staff choose 12 characters or more',
  ]);
  expect(complaintsOfStaff('Abcd1')[0]).toBe('Password must be at least 6 characters');
  expect(complaintsOfStaff('abcdefghijk1')).toEqual([
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  ]);
});
