import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { site } from '@/content/site';
import {
  createSecurityPolicy,
  createSecurityTxt,
  writeSecurityTxt,
} from '../../../scripts/lib/build/security-txt.ts';

const SITE = 'https://www.site.example';
const fieldsOf = (text: string) =>
  new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name, value.join(': ')];
      }),
  );

test('security.txt has the fields of RFC 9116, each once', () => {
  const text = createSecurityTxt(site, SITE, new Date('2026-11-23T10:00:00.500Z'));
  expect(text).toBe(
    [
      `Contact: mailto:${site.securityEmail}`,
      'Expires: 2027-10-01T00:00:00Z',
      'Preferred-Languages: en',
      `Canonical: ${SITE}/.well-known/security.txt`,
      `Policy: ${SITE}/.well-known/security-policy.txt`,
      '',
    ].join('\n'),
  );
});

test.for(['2026-01-31', '2026-03-31', '2026-05-31', '2028-02-29', '2026-12-31'])(
  'built on %s it expires after more than nine months and before a year',
  (day) => {
    const builtAt = new Date(`${day}T00:00:00Z`);
    const expires = new Date(fieldsOf(createSecurityTxt(site, SITE, builtAt)).get('Expires') ?? '');
    const days = (expires.getTime() - builtAt.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(270);
    expect(days).toBeLessThan(365);
  },
);

test('the policy is the part of SECURITY.md for reporters, with the same address', () => {
  const policy = createSecurityPolicy(readFileSync('SECURITY.md', 'utf8'));
  expect(policy).toContain(site.securityEmail);
  expect(policy).toContain('Report a weakness');
  expect(policy).not.toContain('docs/');
});

test('a build writes both files, not yet expired', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'security-txt-'));
  try {
    await writeSecurityTxt(folder, SITE);
    const text = await readFile(join(folder, '.well-known/security.txt'), 'utf8');
    const fields = fieldsOf(text);
    expect(new Date(fields.get('Expires') ?? '').getTime()).toBeGreaterThan(Date.now());
    const policy = fields.get('Policy')?.replace(SITE, folder) ?? '';
    expect(await readFile(policy, 'utf8')).toContain('# Security');
  } finally {
    await rm(folder, { recursive: true });
  }
});
