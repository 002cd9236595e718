import { render } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { headTags, renderHead, type DocumentMeta } from '@/lib/head-tags';
import { HeadContext, useDocumentMeta, type HeadCollector } from '@/lib/seo';

const CARD = { url: '/social/post-1.jpg', alt: 'A', width: 1200, height: 630 };
const meta: DocumentMeta = {
  title: 'One',
  description: 'The first page.',
  image: { url: '/social/blog.png', alt: 'A reader', width: 1200, height: 630 },
  structuredData: [{ '@type': 'CreativeWork', name: 'One' }],
};

function Page({ says }: { says: DocumentMeta }) {
  useDocumentMeta(says);
  return null;
}

/** The prerendered head of the current address. */
function serve(served: DocumentMeta, cards: readonly string[] = []) {
  const address = { siteUrl: location.origin, path: location.pathname, cards: new Set(cards) };
  document.head.innerHTML = `<meta charset="utf-8">${renderHead(headTags(served, address))}`;
  document.head.insertAdjacentHTML(
    'beforeend',
    '<script type="application/ld+json" data-head="">{"@graph":[]}</script>',
  );
  return [...document.head.children];
}

const content = (name: string) =>
  document.head
    .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
    ?.getAttribute('content');
const structuredData = () => document.head.querySelectorAll('script[data-head]').length;

beforeEach(() => {
  history.replaceState(null, '', '/blog/one');
  document.head.innerHTML = '';
});

test('a prerendered head is not changed', () => {
  const served = serve(meta);
  render(<Page says={meta} />);
  const after = [...document.head.children];
  expect(after).toHaveLength(served.length);
  expect(after.every((element, index) => element === served[index])).toBe(true);
});

test('the next page replaces the whole set and leaves the rest of the head alone', () => {
  serve(meta);
  const { rerender } = render(<Page says={meta} />);
  history.replaceState(null, '', '/about');
  rerender(<Page says={{ title: 'Two', description: 'The second page.' }} />);
  expect(document.title).toBe('Two');
  expect(document.querySelectorAll('title')).toHaveLength(1);
  expect(content('description')).toBe('The second page.');
  expect(content('og:url')).toBe(`${location.origin}/about`);
  expect(content('og:image')).toBeUndefined();
  expect(structuredData()).toBe(0);
  expect(document.head.querySelector('meta[charset]')).not.toBeNull();
});

test('structured data of the served page stays while the address is the same', () => {
  serve(meta);
  const { rerender } = render(<Page says={meta} />);
  rerender(<Page says={{ ...meta, title: 'One, refreshed' }} />);
  expect(document.title).toBe('One, refreshed');
  expect(structuredData()).toBe(1);
});

test('a noindex page has no canonical URL and no structured data', () => {
  serve(meta);
  render(<Page says={{ title: 'Gone', description: '', noindex: true }} />);
  expect(content('robots')).toBe('noindex');
  expect(document.head.querySelector('link[rel="canonical"]')).toBeNull();
  expect(
    [...document.head.querySelectorAll('[data-head]')].map(({ localName }) => localName),
  ).toEqual(['title', 'meta']);
});

test('the social card of a prerendered page stays; one that may not exist is never named', () => {
  const one = { ...meta, card: CARD };
  serve(one, [CARD.url]);
  const { rerender } = render(<Page says={one} />);
  expect(content('og:image')).toBe(`${location.origin}${CARD.url}`);
  history.replaceState(null, '', '/blog/two');
  rerender(<Page says={{ ...meta, card: { ...CARD, url: '/social/post-2.jpg' } }} />);
  expect(content('og:image')).toBe(`${location.origin}/social/blog.png`);
});

test('the head of the client shell is replaced', () => {
  document.head.innerHTML = '<title>The site</title><meta name="description" content="A site.">';
  render(<Page says={meta} />);
  expect(document.title).toBe('One');
  expect(document.querySelectorAll('title')).toHaveLength(1);
  const descriptions = [...document.querySelectorAll('meta[name="description"]')];
  expect(descriptions.map((one) => one.getAttribute('content'))).toEqual(['The first page.']);
});

test('while prerendering, the meta is collected', () => {
  const collector: HeadCollector = {};
  render(
    <HeadContext value={collector}>
      <Page says={meta} />
    </HeadContext>,
  );
  expect(collector.meta).toBe(meta);
});
