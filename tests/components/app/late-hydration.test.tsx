import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { NavigationEffects } from '@/app/navigation-effects';
import { watchOffices } from '@/boot/office-parts';
import { SearchField } from '@/components/ui/search-field';
import { DrawnCover } from '@/features/case-studies/components/drawn-cover';
import { fillForm } from '@/features/enquiries/form-values';
import { OfficeClock, OfficeOpening } from '@/features/offices/components/office-clock';
import { SharePost } from '@/features/posts/components/share-post';
import { fullStudy } from '../case-studies/public-study';
import { offices } from '../../support/offices';

// A prerendered page is used for some time before the app hydrates it.

const mismatch = vi.fn();
beforeEach(() => mismatch.mockReset());

/** @param prepare what happens to the page before the app runs */
function hydrate(app: ReactElement, prepare: (page: HTMLElement) => void) {
  const page = Object.assign(document.createElement('div'), { innerHTML: renderToString(app) });
  document.body.append(page);
  prepare(page);
  let root: ReturnType<typeof hydrateRoot> | undefined;
  act(() => {
    root = hydrateRoot(page, app, { onRecoverableError: mismatch });
  });
  onTestFinished(() => {
    act(() => root?.unmount());
    page.remove();
  });
  expect(mismatch).not.toHaveBeenCalled();
  return page;
}

const write = (control: Element, value: string) => Object.assign(control, { value });

test('a search that was typed is searched for', () => {
  const onSearch = vi.fn();
  const field = (
    <SearchField label="Search posts" placeholder="Search posts" value="" onSearch={onSearch} />
  );
  hydrate(field, () => write(screen.getByRole('searchbox'), 'bike '));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('bike');
  expect(screen.getByRole('searchbox')).toHaveValue('bike ');
});

test('a cover is drawn as far as the slider was moved', () => {
  hydrate(<DrawnCover study={fullStudy()} />, () => write(screen.getByRole('slider'), '40'));
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '40 % drawn');
});

test('clocks and opening hours stay as they are', () => {
  vi.useFakeTimers({ now: new Date('2026-01-15T15:14:40Z') });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let before: string[] = [];
  const texts = (page: HTMLElement) =>
    [...page.querySelectorAll('time, [data-opening]')].map(({ textContent }) => textContent);
  const office = offices.find(({ id }) => id === 'brooklyn');
  if (!office) throw new Error('There is no such office.');
  const card = (
    <article data-office="brooklyn">
      <OfficeClock timeZone={office.timeZone} />
      <OfficeOpening office={office} />
    </article>
  );
  const page = hydrate(card, (written) => {
    watchOffices()();
    before = texts(written);
  });
  expect(before).toContain('10:14 am');
  expect(before).toContainEqual(expect.stringMatching(/^Open · closes in /));
  expect(texts(page)).toEqual(before);
});

test('the button that was pressed to share a post is the one that the app shows', () => {
  const share = vi.fn();
  Object.assign(navigator, { share });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  let pressed: HTMLElement | undefined;
  hydrate(<SharePost title="On clouds" />, () => {
    pressed = screen.getByRole('button', { name: 'Copy link' });
  });
  expect(screen.getByRole('button', { name: 'Share' })).toBe(pressed);
  fireEvent.click(screen.getByRole('button'));
  expect(share).toHaveBeenCalledOnce();
});

test('ROUTE-9: the page does not jump back to the section it was opened at', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const scrollIntoView = vi.fn();
  Element.prototype.scrollIntoView = scrollIntoView;
  const app = (
    <MemoryRouter initialEntries={['/services#web']}>
      <NavigationEffects />
      <div id="web" />
    </MemoryRouter>
  );
  hydrate(app, () => {});
  act(() => void vi.advanceTimersByTime(1000));
  expect(scrollIntoView).not.toHaveBeenCalled();
});

test('a text in the form is not replaced by the one that was kept', () => {
  const form = document.createElement('form');
  form.innerHTML = '<input name="name"><input name="email">';
  const [name, email] = form.querySelectorAll('input');
  if (name) name.value = 'Ada';
  fillForm(form, { name: 'Grace', email: 'grace@navy.example' });
  expect([name?.value, email?.value]).toEqual(['Ada', 'grace@navy.example']);
});
