import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AGENCY } from '@contracts/agency';
import { LINK_LIFETIME_MS } from '@/features/session/links/asked-links';
import { readAuthMails } from '../../../scripts/lib/local/auth-mails.ts';

const FOLDER = 'supabase/templates';

/** The variables that the Auth service has for each mail. The mails use neither names nor other data of users. */
const LINK = ['TokenHash', 'Email', 'SiteURL', 'Token'];
/** The type that Auth checks the token of each mail for. */
const TYPES: Record<string, string> = {
  'template.confirmation': 'signup',
  'template.recovery': 'recovery',
  'template.magic_link': 'magiclink',
  'template.invite': 'invite',
  'template.email_change': 'email_change',
};
const VARIABLES: Record<string, string[]> = {
  'template.confirmation': LINK,
  'template.recovery': LINK,
  'template.magic_link': LINK,
  'template.invite': LINK,
  'template.email_change': [...LINK, 'NewEmail'],
  'template.reauthentication': ['Email', 'SiteURL', 'Token'],
  'notification.password_changed': ['Email', 'SiteURL'],
  'notification.email_changed': ['Email', 'OldEmail', 'SiteURL'],
};

const mails = readAuthMails();

const variablesOf = (text: string) => [
  ...new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, inside = '']) => inside.trim().slice(1))),
];
const between = (html: string, start: string, end: string) =>
  html.slice(html.indexOf(start) + start.length, html.indexOf(end));

test('config.toml names a template for every mail of Auth, and every template is used', () => {
  expect(mails.map(({ kind }) => kind).sort()).toEqual(Object.keys(VARIABLES).sort());
  expect(mails.filter(({ isEnabled }) => !isEnabled)).toEqual([]);
  expect(mails.map(({ file }) => file).sort()).toEqual(
    readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`),
  );
});

describe.each(mails)('$kind', ({ kind, subject, html }) => {
  test('uses only variables that Auth has for it', () => {
    const known = VARIABLES[kind] ?? [];
    expect(variablesOf(subject + html).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('has a button and the same link as text, or a code, or neither; no link uses a token up by being opened', () => {
    const type = TYPES[kind];
    const link = `{{ .SiteURL }}/#token_hash={{ .TokenHash }}&amp;type=${type}`;
    const count = (part: string) => html.split(part).length - 1;
    expect(count(`<a class="button" href="${link}">`)).toBe(type ? 1 : 0);
    expect(count(`<a href="${link}">${link}</a>`)).toBe(type ? 1 : 0);
    expect(count('ConfirmationURL')).toBe(0);
    expect(count('{{ .Token }}')).toBe(kind === 'template.reauthentication' ? 1 : 0);
  });

  test('says what to do if the reader did not ask for it, and how long a link works', () => {
    expect(html).toMatch(/If (?:it was not you|you did not|you do not|you are not)/);
    if (kind.startsWith('template.')) expect(html).toContain('works once, for one hour');
  });

  test('has the heading as its title and loads nothing', () => {
    expect(between(html, '<title>', '</title>')).toBe(between(html, '<h1>', '</h1>'));
    expect(html).not.toMatch(/<img|<script|<link|@import|url\(|<!--/);
    expect(html).not.toContain('http');
  });

  test('has the common frame with the sender', () => {
    const [first] = mails;
    const head = (text: string) => text.slice(0, text.indexOf('<h1>')).replace(/<title>.*/, '');
    const foot = (text: string) => text.slice(text.indexOf('</td></tr>\n<tr><td class="foot">'));
    expect(head(html)).toBe(head(first?.html ?? ''));
    expect(foot(html)).toBe(foot(first?.html ?? ''));
    for (const line of [...AGENCY.postalAddress, AGENCY.email]) {
      expect(foot(html)).toContain(line.replace('&', '&amp;'));
    }
  });
});

test('the mail about a new password is true of the first one too', () => {
  const mail = mails.find(({ kind }) => kind === 'notification.password_changed');
  expect(mail?.subject).toBe('Your new password is saved');
  expect(mail?.html.replace(/<style>.*<\/style>/s, '')).not.toMatch(/chang/i);
});

test('the mail about a change of address asks for the order of links that ends signed in', () => {
  const mail = mails.find(({ kind }) => kind === 'template.email_change');
  expect(mail?.html).toContain('open both, last the one in the new mailbox');
});

test('a link works for one hour, as the mails say', () => {
  expect(LINK_LIFETIME_MS).toBe(60 * 60_000);
});
