import '@testing-library/jest-dom/vitest';
import './blob-bytes';
import { GoTrueClient } from '@supabase/supabase-js';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { format } from 'node:util';
import React from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Two seconds for each request that finds no server; tests/unit/http asserts the pauses.
vi.mock('@/lib/constants', async (load) => ({
  ...(await load<object>()),
  SERVICE_BACKOFF_BASE_MS: 1,
}));

// Long enough for a busy machine; an element that exists is found at once.
configure({ asyncUtilTimeout: 20_000 });

// Files share a process, so the client of the file before would count as a second one on the page, with a warning.
Reflect.set(GoTrueClient, 'nextInstanceID', {});
// So does the connection: a file that ends without one would pause the queries of the next.
onlineManager.setEventListener(() => undefined);
onlineManager.setOnline(true);

// For its warnings React notes the stack of each element, a twentieth of the time.
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty(Reflect.get(React, INTERNALS), 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set: () => {},
});

let complaints: string[] = [];

beforeEach(() => {
  // Forms name the address of their function. The same as in fakeSupabase.
  vi.stubEnv('VITE_SUPABASE_URL', '');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
  // jsdom cannot edit rich text: forms show the Markdown.
  localStorage.setItem('writing-mode', 'markdown');
  complaints = [];
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      complaints.push(`console.${method}: ${format(...parts)}`);
    });
  }
});

// A test that expects console.error replaces this spy by its own.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.className = '';
  expect(complaints, 'unexpected console output').toEqual([]);
});

// Browser APIs that jsdom lacks and Radix or the app use.
class QuietObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
Object.assign(globalThis, { ResizeObserver: QuietObserver });

class JsdomPointerEvent extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;
  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerId = init.pointerId ?? 0;
    this.pointerType = init.pointerType ?? 'mouse';
  }
}
Object.assign(globalThis, { PointerEvent: JsdomPointerEvent });

Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }),
});
window.scrollTo = () => {};
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => {};
Element.prototype.releasePointerCapture = () => {};

// jsdom searches the whole document for each label of each control, which took half the time of tests with a long form.
const LABELABLE = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea';
Object.defineProperty(HTMLLabelElement.prototype, 'control', {
  get(this: HTMLLabelElement) {
    return this.htmlFor
      ? document.getElementById(this.htmlFor)
      : this.querySelector<HTMLElement>(LABELABLE);
  },
});
const labels = new Map<Element | null, HTMLLabelElement[]>();
const changes = new MutationObserver(() => labels.clear());
changes.observe(document, {
  subtree: true,
  childList: true,
  attributeFilter: ['for', 'id', 'type'],
});
for (const { prototype } of [
  ...[HTMLButtonElement, HTMLInputElement, HTMLOutputElement],
  ...[HTMLSelectElement, HTMLTextAreaElement],
]) {
  Object.defineProperty(prototype, 'labels', {
    get(this: HTMLElement) {
      if (changes.takeRecords().length > 0) labels.clear();
      if (labels.size === 0) {
        for (const label of document.querySelectorAll('label')) {
          labels.set(label.control, [...(labels.get(label.control) ?? []), label]);
        }
      }
      return labels.get(this) ?? [];
    },
  });
}
