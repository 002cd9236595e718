import { createContext, useContext, useEffect } from 'react';
import { HEAD_MARK } from '@/boot/protocol';
import { headTags, type DocumentMeta, type HeadTag } from './head-tags';

/**
 * Receives the meta data of a rendered page while prerendering, where there is no document, and where the staff area
 * shows a page.
 */
export type HeadCollector = { meta?: DocumentMeta };

/** Null in the browser, where useDocumentMeta writes into <head> itself. */
export const HeadContext = createContext<HeadCollector | null>(null);

/**
 * Sets the head tags of the current page. There is no clean-up on leaving: every page calls this,
 * so the next one replaces them.
 */
export function useDocumentMeta(meta: DocumentMeta) {
  const collector = useContext(HeadContext);
  if (collector) collect(collector, meta);
  // After every render: the address can change (one study to the next) while the texts stay the same.
  useEffect(() => {
    if (collector) return;
    const address = { siteUrl: location.origin, path: location.pathname, cards: cardsInHead() };
    replaceHead(headTags(meta, address));
  });
}

function collect(collector: HeadCollector, meta: DocumentMeta) {
  collector.meta = meta;
}

/** Only the card in the served page is known to exist; the list of the others is in the build only. */
function cardsInHead(): ReadonlySet<string> {
  const image = document.head.querySelector(`meta[${HEAD_MARK}][property="og:image"]`);
  return new Set([image?.getAttribute('content')?.replace(/^https?:\/\/[^/]+/, '') ?? '']);
}

/** The tags of index.html, before a page sets its own. */
const DEFAULT_TAGS = 'title, meta[name="description"]';

/** Keeps tags that are the same already. */
function replaceHead(tags: readonly HeadTag[]) {
  const before = new Set(document.head.querySelectorAll(`${DEFAULT_TAGS}, [${HEAD_MARK}]`));
  for (const tag of tags) {
    const wanted = toElement(tag);
    const same = [...before].find((element) => element.isEqualNode(wanted));
    if (same) before.delete(same);
    else document.head.append(wanted);
  }
  // Structured data comes with the served page and stays valid until the address changes.
  const isMoved = [...before].some((element) => element.matches('link[rel="canonical"]'));
  for (const element of before) {
    if (isMoved || element.localName !== 'script') element.remove();
  }
}

function toElement({ tag, attributes, text = '' }: HeadTag): HTMLElement {
  const element = document.createElement(tag);
  element.setAttribute(HEAD_MARK, '');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}
