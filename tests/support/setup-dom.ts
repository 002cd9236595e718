import { afterAll } from 'vitest';

// Files share a window: what the modules of one hear and store ends with it.
const added: (() => void)[] = [];
for (const target of [window, document]) {
  const add: EventTarget['addEventListener'] = target.addEventListener.bind(target);
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) => {
    add(type, listener, options);
    if (listener) added.push(() => target.removeEventListener(type, listener, options));
  };
}
afterAll(() => {
  added.forEach((remove) => remove());
  localStorage.clear();
  sessionStorage.clear();
});
