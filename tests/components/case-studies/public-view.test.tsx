import { fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, test } from 'vitest';
import { CaseStudyView } from '@/features/case-studies/components/case-study-view';
import { placeInRows } from '@/features/case-studies/gallery-rows';
import type { CaseStudy } from '@/features/case-studies/model';
import { AnchorsShown } from '@/hooks/use-anchor';
import { partRenderer } from '@/lib/article-renderers';
import { bareStudy, fullStudy, pictures } from './public-study';

beforeAll(async () => {
  await partRenderer.load();
});

function renderView(study: CaseStudy, related?: CaseStudy[]) {
  return render(<CaseStudyView study={study} related={related} />, { wrapper: MemoryRouter });
}

const detail = (label: string) => screen.getByText(label).nextElementSibling;

test('CS-1, APREV-3: the cover and the title, with headline and subhead', () => {
  renderView(fullStudy());

  expect(screen.getByRole('heading', { level: 1, name: 'Larder & Lane' })).toBeInTheDocument();
  const cover = screen.getByRole('img', { name: 'Cover of Larder & Lane' });
  expect(cover).toHaveAttribute('src', 'https://pictures.example/cover.jpg');
  expect(cover).toHaveAttribute('loading', 'eager');
  expect(cover.parentElement).toHaveClass('tablet:aspect-[21/9]');
  expect(screen.getByText('A greengrocer that plans ahead')).toBeInTheDocument();
  expect(screen.getByText('Built with the family')).toBeInTheDocument();
});

test('a client who approves it is neither asked to become a client nor to draw', () => {
  const show = (study: CaseStudy) => (
    <AnchorsShown value>
      <CaseStudyView study={study} />
    </AnchorsShown>
  );
  const { rerender } = render(show(fullStudy({ ctaHeadline: ' ', ctaText: null })), {
    wrapper: MemoryRouter,
  });
  expect(screen.queryByRole('heading', { name: 'Want Similar Results?' })).not.toBeInTheDocument();
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
  // What was written for this study is approved with it.
  rerender(show(fullStudy({ ctaHeadline: 'Hungry?', ctaText: null })));
  const heading = screen.getByRole('heading', { name: 'Hungry?' });
  expect(heading.querySelector('[data-anchor="study cta_headline"]')).not.toBeNull();
});

test('category and year are beside the title', () => {
  renderView(fullStudy({ category: 'Retail', year: 2023 }));

  const header = screen.getByRole('heading', { level: 1 }).closest('header');
  expect(header).toHaveTextContent(/Retail.*2023/);
});

test.each([
  ['CS-2, APREV-4', 'The Challenge', 'Three notebooks.'],
  ['CS-3, APREV-5', 'Our Solution', 'One list.'],
  ['CS-4, APREV-6', 'The Results', 'Fuller baskets.'],
  ['CS-5, APREV-7', 'What We Loved', 'The aprons.'],
])('%s: the section %s', (_, title, text) => {
  renderView(fullStudy());

  const section = screen.getByRole('heading', { level: 2, name: title }).closest('section');
  expect(section).toHaveTextContent(text);
});

test('CS-2: blank lines separate paragraphs, and markup is plain text', () => {
  renderView(fullStudy({ challenge: 'One.\r\n\r\n<b>Two</b>\nlines.\n\n\n  \nThree.' }));

  const section = screen.getByRole('heading', { name: 'The Challenge' }).closest('section');
  const paragraphs = [...(section?.querySelectorAll('p') ?? [])].map((one) => one.textContent);
  expect(paragraphs).toEqual(['One.', '<b>Two</b>\nlines.', 'Three.']);
});

test('CS-14: missing parts leave no heading and no gap', () => {
  const { container } = renderView(bareStudy({ challenge: ' \n ', clientQuote: '' }));

  expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
    'Paper Boat',
    'Want Similar Results?',
  ]);
  expect(
    container.querySelectorAll(
      'section:empty, div:empty:not(.closing-scene), ul:empty, dl:empty, p:empty',
    ),
  ).toHaveLength(0);
  expect(container.querySelector('dl, figure, blockquote, aside')).toBeNull();
});

test('CS-6, CS-8, CS-9, CS-10, APREV-11, APREV-12, APREV-13: project details with timeline, role and technologies', () => {
  renderView(fullStudy());

  expect(screen.getByRole('heading', { name: 'Project Details' })).toBeInTheDocument();
  expect(detail('Timeline')).toHaveTextContent('January to June');
  expect(detail('Role')).toHaveTextContent('Design and build');
  const technologies = within(screen.getByText('Technologies').parentElement ?? document.body);
  expect(technologies.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'React',
    'Postgres',
  ]);
});

