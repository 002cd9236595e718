import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { offices } from '@brand/texts/offices';
import type { Office } from '@/content/offices';
import { CaseStudyView } from '@/features/case-studies/components/case-study-view';
import { OfficePostcards } from '@/features/offices/components/office-list';
import { OfficeRows } from '@/features/offices/components/office-rows';
import { bareStudy } from '../case-studies/public-study';

/** Reading this field throws. */
function withBrokenField<Thing extends object>(thing: Thing, field: keyof Thing): Thing {
  return Object.defineProperty({ ...thing }, field, {
    get() {
      throw new Error('boom');
    },
  });
}

test('EB-9: a gallery that fails leaves the study readable', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const picture = { url: '/cover.webp', caption: null, altText: null };
  const study = bareStudy({ gallery: [withBrokenField(picture, 'caption')] });
  render(<CaseStudyView study={study} />, { wrapper: MemoryRouter });
  expect(screen.getByRole('alert')).toHaveTextContent('Component Error');
  expect(screen.getByRole('heading', { name: 'Paper Boat' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Project Gallery' })).toBeInTheDocument();
});

test.for([
  ['postcards', OfficePostcards],
  ['rows', OfficeRows],
] as const)('EB-9: offices that fail as %s leave the rest of the page', ([, List]) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken: Office[] = offices.map((office) => withBrokenField(office, 'city'));
  render(
    <>
      <h1>About</h1>
      <List offices={broken} />
    </>,
    { wrapper: MemoryRouter },
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Component Error');
  expect(screen.getByRole('heading', { name: 'About' })).toBeInTheDocument();
});
