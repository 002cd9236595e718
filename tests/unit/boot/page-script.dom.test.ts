// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { APP_READY } from '@/boot/protocol';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';

vi.mock('@/app/load-fonts', () => ({ loadFonts: async () => {} }));

const APP = '/assets/app.js';
let fetched: string[];
let scriptTypes: string[];
const early = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  fetched = [];
  scriptTypes = ['module', 'speculationrules'];
  vi.stubGlobal('MODULES', { home: [APP], contact: [APP], 'not-found': [APP] });
  vi.stubGlobal('STYLES', '/assets/index.css');
  vi.stubGlobal('OFFICES', 'data:text/javascript,export const watchOffices = () => {}');
  vi.stubGlobal('fetch', async (href: string) => {
    fetched.push(href);
    return new Promise(() => {});
  });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('CSS', {});
  vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act));
  Object.assign(HTMLScriptElement, { supports: (type: string) => scriptTypes.includes(type) });
  Object.assign(HTMLImageElement.prototype, { decode: async () => {} });
  document.body.innerHTML = [
    '<header></header>',
    '<button data-live="theme" aria-pressed="false">Dark theme</button>',
    '<button id="more">More</button>',
    '<form><input name="name"></form>',
    '<a id="about" href="/about"><b>About</b></a>',
    '<a id="filter" href="/?category=craft">Craft</a>',
    '<a id="service" href="/contact" data-service="web-development"><i>Contact Us</i></a>',
    '<a id="picture" aria-haspopup="dialog" href="/a.webp">Enlarge</a>',
    '<img id="img" alt="">',
  ].join('');
});

afterEach(() => {
  dispatchEvent(new Event(APP_READY));
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLScriptElement, 'supports');
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
  document.documentElement.removeAttribute('data-redraw');
  document.documentElement.removeAttribute('data-first-view');
  document.documentElement.className = '';
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

async function run(page = 'home', kept: HTMLElement[] = []) {
  vi.resetModules();
  const { runPage } = await import('@/boot/page-script');
  runPage(page, kept, early);
  await vi.advanceTimersByTimeAsync(100);
}
const at = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;

async function send(selector: string, type: string, init: MouseEventInit = {}) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...init });
  at(selector).dispatchEvent(event);
  await vi.advanceTimersByTimeAsync(100);
  return event.defaultPrevented ? 'kept' : 'left to the browser';
}

