// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { offices } from '@brand/texts/offices';
import { watchOffices } from '@/boot/office-parts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-15T15:14:40Z') });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('CSS', {});
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.removeAttribute('class');
  document.documentElement.removeAttribute('style');
  document.body.replaceChildren();
});

/** Starts the live parts of a page with this markup; a new page each time. */
async function open(markup: string) {
  document.body.innerHTML = markup;
  vi.resetModules();
  const { actOn, startLiveParts } = await import('@/boot/live-parts');
  const stop = startLiveParts();
  onTestFinished(stop);
  const press = (selector: string) => {
    const isAnswered = actOn(at(selector));
    vi.advanceTimersByTime(10);
    return isAnswered;
  };
  return { press, stop };
}

const at = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;

function scrollTo(y: number) {
  vi.stubGlobal('scrollY', y);
  dispatchEvent(new Event('scroll'));
}

const THEMES = '<button data-live="theme" aria-pressed="false"></button>'.repeat(2);

test('THEME-2, THEME-3, THEME-5: a press changes the theme, which every button and the storage know', async () => {
  const { press } = await open(THEMES);
  expect(press('[data-live]')).toBe(true);
  expect(document.documentElement.className).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  const pressed = [...document.querySelectorAll('button')].map((one) => one.ariaPressed);
  expect(pressed).toEqual(['true', 'true']);
  press('[data-live]');
  expect(document.documentElement.className).toBe('');
});

test('THEME-6: the buttons of the next page show the stored theme', async () => {
  localStorage.setItem('theme', 'dark');
  await open(THEMES);
  expect(at('[data-live]').ariaPressed).toBe('true');
});

test('another control is left to the app', async () => {
  const { press } = await open('<button>More</button>');
  expect(press('button')).toBe(false);
});

const CLOUDS =
  '<div class="clouds"></div><span class="passing-cloud"></span>' +
  '<button data-live="clouds"><span class="contents"><span>Pause clouds</span></span></button>';
const paused = () => document.querySelectorAll('[data-paused]').length;

test('R-28: a press pauses all clouds, and the next page too', async () => {
  const { press } = await open(CLOUDS);
  press('[data-live]');
  expect([paused(), at('button').textContent]).toEqual([3, 'Play clouds']);
  await open(CLOUDS);
  expect([paused(), at('button').textContent]).toEqual([3, 'Play clouds']);
});

test('R-40: the bar knows that the page is scrolled, and leaves on the way down', async () => {
  const { stop } = await open('<header></header>');
  const marks = () => at('header').getAttributeNames();
  expect(marks()).toEqual([]);
  scrollTo(400);
  expect(marks()).toEqual(['data-scrolled', 'data-away']);
  scrollTo(300);
  expect(marks()).toEqual(['data-scrolled']);
  stop();
  scrollTo(0);
  expect(marks()).toEqual(['data-scrolled']);
});

test('the button of the menu says whether it is open, and Tab stays in the menu', async () => {
  await open(
    '<button aria-controls="site-menu" aria-expanded="false"></button>' +
      '<dialog id="site-menu" open><button id="first"></button><a id="last" href="/about">About</a></dialog>',
  );
  const toggle = Object.assign(new Event('toggle'), { newState: 'open' });
  at('dialog').dispatchEvent(toggle);
  expect(at('[aria-controls]').ariaExpanded).toBe('true');
  at('#last').focus();
  const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
  at('#last').dispatchEvent(tab);
  expect(tab.defaultPrevented).toBe(true);
  expect(document.activeElement).toBe(at('#first'));
});

test('the contents of a legal text mark the section that is read', async () => {
  await open(
    '<nav aria-labelledby="contents"><a href="#one">1</a><a href="#two">2</a></nav>' +
      '<section id="one"></section><section id="two"></section>',
  );
  const top = (of: string, value: number) =>
    vi.spyOn(at(of), 'getBoundingClientRect').mockReturnValue({ top: value } as DOMRect);
  const marked = () =>
    [...document.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);
  top('#two', 5000);
  scrollTo(0);
  expect(marked()).toEqual(['1']);
  top('#two', 10);
  scrollTo(0);
  expect(marked()).toEqual(['2']);
});

