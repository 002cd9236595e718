import type { BreadcrumbList, Thing } from 'schema-dts';

/** The properties of schema.org that hold an address. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set([
  '@id',
  'contentUrl',
  'image',
  'item',
  'logo',
  'mainEntityOfPage',
  'url',
]);

/**
 * The text of one `<script type="application/ld+json">`: with absolute addresses, without empty
 * values, and with `<` escaped, so that no text inside can end the script.
 */
export function toJsonLd(things: readonly Thing[], siteUrl: string): string {
  const graph = { '@context': 'https://schema.org', '@graph': things };
  return JSON.stringify(graph, (key, value: unknown) => {
    if (value === null || value === '') return undefined;
    if (typeof value !== 'string' || !ADDRESS_KEYS.has(key)) return value;
    return /^\/(?!\/)/.test(value) ? siteUrl + value : value;
  }).replaceAll('<', '\\u003c');
}

/** From the section down to the page itself. */
export function breadcrumbs(
  trail: readonly { name: string; path: string }[],
): Exclude<BreadcrumbList, string> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: path,
    })),
  };
}
