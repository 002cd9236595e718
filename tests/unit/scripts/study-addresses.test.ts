import { expect, test, vi } from 'vitest';
import {
  areStillLinked,
  readStudyAddresses,
  withStudyAddresses,
} from '../../../scripts/lib/build/study-addresses.ts';

const ID = 'b7eeed2b-f85a-4de2-99e6-ef2a97c42d21';
const addresses = new Map([[ID, 'a-greengrocer']]);

test.for([
  [`<a href="/projects/${ID}">`, '<a href="/projects/a-greengrocer">'],
  [
    `<a class="x" href="/projects/${ID}#results">`,
    '<a class="x" href="/projects/a-greengrocer#results">',
  ],
  [
    `<a href="https://www.example.com/projects/${ID}">`,
    '<a href="https://www.example.com/projects/a-greengrocer">',
  ],
  // A study that is not published; an address of another kind; words.
  [`<a href="/projects/${ID.replace('b', 'c')}">`, `<a href="/projects/${ID.replace('b', 'c')}">`],
  [`<a href="/projects/${ID}/more">`, `<a href="/projects/${ID}/more">`],
  [`<p>/projects/${ID}</p>`, `<p>/projects/${ID}</p>`],
] as const)('%s', ([before, after]) => {
  expect(withStudyAddresses(before, addresses).html).toBe(after);
});

test('a page is made anew when a study that it links has another address, or none, or its first', () => {
  const other = ID.replace('b', 'c');
  const { linked } = withStudyAddresses(
    `<a href="/projects/${ID}"></a><a href="/projects/${other}"></a>`,
    addresses,
  );
  expect(linked).toEqual({ [ID]: 'a-greengrocer', [other]: null });
  expect(areStillLinked(linked, new Map([...addresses, ['unrelated', 'x']]))).toBe(true);
  expect(areStillLinked(linked, new Map([[ID, 'the-greengrocer']]))).toBe(false);
  expect(areStillLinked(linked, new Map())).toBe(false);
  expect(areStillLinked(linked, new Map([...addresses, [other, 'published']]))).toBe(false);
});

test('the addresses of all published studies are read, a thousand at a time', async () => {
  const rows = Array.from({ length: 1001 }, (_, place) => ({
    id: String(place).padStart(4, '0'),
    slug: `study-${place}`,
  }));
  const asked: URLSearchParams[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address);
    asked.push(searchParams);
    const after = searchParams.get('id')?.slice('gt.'.length) ?? '';
    return Response.json(rows.filter(({ id }) => id > after).slice(0, 1000));
  });
  const read = await readStudyAddresses({ url: 'https://project.example', key: 'k' });
  expect(read.size).toBe(1001);
  expect(read.get('1000')).toBe('study-1000');
  expect(asked.map((query) => query.get('status'))).toEqual(['eq.published', 'eq.published']);
});

test('a backend that refuses ends the build', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }));
  await expect(readStudyAddresses({ url: 'https://project.example', key: 'k' })).rejects.toThrow(
    /answered 500/,
  );
});
