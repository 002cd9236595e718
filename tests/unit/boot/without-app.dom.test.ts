// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tryAgain } from '@/boot/without-app';

const reload = vi.fn();
const submitted = vi.fn();
const keep = (event: Event) => event.preventDefault();
function stopKeeping() {
  removeEventListener('click', keep, true);
  removeEventListener('submit', keep, true);
}
let answer: () => Promise<Response>;

const gone = async () => new Response(null, { status: 404 });
const down = async () => new Response(null, { status: 503 });
const lost = async () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  for (const mock of [reload, submitted]) mock.mockReset();
  document.body.innerHTML =
    '<form><input name="name"><input type="checkbox"><button type="button">Menu</button></form>';
  addEventListener('click', keep, true);
  addEventListener('submit', keep, true);
  vi.stubGlobal('fetch', () => answer());
  vi.stubGlobal('location', { ...window.location, reload });
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(submitted);
});

afterEach(() => {
  stopKeeping();
  vi.unstubAllGlobals();
});

/** @returns whether a further attempt is worthwhile */
async function failAgain(
  how: () => Promise<Response>,
  { kept = [], type = 'navigate' }: { kept?: HTMLElement[]; type?: string } = {},
) {
  answer = how;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type } as PerformanceNavigationTiming,
  ]);
  const end = new Promise((resolve) => setTimeout(resolve, 50)).then(() => 'gives up');
  return await Promise.race([
    tryAgain(kept, stopKeeping, '/assets/app.js').then(() => 'asks again'),
    end,
  ]);
}

function act(selector: string, event: Event) {
  document.querySelector(selector)?.dispatchEvent(event);
  return event.defaultPrevented ? 'kept' : 'left to the browser';
}
const options = { bubbles: true, cancelable: true };
const press = () => act('button', new MouseEvent('click', options));
const submit = () => act('form', new Event('submit', options));
const formOf = () => document.querySelector('form') ?? document.createElement('form');

test('a page whose files are gone after a deploy is reloaded once', async () => {
  expect(await failAgain(gone)).toBe('gives up');
  expect(reload).toHaveBeenCalledOnce();
  expect([press(), submit()]).toEqual(['kept', 'kept']);
});

test('if the reload did not help, the browser acts, and nothing is asked for any longer', async () => {
  document.documentElement.dataset.redraw = '';
  document.documentElement.dataset.firstView = '';
  expect(await failAgain(gone, { type: 'reload' })).toBe('gives up');
  expect(reload).not.toHaveBeenCalled();
  expect([press(), submit()]).toEqual(['left to the browser', 'left to the browser']);
  // The whole page is shown, also where the app was to draw it anew.
  expect({ ...document.documentElement.dataset }).toEqual({});
});

test.for(['form', 'button'])(
  'a form whose %s is kept is posted, without a reload',
  async (name) => {
    const button = formOf().appendChild(document.createElement('button'));
    const kept: HTMLElement[] = [name === 'form' ? formOf() : button];
    expect(await failAgain(gone, { kept })).toBe('gives up');
    expect(reload).not.toHaveBeenCalled();
    expect(submitted).toHaveBeenCalledOnce();
    expect(kept).toEqual([]);
    expect(submit()).toBe('left to the browser');
  },
);

test('if the reload did not help, a kept press on a link is followed', async () => {
  const link = document.body.appendChild(document.createElement('a'));
  link.href = '#video';
  const followed = vi.fn();
  link.addEventListener('click', followed);
  const kept = [formOf().querySelector('button') ?? link, link];
  expect(await failAgain(gone, { kept, type: 'reload' })).toBe('gives up');
  expect(followed).toHaveBeenCalledOnce();
  expect(kept).toEqual([]);
});

test('what is typed is not lost by a reload', async () => {
  const field = document.querySelector('input');
  if (field) field.value = 'Ada';
  expect(await failAgain(gone)).toBe('gives up');
  expect(reload).not.toHaveBeenCalled();
  expect(submit()).toBe('left to the browser');
});

test('nor is a choice', async () => {
  const box = document.querySelector<HTMLInputElement>('[type=checkbox]');
  if (box) box.checked = true;
  expect(await failAgain(gone)).toBe('gives up');
  expect(reload).not.toHaveBeenCalled();
});

test('a file that arrives and cannot be imported counts as gone', async () => {
  const found = async () => new Response('export {}');
  expect(await failAgain(found)).toBe('gives up');
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 20_000 });
});

test.for([
  ['is down', down],
  ['cannot be reached', lost],
] as const)(
  'while the host %s, the browser acts and the app is asked for again',
  async ([, how]) => {
    expect(await failAgain(how)).toBe('asks again');
    expect(reload).not.toHaveBeenCalled();
    expect([press(), submit()]).toEqual(['left to the browser', 'left to the browser']);
  },
);

test('offline, what is pressed is kept', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await failAgain(lost, { kept: [formOf()] })).toBe('asks again');
  expect([press(), submit()]).toEqual(['kept', 'kept']);
  expect(submitted).not.toHaveBeenCalled();
});