const linksTo = (rel: string) =>
  [...document.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}]`)].map(({ href }) => {
    const { pathname } = new URL(href);
    return pathname;
  });

test('a visitor who reads and scrolls fetches no app, only the styles of the whole page', async () => {
  document.documentElement.dataset.firstView = 'painted';
  await run();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(linksTo('stylesheet')).toEqual([]);
  for (const type of ['pointermove', 'scroll', 'keydown', 'scroll']) await send('header', type);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toEqual([]);
  expect(linksTo('stylesheet')).toEqual(['/assets/index.css']);
  expect(document.documentElement.dataset).not.toHaveProperty('firstView');
});

test.for(['#more', 'input', '#picture', '#filter'])(
  'the app is fetched when a pointer or the focus comes to %s',
  async (control) => {
    await run();
    await send(control, 'pointerover');
    expect(fetched).toEqual([APP]);
  },
);

test('clouds that were paused before stand still: the whole stylesheet is loaded at once', async () => {
  localStorage.setItem('clouds', 'paused');
  document.body.innerHTML = '<div class="clouds"></div>';
  await run();
  expect(linksTo('stylesheet')).toEqual(['/assets/index.css']);
  expect(fetched).toEqual([]);
});

test('not at a link to another page, nor at a control that needs no app', async () => {
  await run();
  Object.assign(at('#more'), { popoverTargetElement: at('form') });
  for (const quiet of ['b', '[data-live]', '#more', 'header']) await send(quiet, 'pointerover');
  expect(fetched).toEqual([]);
});

test.for([
  ['#more', 'click', {}, 'kept'],
  ['#picture', 'click', {}, 'kept'],
  ['#filter', 'click', {}, 'kept'],
  ['form', 'submit', {}, 'kept'],
  ['input', 'focusin', {}, 'left to the browser'],
  ['input', 'input', {}, 'left to the browser'],
  ['img', 'error', {}, 'left to the browser'],
] as const)('%s: %s starts the app', async ([control, type, init, outcome]) => {
  await run();
  expect(await send(control, type, init)).toBe(outcome);
  expect(fetched).toEqual([APP]);
  // Starting shows the whole page.
  expect(linksTo('stylesheet')).toEqual(['/assets/index.css']);
});

test.for([
  ['b', {}],
  ['#picture', { ctrlKey: true }],
  ['#filter', { metaKey: true }],
] as const)('a press on %s with %o is left to the browser', async ([link, init]) => {
  await run();
  at(link).addEventListener('click', (event) => {
    stopped = event.defaultPrevented;
    event.preventDefault();
  });
  let stopped = true;
  await send(link, 'click', init);
  expect(stopped).toBe(false);
  expect(fetched).toEqual([]);
});

/** What a press leaves to the browser would load another document. */
const stay = () => at('#service').addEventListener('click', (event) => event.preventDefault());

test('SVC-4: the service of a pressed link is remembered for the next page', async () => {
  await run();
  const prevented = vi.fn();
  at('#service').addEventListener('click', (event) => prevented(event.defaultPrevented));
  stay();
  await send('i', 'click');
  expect(prevented).toHaveBeenCalledWith(false);
  expect(fetched).toEqual([]);
  vi.resetModules();
  const { getAppState } = await import('@/lib/app-state');
  expect(getAppState().selectedServiceId).toBe('web-development');
});

test('SVC-6: a service that the browser does not keep is chosen by the app, which says so', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  await run();
  const pressed = vi.fn();
  at('#service').addEventListener('click', pressed);
  stay();
  expect(await send('i', 'click')).toBe('kept');
  expect(pressed).not.toHaveBeenCalled();
  expect(fetched).toEqual([APP]);
  dispatchEvent(new Event(APP_READY));
  await vi.advanceTimersByTimeAsync(0);
  expect(pressed).toHaveBeenCalledOnce();
});

test('SVC-6: with a key that opens another tab, such a link is left to the browser', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  await run();
  const prevented = vi.fn();
  at('#service').addEventListener('click', (event) => prevented(event.defaultPrevented));
  stay();
  await send('i', 'click', { ctrlKey: true });
  expect(prevented).toHaveBeenCalledWith(false);
  expect(fetched).toEqual([]);
});

test('what is pressed before the app runs is repeated once, when it does', async () => {
  const kept = [at('#more')];
  await run('home', kept);
  const pressed = vi.fn();
  at('#more').addEventListener('click', pressed);
  expect([await send('#more', 'click'), await send('#more', 'click')]).toEqual(['kept', 'kept']);
  expect(pressed).not.toHaveBeenCalled();
  dispatchEvent(new Event(APP_READY));
  await vi.advanceTimersByTimeAsync(0);
  expect(pressed).toHaveBeenCalledOnce();
  await send('#more', 'click');
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a control that needs no app is answered without it, once, also if it was pressed before', async () => {
  const toggle = at('[data-live]');
  await run('home', [toggle]);
  expect(document.documentElement.className).toBe('dark');
  expect(toggle.getAttribute('aria-pressed')).toBe('true');
  expect(await send('[data-live]', 'click')).toBe('kept');
  expect(document.documentElement.className).toBe('');
  expect(fetched).toEqual([]);
  dispatchEvent(new Event(APP_READY));
  await vi.advanceTimersByTimeAsync(100);
  expect(document.documentElement.className).toBe('');
});

test('the page is noted as the first of the visit, without the app', async () => {
  await run();
  expect(JSON.parse(sessionStorage.getItem('visit') ?? '')).toMatchObject({ page: '/' });
  expect(fetched).toEqual([]);
});

test.for([
  ['a session is stored', 'home', () => localStorage.setItem(SESSION_STORAGE_KEY, '{}')],
  ['enquiries wait on this device', 'home', () => localStorage.setItem('queued-work', 'yes')],
  ['a notice was kept for it', 'home', () => sessionStorage.setItem('kept-notice', '{}')],
  [
    'the page may be newer than the build',
    'home',
    () => at('html').setAttribute('data-redraw', ''),
  ],
  ['the address may have moved since the build', 'not-found', () => {}],
  ['a service was chosen', 'contact', () => sessionStorage.setItem('selected-service', 'x')],
  [
    'a text was typed before',
    'contact',
    () =>
      sessionStorage.setItem(
        'contact-form',
        '{"text":{"name":"Ada"},"suggestedService":null,"attempt":null}',
      ),
  ],
  ['a field has the focus', 'contact', () => at('input').focus()],
] as const)('the app starts at once if %s', async ([, page, prepare]) => {
  prepare();
  await run(page);
  expect(fetched).toEqual([APP]);
});

test('the app starts when a session begins in another tab', async () => {
  await run();
  dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  await vi.advanceTimersByTimeAsync(100);
  expect(fetched).toEqual([]);
  dispatchEvent(new StorageEvent('storage', { key: SESSION_STORAGE_KEY }));
  await vi.advanceTimersByTimeAsync(100);
  expect(fetched).toEqual([APP]);
});

test('the app starts if a picture had failed before', async () => {
  Object.defineProperties(at('img'), {
    complete: { value: true },
    naturalWidth: { value: 0 },
    decode: { value: () => Promise.reject(new DOMException('', 'EncodingError')) },
  });
  await run();
  expect(fetched).toEqual([APP]);
});

test('the page of a pressed link is requested early', async () => {
  await run();
  await send('b', 'pointerdown');
  expect(linksTo('prefetch')).toEqual(['/about']);
});

test('not in Firefox, where the policy refuses and reports it', async () => {
  scriptTypes = ['module'];
  await run();
  await send('b', 'pointerdown');
  expect(linksTo('prefetch')).toEqual([]);
});
