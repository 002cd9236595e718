import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <section>
      <p>
        {count} of {count === 2 ? <b>two</b> : 'many'} works
      </p>
      {count % 2 === 0 && 'even'}
      <button onClick={() => setCount(count + 1)}>Next</button>
    </section>
  );
}

/** What translators do to every text of the page: the node is moved, or a copy takes its place. */
function translate(how: 'moved' | 'replaced') {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement('font');
    text.parentNode?.replaceChild(font, text);
    font.append(how === 'moved' ? text : (text.textContent ?? ''));
  }
}

const step = async () => {
  await act(async () => screen.getByRole('button').click());
  // What is observed is told after the change.
  await act(async () => {});
};

const shown = () => document.querySelector('section')?.textContent;

const own = Object.getOwnPropertyDescriptors(Node.prototype);
const observers: MutationObserver[] = [];
afterAll(() => {
  for (const observer of observers) observer.disconnect();
  const { removeChild, insertBefore } = own;
  Object.defineProperties(Node.prototype, { removeChild, insertBefore });
});

beforeAll(async () => {
  class Observed extends MutationObserver {
    constructor(callback: MutationCallback) {
      super(callback);
      observers.push(this);
    }
  }
  vi.stubGlobal('MutationObserver', Observed);
  const { awaitTranslation } = await import('@/app/await-translation');
  awaitTranslation();
});

test.for(['moved', 'replaced'] as const)(
  'texts that a translator has %s stay current',
  async (how) => {
    render(<Counter />);
    for (const text of ['1 of many worksNext', '2 of two workseven', '3 of many works']) {
      translate(how);
      // The first translation loads what stands it.
      await act(() => vi.dynamicImportSettled());
      await step();
      expect(shown()?.startsWith(text)).toBe(true);
    }
  },
);
