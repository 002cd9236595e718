import { expect, onTestFinished, test, vi } from 'vitest';
import { readRedirects } from '../../../scripts/lib/build/redirects.ts';

const leaveOut = vi.fn();
const SOURCE = { url: 'https://project.example', key: 'sb_publishable_test' };

function answering(answer: (url: URL) => Response) {
  const asked: URL[] = [];
  const real = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = real;
  });
  globalThis.fetch = async (input) => {
    const url = new URL(String(input));
    asked.push(url);
    return answer(url);
  };
  return asked;
}

test('redirects are read with the public key', async () => {
  const asked = answering(() =>
    Response.json([{ from_path: '/blog/old', to_path: '/blog/new#top' }]),
  );
  expect(await readRedirects(SOURCE, leaveOut)).toEqual([
    { from: '/blog/old', to: '/blog/new#top' },
  ]);
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/rest/v1/rpc/list_redirects']);
});

test('further pages of redirects start after the last address', async () => {
  const rows = Array.from({ length: 1500 }, (_, place) => ({
    from_path: `/old/${String(place).padStart(4, '0')}`,
    to_path: '/projects',
  }));
  const asked = answering((url) => {
    const after = url.searchParams.get('after') ?? '';
    return Response.json(rows.filter((row) => row.from_path > after).slice(0, 1000));
  });
  expect(await readRedirects(SOURCE, leaveOut)).toHaveLength(1500);
  expect(asked).toHaveLength(2);
});

test.for([
  ['/old', 'https://elsewhere.example'],
  ['/old', '//elsewhere.example'],
  ['/old', '/new 301\n/* //elsewhere.example'],
  ['/old /x', '/new'],
  ['/:splat', '/new'],
])('a row that a host file would read differently is left out: %s to %s', async (row) => {
  const kept = { from_path: '/kept', to_path: '/new' };
  answering(() => Response.json([{ from_path: row[0], to_path: row[1] }, kept]));
  expect(await readRedirects(SOURCE, leaveOut)).toEqual([{ from: '/kept', to: '/new' }]);
  expect(leaveOut).toHaveBeenLastCalledWith(row[0], expect.stringContaining('left out'));
});

test('a backend that refuses fails the build', async () => {
  answering(() => new Response('no', { status: 503 }));
  await expect(readRedirects(SOURCE, leaveOut)).rejects.toThrow('answered 503');
});
