import { AppError } from '@/lib/errors';
import { createPolicy } from '@/lib/trusted-types';
import { TURNSTILE_ORIGIN } from './origin';

// https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
type Turnstile = {
  /** @returns undefined where it could not be drawn */
  render: (
    container: HTMLElement,
    options: {
      sitekey: string;
      appearance: 'interaction-only';
      theme: 'light' | 'dark';
      callback: (token: string) => void;
      'before-interactive-callback': () => void;
      'error-callback': (code: string) => boolean;
      'unsupported-callback': () => void;
    },
  ) => string | undefined;
  remove: (id: string) => void;
};

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into that of the DOM
  interface Window {
    turnstile?: Turnstile;
  }
}

const SCRIPT = `${TURNSTILE_ORIGIN}/turnstile/v0/api.js?render=explicit`;
const LOAD_TIMEOUT_MS = 15_000;
const NOT_LOADED = `The check that you are not a robot did not load. Allow ${new URL(TURNSTILE_ORIGIN).host} in this browser, and try again.`;
const FAILED = 'The check that you are not a robot failed. Please try again.';

let loading: Promise<Turnstile> | undefined;

/**
 * Has Cloudflare Turnstile check that a person is there.
 *
 * @param container where it asks, if it has to ask
 * @param onQuestion called when it does
 * @returns a token for one request of the Auth service
 * @throws AppError when it does not load, or fails
 */
export async function proveHuman(
  container: HTMLElement,
  siteKey: string,
  onQuestion: () => void,
): Promise<string> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const turnstile = await loading;
  let id: string | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => {
        reject(new AppError('unexpected', FAILED));
        return true;
      };
      id = turnstile.render(container, {
        sitekey: siteKey,
        appearance: 'interaction-only',
        theme: document.documentElement.classList.contains('dark') ? 'dark' : 'light',
        callback: resolve,
        'before-interactive-callback': onQuestion,
        'error-callback': fail,
        'unsupported-callback': fail,
      });
      if (id === undefined) fail();
    });
  } finally {
    if (id !== undefined) turnstile.remove(id);
  }
}

let policy: { createScriptURL: (address: string) => string } | undefined;

function load(): Promise<Turnstile> {
  policy ??= createPolicy('turnstile', { createScriptURL: () => SCRIPT });
  const script = document.createElement('script');
  script.src = policy.createScriptURL(SCRIPT);
  const loaded = new Promise<Turnstile>((resolve, reject) => {
    const fail = () => reject(new AppError('offline', NOT_LOADED));
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.turnstile) resolve(window.turnstile);
      else fail();
    });
  });
  document.head.append(script);
  return loaded.catch((error: unknown) => {
    script.remove();
    throw error;
  });
}
