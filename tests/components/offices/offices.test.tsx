import { act, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWERING_OFFICE } from '@contracts/agency';
import { KeyServices } from '@/features/offices/components/key-services';
import { OfficeClock } from '@/features/offices/components/office-clock';
import { OfficePostcards } from '@/features/offices/components/office-list';
import { OfficeRows } from '@/features/offices/components/office-rows';
import { officeTime, visitorNote } from '@/features/offices/time';
import { offices, stateOf } from '../../support/offices';

// A Thursday: 10:14 in New York, 7:14 in Los Angeles, 16:14 in Skopje.
const NOW = new Date('2026-01-15T15:14:40Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const card = (city: string) => within(screen.getByRole('article', { name: city }));
const textsOfList = (scope: ReturnType<typeof card>) =>
  within(scope.getByRole('list', { name: 'Key services' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

function hideTab(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

test('ABOUT-9, ABOUT-10: a card for each office with the time it has there', () => {
  render(<OfficePostcards offices={offices} />);
  expect(screen.getAllByRole('article')).toHaveLength(3);
  expect(card('Brooklyn').getByText('10:14 am')).toBeInTheDocument();
  expect(card('Los Angeles').getByText('7:14 am')).toBeInTheDocument();
  expect(card('Skopje').getByText('4:14 pm')).toBeInTheDocument();
});

test('OFFICE-12: all clocks change at the full minute', () => {
  render(<OfficePostcards offices={offices} />);
  expect(vi.getTimerCount()).toBe(1);
  act(() => void vi.advanceTimersByTime(19_999));
  expect(card('Brooklyn').getByText('10:14 am')).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(1));
  expect(card('Brooklyn').getByText('10:15 am')).toBeInTheDocument();
  expect(card('Skopje').getByText('4:15 pm')).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(card('Brooklyn').getByText('10:16 am')).toBeInTheDocument();
});

test('a hidden tab runs no timer, and is updated when shown', () => {
  render(<OfficePostcards offices={offices} />);
  hideTab(true);
  expect(vi.getTimerCount()).toBe(0);
  act(() => void vi.advanceTimersByTime(10 * 60_000));
  expect(card('Brooklyn').getByText('10:14 am')).toBeInTheDocument();
  hideTab(false);
  expect(card('Brooklyn').getByText('10:24 am')).toBeInTheDocument();
});

test('unmounted clocks leave no timer', () => {
  const { unmount } = render(<OfficePostcards offices={offices} />);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('R-26: no clock is in a live region', () => {
  const { container } = render(<OfficeRows offices={offices} />);
  const live = '[aria-live], [role=status], [role=alert], [role=timer], [role=log], output';
  expect(container.querySelector(live)).toBeNull();
});

test('prerendered, a clock reserves its space and has no time', () => {
  const html = renderToString(<OfficeClock timeZone="EST" />);
  expect(html).toContain('invisible');
  expect(html).toMatch(/<time[^>]*><\/time>/);
});

test('ABOUT-11, ABOUT-12: three key services and the number of the others', () => {
  render(<OfficePostcards offices={offices} />);
  expect(textsOfList(card('Brooklyn'))).toEqual([
    'Brand strategy',
    'Visual identity',
    'Naming and voice',
    '+2 more',
  ]);
  expect(textsOfList(card('Los Angeles')).at(-1)).toBe('+1 more');
});

test.each([
  [3, 3],
  [2, 3],
  [0, 3],
  [2, 2],
])('ABOUT-12, OFFICE-16: %d services where %d are shown need no badge', (count, shown) => {
  render(<KeyServices services={['one', 'two', 'three'].slice(0, count)} shown={shown} />);
  expect(screen.queryByText(/more/)).not.toBeInTheDocument();
});

test('OFFICE-16: two key services on Contact and the number of the others', () => {
  render(<OfficeRows offices={offices} />);
  expect(textsOfList(card('Brooklyn'))).toEqual(['Brand strategy', 'Visual identity', '+3 more']);
  expect(textsOfList(card('Los Angeles')).at(-1)).toBe('+2 more');
});

test('OFFICE-5..7, OFFICE-13..15: a row has address, services, hours and contact', () => {
  render(<OfficeRows offices={offices} />);
  const skopje = card('Skopje');
  expect(skopje.getByRole('heading', { name: 'Skopje' })).toBeInTheDocument();
  expect(skopje.getByText('North Macedonia')).toBeInTheDocument();
  expect(skopje.getByText('Live')).toBeInTheDocument();
  expect(skopje.getByText('Engineering and AI')).toBeInTheDocument();
  expect(skopje.getByText('Makedonija 27, floor 3')).toBeInTheDocument();
  expect(skopje.getByText('1000 Skopje')).toBeInTheDocument();
  expect(skopje.getByRole('link', { name: '+389 2 555 0117' })).toHaveAttribute(
    'href',
    'tel:+38925550117',
  );
  expect(skopje.getByText('9 am to 5 pm, Monday to Friday, local time')).toBeInTheDocument();
});

test('OFFICE-4: the picture of a row is 3:2', () => {
  render(<OfficeRows offices={offices} />);
  const row = screen.getByRole('article', { name: 'Brooklyn' });
  expect(row.querySelector('.aspect-\\[3\\/2\\]')).not.toBeNull();
});

test.each([
  ['Brooklyn', 'Open · closes in 6 h 46 min'],
  ['Los Angeles', 'Closed · opens today at 9 am'],
  ['Skopje', 'Open · closes in 46 min'],
])('the row of %s shows whether it is open, also in the visitor’s time', (city, text) => {
  render(<OfficeRows offices={offices} />);
  const { timeZone = '', holidays = [] } = offices.find((office) => office.city === city) ?? {};
  const { isOpen, changesAt } = stateOf(new Date(), timeZone, { holidays });
  // Null where the machine of the test has the same time.
  const note = isOpen ? null : visitorNote(changesAt, timeZone);
  const status = card(city).getByText(isOpen ? 'Open' : 'Closed').parentElement;
  expect(status).toHaveTextContent(note === null ? text : `${text} (${note})`, {
    normalizeWhitespace: true,
  });
});

test('OFFICE-11: an office with an unknown label has the time of the office that answers', () => {
  render(<OfficeClock timeZone="EET" />);
  expect(screen.getByText(officeTime(NOW, ANSWERING_OFFICE.zone))).toBeInTheDocument();
});

test('a prerendered page hydrates its clocks without a mismatch', () => {
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(<OfficeRows offices={offices} />);
  render(<OfficeRows offices={offices} />, { container, hydrate: true });
  expect(card('Brooklyn').getByText('10:14 am')).toBeInTheDocument();
});

test('windows show lamps of open offices, and the cat in the first closed one', () => {
  const { container } = render(<OfficeRows offices={offices} />);
  const [brooklyn, losAngeles, skopje] = container.querySelectorAll<SVGElement>('.office-window');
  const lamp = (window: Element | undefined) =>
    window?.querySelector<SVGElement>('[href="#w-lamp"]')?.style.getPropertyValue('--lamp');
  expect([brooklyn, losAngeles, skopje].map(lamp)).toEqual(['1', '0', '1']);
  expect(container.querySelectorAll('[data-nimbus]')).toHaveLength(1);
  expect(losAngeles?.querySelector('[data-nimbus]')).not.toBeNull();
  // Sunrise on the Pacific, day on the Atlantic.
  expect(Number(losAngeles?.style.getPropertyValue('--glow'))).toBeGreaterThan(0.4);
  expect(brooklyn?.style.getPropertyValue('--glow')).toBe('0');
});

test('the prerendered windows do not depend on the clock: day, lamps off, no cat', () => {
  const html = renderToString(<OfficeRows offices={offices} />);
  expect(html).not.toMatch(/--night|--lamp:1|data-nimbus/);
});
