import { createContext, useContext, useEffect } from 'react';
import { headTags, type DocumentMeta, type HeadTag } from './head-tags';

/** Takes what the rendered page says about itself, where there is no document to say it to. */
export type HeadCollector = { meta?: DocumentMeta };

/** Given while prerendering only. */
export const HeadContext = createContext<HeadCollector | null>(null);

/**
 * What the head says about the page on screen. Nothing is put back on leaving: every page calls
 * this, so the next one replaces it.
 */
export function useDocumentMeta(meta: DocumentMeta) {
  const collector = useContext(HeadContext);
  if (collector) collect(collector, meta);
  // After every render: the address can change (one study to the next) while the texts stay.
  useEffect(() => {
    const address = { siteUrl: location.origin, path: location.pathname, cards: cardsInHead() };
    replaceHead(headTags(meta, address));
  });
}

function collect(collector: HeadCollector, meta: DocumentMeta) {
  collector.meta = meta;
}

/** The card that the page was served with is there; of others only the build knows. */
function cardsInHead(): ReadonlySet<string> {
  const image = document.head.querySelector('meta[data-head][property="og:image"]');
  return new Set([image?.getAttribute('content')?.replace(/^https?:\/\/[^/]+/, '') ?? '']);
}

/** What index.html says until a page says something. */
const OF_NO_PAGE = 'title, meta[name="description"]';

/** Leaves alone what is the same already. */
function replaceHead(tags: readonly HeadTag[]) {
  const before = new Set(document.head.querySelectorAll(`${OF_NO_PAGE}, [data-head]`));
  for (const tag of tags) {
    const wanted = toElement(tag);
    const same = [...before].find((element) => element.isEqualNode(wanted));
    if (same) before.delete(same);
    else document.head.append(wanted);
  }
  // Structured data comes with the page as it was served, and is right as long as the address is.
  const isMoved = [...before].some((element) => element.matches('link[rel="canonical"]'));
  for (const element of before) {
    if (isMoved || element.localName !== 'script') element.remove();
  }
}

function toElement({ tag, attributes, text = '' }: HeadTag): HTMLElement {
  const element = document.createElement(tag);
  element.setAttribute('data-head', '');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}
