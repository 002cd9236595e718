import { readdirSync, readFileSync } from 'node:fs';
import { readKeys } from '../backend';
import { expect, test } from '../fixtures';

function builtFiles(): { name: string; content: string }[] {
  return readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((name) => ({ name, content: readFileSync(name, 'latin1') }));
}

/** The role a JWT-shaped key speaks for. */
function roleOf(token: string): string | undefined {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).role;
  } catch {
    return undefined;
  }
}

test('PERM-16: the built site carries the public key and no other', () => {
  const files = builtFiles();
  const { publishableKey, secretKey, jwtSecret } = readKeys();
  const holding = (text: string) =>
    files.filter(({ content }) => content.includes(text)).map(({ name }) => name);
  expect(holding(publishableKey), 'this is the build that runs here').not.toEqual([]);
  expect(holding(secretKey)).toEqual([]);
  expect(holding(jwtSecret)).toEqual([]);
  for (const { name, content } of files) {
    expect(content, name).not.toMatch(/sb_secret_[\w-]{8}/);
    const tokens = content.match(/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g) ?? [];
    expect(tokens.map(roleOf), name).not.toContain('service_role');
  }
});

test('PERM-16: browsing and writing ask nobody but this site', async ({ staffPage: page }) => {
  // Every test watches for requests to others; this one makes sure that there was something to see.
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  for (const [path, heading] of [
    ['/', /Greatness/],
    ['/projects', 'Projects'],
    ['/projects/b7eeed2b-f85a-4de2-99e6-ef2a97c42d21', /greengrocer/],
    ['/admin/images', 'Admin Dashboard'],
    ['/admin/case-studies', 'Case studies'],
    ['/admin/case-studies/new', 'New case study'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  expect([...origins]).toEqual([new URL(page.url()).origin]);
});
