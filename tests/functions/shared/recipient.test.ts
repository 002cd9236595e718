import { expect, test } from 'vitest';
import { deriveKeys } from '../../../supabase/functions/_shared/keyed-hash.ts';
import {
  hashRecipient,
  mailboxOf,
  mailDomainOf,
} from '../../../supabase/functions/_shared/recipient.ts';

test.for([
  ['ada@reader.example', 'ada@reader.example'],
  [' Ada@Reader.Example ', 'ada@reader.example'],
  ['ada+letters@reader.example', 'ada@reader.example'],
  ['ada+a+b@reader.example', 'ada@reader.example'],
  ['a.d.a@reader.example', 'a.d.a@reader.example'],
  ['a.d.A+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['+ada@reader.example', '+ada@reader.example'],
] as const)('%s counts as the mailbox %s', ([email, mailbox]) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test.for([
  ['ada@agency.example', 'agency.example'],
  ['ada@a.b.Agency.example', 'agency.example'],
  ['ada@mail.agency.co.uk', 'agency.co.uk'],
  ['ada@agency.de', 'agency.de'],
  ['ada@mail.agency.de', 'agency.de'],
  ['ada@gmail.com', null],
  ['ada@GMX.de', null],
] as const)('%s counts towards the domain %s', ([email, domain]) => {
  expect(mailDomainOf(email)).toBe(domain);
});

test('the counted keys reveal neither mailbox nor domain', async () => {
  const key = await deriveKeys(['a secret'], 'form recipient');
  const one = await hashRecipient(key, 'Ada+1@mail.agency.example');
  expect(one).toEqual(await hashRecipient(key, 'ada@mail.agency.example'));
  expect(one.mailbox).toMatch(/^[0-9a-f]{64}$/);
  expect(one.domain).toBe((await hashRecipient(key, 'bob@agency.example')).domain);
  expect(one.domain).not.toBe(one.mailbox);
  expect((await hashRecipient(key, 'ada@gmail.com')).domain).toBeNull();
});
