import { expect, test, vi } from 'vitest';
import { isPublicAddress } from '../../../supabase/functions/_shared/public-host.ts';
import {
  checkLink,
  checkLinks,
  type LinkDeps,
} from '../../../supabase/functions/link-check/links.ts';

type Answer = number | { to: string } | Error;

/** A web of these answers, by method and address; other addresses answer 200. */
function webOf(answers: Record<string, Answer>, names: Record<string, string[]> = {}) {
  const asked: string[] = [];
  const deps: LinkDeps = {
    userAgent: 'link check',
    resolve: async (host) => names[host] ?? ['93.184.216.34'],
    send: async (input, init) => {
      const key = `${init?.method} ${String(input)}`;
      asked.push(key);
      expect(init).toMatchObject({ redirect: 'manual', headers: { 'user-agent': 'link check' } });
      const answer = answers[key] ?? 200;
      if (answer instanceof Error) throw answer;
      return typeof answer === 'number'
        ? new Response(null, { status: answer })
        : new Response(null, { status: 301, headers: { location: answer.to } });
    },
  };
  return { deps, asked };
}

test('a link that answers HEAD is asked for once', async () => {
  const { deps, asked } = webOf({});
  expect(await checkLink('https://a.example/x', deps)).toMatchObject({ problem: null });
  expect(asked).toEqual(['HEAD https://a.example/x']);
});

test('GET decides where HEAD is refused', async () => {
  const { deps, asked } = webOf({ 'HEAD https://a.example/': 405 });
  expect(await checkLink('https://a.example/', deps)).toMatchObject({ problem: null });
  expect(asked).toEqual(['HEAD https://a.example/', 'GET https://a.example/']);
});

test.for<[number, string | null, boolean]>([
  [404, 'answers with 404', true],
  [410, 'answers with 410', true],
  [503, 'answers with 503', false],
  // Hosts refuse programs what they show visitors.
  [401, null, false],
  [403, null, false],
  [429, null, false],
])('the answer %i is a problem: %s', async ([status, problem, is_gone]) => {
  const { deps } = webOf({
    'HEAD https://a.example/': status,
    'GET https://a.example/': status,
  });
  expect(await checkLink('https://a.example/', deps)).toEqual({
    ...{ url: 'https://a.example/', problem, is_gone },
  });
});

test('a host that does not answer may do so tomorrow', async () => {
  const url = 'https://a.example/';
  const of = (error: Error) => checkLink(url, webOf({ [`HEAD ${url}`]: error }).deps);
  expect(await of(new DOMException('', 'TimeoutError'))).toEqual({
    ...{ url, problem: 'does not answer', is_gone: false },
  });
  expect(await of(new TypeError('connect'))).toMatchObject({ problem: 'cannot be reached' });
  const { deps, asked } = webOf({}, { 'a.example': [] });
  expect(await checkLink(url, deps)).toEqual({
    ...{ url, problem: 'has a name that is not known', is_gone: false },
  });
  expect(asked).toEqual([]);
});

test('redirects are followed, and not without end', async () => {
  const { deps, asked } = webOf({
    'HEAD https://a.example/': { to: '/b' },
    'HEAD https://a.example/b': { to: 'https://c.example/' },
  });
  expect(await checkLink('https://a.example/', deps)).toMatchObject({ problem: null });
  expect(asked.at(-1)).toBe('HEAD https://c.example/');
  const round = webOf({ 'HEAD https://a.example/': { to: '/' } });
  expect(await checkLink('https://a.example/', round.deps)).toMatchObject({
    problem: 'redirects without end',
  });
  expect(round.asked).toHaveLength(6);
});

test.for([
  ...['http://localhost/', 'http://127.0.0.1/', 'http://127.1/', 'http://0x7f000001/'],
  ...['http://2130706433/', 'http://[::1]/', 'http://[::ffff:10.0.0.1]/', 'http://[fd00::1]/'],
  ...['http://169.254.169.254/latest/meta-data', 'http://10.1.2.3:5432/', 'http://router/'],
  ...['http://db.internal/', 'http://printer.local./', 'http://two-faced.example/'],
  ...['http://v6.example/', 'http://moved.example/'],
])('nothing is requested within a private network: %s', async (url) => {
  const { deps, asked } = webOf(
    { 'HEAD http://moved.example/': { to: 'http://192.168.0.1/admin' } },
    { 'two-faced.example': ['93.184.216.34', '10.0.0.1'], 'v6.example': ['fe80::1'] },
  );
  expect(await checkLink(url, deps)).toMatchObject({
    ...{ problem: 'leads into a private network', is_gone: true },
  });
  expect(asked.filter((request) => !request.includes('moved'))).toEqual([]);
});

test('a link with a password is not followed', async () => {
  const { deps, asked } = webOf({});
  expect(await checkLink('https://me:secret@a.example/', deps)).toMatchObject({
    problem: 'has a password in it',
  });
  expect(asked).toEqual([]);
});

test.for<[string, boolean]>([
  ['93.184.216.34', true],
  ['9.255.255.255', true],
  ['11.0.0.0', true],
  ['172.15.255.255', true],
  ['172.16.0.0', false],
  ['172.31.255.255', false],
  ['172.32.0.0', true],
  ['100.64.0.1', false],
  ['100.128.0.1', true],
  ['192.168.255.255', false],
  ['198.19.0.1', false],
  ['223.255.255.255', true],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['2606:2800:220:1::1', true],
  ['2001:4860:4860::8888', true],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:a00:1::', false],
  ['64:ff9b::a00:1', false],
  ['::', false],
  ['ff02::1', false],
])('%s is public: %s', ([address, isPublic]) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('one host is asked one thing at a time', async () => {
  let open = 0;
  const most = vi.fn<(count: number) => void>();
  const { deps } = webOf({});
  const send: typeof fetch = async () => {
    open += 1;
    most(open);
    await new Promise((resolve) => setTimeout(resolve, 1));
    open -= 1;
    return new Response(null);
  };
  const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'];
  const results = await checkLinks(urls, { ...deps, send });
  expect(results.map(({ url }) => url)).toEqual(urls);
  expect(Math.max(...most.mock.calls.flat())).toBe(1);
});
