import type { ComponentType } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SiteFooter } from '@/components/layout/site-footer';
import { SiteHeader } from '@/components/layout/site-header';
import { site } from '@/content/site';
import type { TextPage } from '@/content/text-sources';
import { rowsIn } from '@/documents/fields';
import { holdContent, showTexts } from '@/features/page-texts/content';
import { pageTextsKind, TEXT_PAGES } from '@/features/page-texts/kind';
import { markTexts, withoutMarks } from '@/features/page-texts/places';
import { AboutPage } from '@/pages/public/about-page';
import { BlogPage } from '@/pages/public/blog-page';
import { ContactPage } from '@/pages/public/contact-page';
import { CookiePage } from '@/pages/public/cookie-page';
import { HomePage } from '@/pages/public/home-page';
import { NotFoundPage } from '@/pages/public/not-found-page';
import { PrivacyPage } from '@/pages/public/privacy-page';
import { ProjectsPage } from '@/pages/public/projects-page';
import { ServicesPage } from '@/pages/public/services-page';
import { TermsPage } from '@/pages/public/terms-page';
import { services } from '@brand/services';
import { fakeSupabase, json } from '../../support/fake-supabase';

const pages: readonly [TextPage, ComponentType][] = [
  ['home', HomePage],
  ['about', AboutPage],
  ['services', ServicesPage],
  ['projects', ProjectsPage],
  ['blog', BlogPage],
  ['contact', ContactPage],
  ['not-found', NotFoundPage],
  ['site', HeaderAndFooter],
  ['privacy', PrivacyPage],
  ['terms', TermsPage],
  ['cookie', CookiePage],
];

function HeaderAndFooter() {
  return (
    <>
      <SiteHeader isMenuOpen={false} onMenuOpenChange={() => {}} />
      <SiteFooter services={services} year={2026} />
    </>
  );
}

/** Words of the interface, which stay in the code: names of controls and fields, and what is computed. */
const INTERFACE: readonly (string | RegExp)[] = [
  ...['Pause clouds', 'Menu', 'Quick Links', 'Services', 'All services', 'Legal', 'Contents'],
  ...['. All rights reserved.', 'Last updated', /^(?:[A-Z][a-z]+ \d+, |\d+ [A-Z][a-z]+ )20\d\d$/],
  // The logo is drawn from the first words of the name.
  withoutMarks(site.name).split(' ')[0] ?? '',
  // Legal pages whose text is not reviewed.
  'A template, to be reviewed by counsel.',
  // Offices: the clock, and names of facts.
  ...[
    /^\d+:\d\d [ap]m$/,
    'Live',
    /^(?:Open|Closed)$/,
    /^· (?:opens|closes) /,
    /^\(.* your time\)$/,
  ],
  ...['Address', 'Phone', 'Opening hours', ', local time', 'Key services', /^\+\d+ more$/],
  // Buttons and lists.
  ...['Contact Us', 'about', 'All', 'Search posts', /^\d+ posts?$/],
  ...['No case studies available yet.', 'Our first case studies will be here soon.'],
  // Forms: contact and newsletter. The honeypot is named like a field.
  ...['Name', 'Email', 'Service', 'Subject', 'Message', '(optional)', 'With the country code'],
  ...['Please select', 'Other', 'of', 'characters', 'Send me a receipt', 'Send message', 'Website'],
  'Attach files',
  ...['Subscribe', /^By subscribing you ask us to email you/, 'More in our', 'Privacy Policy'],
];

const isInterface = (text: string) =>
  INTERFACE.some((known) => (typeof known === 'string' ? known === text : known.test(text)));

/** Lists and tables of legal pages are written as one text; the address in them is that of the site. */
const written = [
  String(pageTextsKind('site').builtIn.email),
  ...TEXT_PAGES.flatMap((page) =>
    rowsIn(pageTextsKind(page).builtIn.sections).map(({ blocks = '' }) => blocks),
  ),
].join('\n');

let release: (() => void)[] = [];

beforeEach(() => {
  // Every office is closed then, so that each says when it opens, also in the visitor's time.
  vi.useFakeTimers({ now: new Date('2026-11-25T03:00:00Z'), toFake: ['Date'] });
  // The page for unknown addresses says so.
  vi.spyOn(console, 'warn').mockReturnValue();
  fakeSupabase({
    'GET /rest/v1/case_studies': () => json([]),
    'POST /rest/v1/rpc/list_blog_posts': () => json({ total: 0, posts: [] }),
    'GET /functions/v1/blog/posts': () => json({ data: [], meta: {} }),
    'GET /functions/v1/blog/categories': () => json({ data: [] }),
    'GET /functions/v1/blog/tags': () => json({ data: [] }),
  });
  release = TEXT_PAGES.map(holdContent);
  for (const page of TEXT_PAGES) {
    const kind = pageTextsKind(page);
    showTexts(page, markTexts(kind, kind.builtIn).texts);
  }
});
afterEach(() => {
  for (const one of release) one();
  vi.useRealTimers();
});

function textsOf(root: HTMLElement): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isRead = node.parentElement?.closest('style, script, svg') === null;
    if (isRead && /\p{L}/u.test(node.nodeValue ?? '')) texts.push(node.nodeValue ?? '');
  }
  return texts;
}

test.each(pages)('every word of %s has a key or belongs to the interface', async (_page, Page) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const texts = textsOf(container);
  expect(texts.some((text) => text !== withoutMarks(text))).toBe(true);
  const withoutKey = texts.filter(
    (text) =>
      text === withoutMarks(text) && !isInterface(text.trim()) && !written.includes(text.trim()),
  );
  expect(withoutKey).toEqual([]);
});