test('CS-7, APREV-10: the client is a link without referrer', () => {
  renderView(fullStudy());

  const link = screen.getByRole('link', { name: 'Larder & Lane Ltd.' });
  expect(link).toHaveAttribute('href', 'https://larder.example/shop');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test.each([null, 'javascript:alert(1)', 'larder.example', 'ftp://larder.example'])(
  'CS-7: the client is plain text when its URL is %j',
  (clientUrl) => {
    renderView(fullStudy({ clientUrl }));

    expect(detail('Client')).toHaveTextContent('Larder & Lane Ltd.');
    expect(screen.queryByRole('link', { name: /Larder & Lane Ltd/ })).not.toBeInTheDocument();
  },
);

test('CS-11: the logo is named after the client', () => {
  renderView(fullStudy());

  expect(screen.getByRole('img', { name: 'Larder & Lane Ltd. logo' })).toHaveAttribute(
    'src',
    'https://pictures.example/logo.svg',
  );
});

test('CS-12, APREV-9: every metric with its value and label', () => {
  renderView(fullStudy());

  const figures = within(screen.getByRole('region', { name: 'Key figures' }));
  const terms = figures.getAllByRole('term').map((term) => term.textContent);
  const values = figures.getAllByRole('definition').map((value) => value.textContent);
  expect(terms).toEqual(['baskets filled', 'to order']);
  expect(values).toEqual(['+64%', '3 min']);
});

test('CS-13, APREV-8: the client quote with its speaker', () => {
  renderView(fullStudy());

  const quote = screen.getByRole('blockquote');
  expect(quote).toHaveTextContent('They asked about leeks first.');
  expect(quote.closest('figure')).toHaveTextContent('Larder & Lane Ltd.');
});

test('CS-14, APREV-14: a study with pictures has a gallery', () => {
  renderView(fullStudy({ gallery: pictures(2) }));

  expect(screen.getByRole('heading', { name: 'Project Gallery' })).toBeInTheDocument();
});

test('videos of a gallery are below its pictures, and play in place', async () => {
  const video = { url: 'https://vimeo.com/76979871', caption: 'The film', altText: null };
  const { unmount } = renderView(fullStudy({ gallery: [video, ...pictures(2)] }));

  expect(screen.getAllByRole('link', { name: /^Enlarge:/ })).toHaveLength(2);
  const poster = screen.getByRole('link', { name: /^Play video: The film/ });
  expect(poster).toHaveAttribute('href', video.url);
  fireEvent.click(poster);
  const player = await screen.findByTitle('The film (Vimeo player)');
  expect(player).toHaveAttribute('src', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1');
  unmount();
});

test('CS-14, APREV-14: a gallery of videos only has another heading and no list of pictures', () => {
  const video = { url: 'https://vimeo.com/76979871', caption: null, altText: null };
  renderView(fullStudy({ gallery: [video] }));

  expect(screen.queryByRole('heading', { name: 'Project Gallery' })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Project Videos' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Play video: Video on Vimeo/ })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^Enlarge:/ })).not.toBeInTheDocument();
});

test('CS-14, APREV-14: no pictures, no gallery', () => {
  renderView(fullStudy({ gallery: [] }));

  expect(screen.queryByRole('heading', { name: 'Project Gallery' })).not.toBeInTheDocument();
});

test.each([
  ['CS-16', 1, [1]],
  ['CS-17', 2, [2]],
  ['CS-18', 3, [3]],
  ['CS-18', 4, [1, 3]],
  ['CS-18', 5, [2, 3]],
  ['CS-18', 7, [1, 3, 3]],
])('%s: %i pictures stand in rows of %j', (_, count, rows) => {
  renderView(fullStudy({ gallery: pictures(count) }));

  const shares = screen
    .getAllByRole('link', { name: /^Enlarge:/ })
    .map((link) => Number(link.closest('li')?.style.getPropertyValue('--share')));
  expect(shares).toEqual(
    rows.flatMap((row) => Array.from({ length: row }, () => expect.closeTo(1 / row, 2))),
  );
});

test('the pictures of a row have one height and keep their proportions', () => {
  const [landscape, portrait] = placeInRows([
    { width: 1600, height: 800 },
    { width: 600, height: 1200 },
  ]);
  expect(landscape).toMatchObject({ ratio: 2, share: 0.8, count: 2 });
  expect(portrait).toMatchObject({ ratio: 0.5, share: 0.2, count: 2 });
  expect(placeInRows([{ width: 600, height: 1200 }])[0]?.share).toBeLessThan(0.5);
});

test('CS-15: a thumbnail is a link to its picture, so it works before hydration', () => {
  renderView(fullStudy({ gallery: pictures(1) }));

  expect(screen.getByRole('link', { name: 'Enlarge: Picture 1 of the shop' })).toHaveAttribute(
    'href',
    'https://pictures.example/1.jpg',
  );
});

test.each([1, 2, 3, 7])('each of %i pictures has its caption below it', (count) => {
  renderView(fullStudy({ gallery: pictures(count) }));
  for (const { altText, caption } of pictures(count)) {
    const figure = screen.getByRole('img', { name: altText }).closest('figure');
    expect(figure?.querySelector('figcaption')).toHaveTextContent(caption);
  }
});

test('a picture without a caption has none below it', () => {
  renderView(
    fullStudy({
      gallery: [{ url: 'https://pictures.example/1.jpg', caption: ' ', altText: 'A shelf' }],
    }),
  );
  const figure = screen.getByRole('img', { name: 'A shelf' }).closest('figure');
  expect(figure).toHaveTextContent(/^Enlarge:$/);
});

const STORED = 'https://db.example/storage/v1/object/public/images';

test('the library’s alternative text names the cover, the logo and pictures without a text of their own', () => {
  renderView(
    fullStudy({
      heroImageUrl: `${STORED}/hero.jpg?v=1600x900.1`,
      clientLogoUrl: `${STORED}/logo.png`,
      gallery: [
        { url: `${STORED}/a.jpg`, caption: 'The shelf', altText: null },
        { url: `${STORED}/b.jpg`, caption: null, altText: 'Of this use' },
      ],
      pictureFacts: {
        'hero.jpg': { alt: 'Jars in a row' },
        'logo.png': { alt: 'A leek' },
        'a.jpg': { alt: 'Seven jars' },
        'b.jpg': { alt: 'Of the library' },
      },
    }),
  );

  for (const name of ['Jars in a row', 'A leek', 'Seven jars', 'Of this use']) {
    expect(screen.getByRole('img', { name })).toBeInTheDocument();
  }
  expect(screen.queryByRole('img', { name: 'Of the library' })).toBeNull();
});

test('crops keep the focal point of cover and gallery', () => {
  renderView(
    fullStudy({
      heroImageUrl: `${STORED}/hero.jpg`,
      gallery: [{ url: `${STORED}/a.jpg`, caption: null, altText: 'A shelf' }],
      pictureFacts: { 'hero.jpg': { x: 30, y: 60 }, 'a.jpg': { y: 0 } },
    }),
  );

  const cover = screen.getByRole('img', { name: 'Cover of Larder & Lane' });
  expect(cover).toHaveStyle({ objectPosition: '30% 60%' });
  expect(screen.getByRole('img', { name: 'A shelf' })).toHaveStyle({ objectPosition: '50% 0%' });
});

test('a picture without alt text is named by its caption or its number', () => {
  renderView(
    fullStudy({
      gallery: [
        { url: 'https://pictures.example/1.jpg', caption: 'The shelf', altText: null },
        { url: 'https://pictures.example/2.jpg', caption: null, altText: '' },
      ],
    }),
  );

  expect(screen.getByRole('img', { name: 'The shelf' })).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Larder & Lane, picture 2' })).toBeInTheDocument();
});

test('CS-19, APREV-15: the call to action links to the contact page', () => {
  renderView(fullStudy());

  const call = screen.getByRole('heading', { name: 'Want Similar Results?' }).closest('section');
  expect(within(call ?? document.body).getByRole('link')).toHaveAttribute('href', '/contact');
});

test('CS-19, APREV-15: the study’s own texts replace those of the call to action', () => {
  renderView(fullStudy({ ctaHeadline: 'Hungry?', ctaText: 'Come to the market.' }));

  expect(screen.getByRole('heading', { name: 'Hungry?' })).toBeInTheDocument();
  expect(screen.getByText('Come to the market.')).toBeInTheDocument();
  expect(screen.queryByText('Want Similar Results?')).not.toBeInTheDocument();
});

test('CS-20: other projects are shown if there are any', () => {
  const { rerender } = renderView(fullStudy(), [
    bareStudy({ id: 'other', slug: 'other', title: 'Switchback' }),
  ]);
  const title = { name: 'Explore More Projects' };

  expect(screen.getByRole('heading', title)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Switchback' })).toHaveAttribute(
    'href',
    '/projects/other',
  );

  rerender(<CaseStudyView study={fullStudy()} />);
  expect(screen.queryByRole('heading', title)).not.toBeInTheDocument();
});

test('R-37: inside a page with its own title, the study’s title has level 2 and its sections level 3', () => {
  render(<CaseStudyView study={fullStudy()} headingLevel={2} />, { wrapper: MemoryRouter });

  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2, name: 'Larder & Lane' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 3, name: 'The Challenge' })).toBeInTheDocument();
});

test('a complete study has no accessibility violations that axe can detect', async () => {
  const { container } = renderView(fullStudy(), [bareStudy({ id: 'other', title: 'Switchback' })]);

  // jsdom computes no colors; the journeys check contrast: e2e/screens.ts.
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false } },
  });
  expect(violations.map((violation) => violation.id)).toEqual([]);
});