test('ROUTE-9: a link to a section scrolls smoothly after 100 ms, another link does not', async () => {
  await open('<a id="in" href="#one">In</a><a id="out" href="/about#one">Out</a>');
  onTestFinished(() => history.replaceState(null, '', '/'));
  at('#out').addEventListener('click', (event) => event.preventDefault());
  const scrolls = () => [location.hash, document.documentElement.style.scrollBehavior];
  at('#in').click();
  vi.advanceTimersByTime(99);
  expect(scrolls()).toEqual(['', '']);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(scrolls()).toEqual(['#one', 'smooth']));
  at('#out').click();
  expect(scrolls()).toEqual(['#one', '']);
});

test('ROUTE-9: a link to the section of the address scrolls again', async () => {
  await open('<a id="in" href="#one">In</a>');
  onTestFinished(() => history.replaceState(null, '', '/'));
  const left = vi.fn();
  addEventListener('click', ({ defaultPrevented }) => left(defaultPrevented));
  for (let press = 0; press < 2; press++) {
    at('#in').click();
    vi.advanceTimersByTime(100);
  }
  expect(left.mock.calls.flat()).toEqual([true, false, true, false]);
});

test.for([
  ['with a key that opens another tab', '#one', { ctrlKey: true }],
  ['to another website', 'https://other.example/#one', {}],
  ['with another query', '?page=2#one', {}],
] as const)('ROUTE-9: a link %s is left to the browser', async ([, href, keys]) => {
  await open(`<a id="in" href="${href}">In</a>`);
  const prevented = vi.fn();
  const note = (event: Event) => {
    prevented(event.defaultPrevented);
    event.preventDefault();
  };
  addEventListener('click', note);
  onTestFinished(() => removeEventListener('click', note));
  at('#in').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
  expect(prevented).toHaveBeenCalledWith(false);
});

test('SHELL-17: the copyright has the current year, not that of the build', async () => {
  await open('<p data-year="">© 2024 Cumulus. All rights reserved.</p>');
  expect(at('p').textContent).toBe('© 2026 Cumulus. All rights reserved.');
});

const OFFICE =
  '<article data-office="skopje"><img><img><time></time>' +
  '<p data-opening=""><strong></strong><span></span></p></article>';

test('OFFICE-8, OFFICE-12: each office has its time, is open or closed, and is shown by day or night', () => {
  expect(offices.some(({ id }) => id === 'skopje')).toBe(true);
  document.body.innerHTML = OFFICE;
  const stop = watchOffices();
  const shown = () => [at('time').textContent, at('strong').textContent, at('span').textContent];
  expect(shown()).toEqual(['4:14 pm', 'Open', ' · closes in 46 min']);
  expect(at('[data-opening]').dataset.opening).toBe('Open');
  const isNight = () => at('img').style.display === 'none';
  expect(isNight()).toBe(true);
  vi.advanceTimersByTime(20_000);
  expect(at('time').textContent).toBe('4:15 pm');
  stop();
  vi.advanceTimersByTime(60_000);
  expect(at('time').textContent).toBe('4:15 pm');
});

test('the window of an office is dark at night, until the app draws it', () => {
  document.body.innerHTML =
    '<article data-office="skopje"><time></time>' +
    '<svg class="office-window"><g clip-path="url(#w-glass)"></g></svg></article>';
  const stop = watchOffices();
  const glass = at('g');
  expect(glass.style.getPropertyValue('--night')).toBe('0');
  vi.advanceTimersByTime(6 * 3_600_000);
  expect(glass.style.getPropertyValue('--night')).toBe('1');
  expect(glass.style.filter).toBe('brightness(0.4)');
  stop();
  expect(glass.getAttribute('style')).toBeNull();
});
