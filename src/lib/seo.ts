import { useEffect } from 'react';

export type DocumentMeta = {
  title: string;
  description: string;
  /** For pages that say something is missing or broken. */
  noindex?: boolean;
};

/**
 * Title, description, robots and canonical address of the page on screen. Nothing is put back on
 * leaving: every page calls this, so the next one overwrites it.
 */
export function useDocumentMeta({ title, description, noindex = false }: DocumentMeta) {
  // After every render: the address can change (one study to the next) while the texts stay.
  useEffect(() => {
    document.title = title;
    setMeta('description', description);
    setMeta('robots', noindex ? 'noindex' : null);
    setCanonical(noindex ? null : location.origin + location.pathname);
  });
}

function setMeta(name: string, content: string | null) {
  const found = document.head.querySelector(`meta[name="${name}"]`);
  if (content === null) {
    found?.remove();
    return;
  }
  const meta = found ?? document.head.appendChild(document.createElement('meta'));
  meta.setAttribute('name', name);
  meta.setAttribute('content', content);
}

function setCanonical(href: string | null) {
  const found = document.head.querySelector('link[rel="canonical"]');
  if (href === null) {
    found?.remove();
    return;
  }
  const link = found ?? document.head.appendChild(document.createElement('link'));
  link.setAttribute('rel', 'canonical');
  link.setAttribute('href', href);
}
