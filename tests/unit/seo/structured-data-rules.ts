import { SITE, type Node } from './page-heads';

/**
 * What Google's documentation of structured data asks of the types we use (required) and advises
 * (recommended); for other types, the properties that schema.org needs.
 */
const RULES: Readonly<Record<string, { required: string[]; recommended: string[] }>> = {
  Organization: { required: ['name'], recommended: ['url', 'logo'] },
  LocalBusiness: {
    required: ['name', 'address'],
    recommended: ['openingHoursSpecification', 'telephone', 'url', 'image', 'description'],
  },
  PostalAddress: {
    required: ['streetAddress', 'addressLocality', 'addressCountry', 'postalCode'],
    recommended: [],
  },
  OpeningHoursSpecification: { required: ['opens', 'closes', 'dayOfWeek'], recommended: [] },
  WebSite: { required: ['name', 'url'], recommended: ['publisher'] },
  Service: { required: ['name', 'provider'], recommended: ['description', 'url', 'serviceType'] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ItemList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position', 'name'], recommended: [] },
  CollectionPage: { required: ['name', 'url', 'mainEntity'], recommended: ['description'] },
  CreativeWork: {
    required: ['name', 'url', 'creator'],
    recommended: ['description', 'dateCreated', 'dateModified'],
  },
  Blog: { required: ['name', 'url'], recommended: [] },
  BlogPosting: {
    required: ['headline', 'author'],
    recommended: ['datePublished', 'dateModified', 'image', 'url'],
  },
  Person: { required: ['name'], recommended: [] },
};

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The required format of a property's values. */
const VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  '@id': isOwnAddress,
  url: isAddress,
  item: isOwnAddress,
  image: isAddress,
  logo: isAddress,
  mainEntityOfPage: isOwnAddress,
  sameAs: isAddress,
  datePublished: (value) => DATE_TIME.test(value),
  dateModified: (value) => DATE_TIME.test(value),
  dateCreated: (value) => DATE_TIME.test(value),
  opens: (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  closes: (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  dayOfWeek: (value) => DAYS.includes(value),
  telephone: (value) => /^\+\d[\d ()-]{7,}$/.test(value),
  email: (value) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value),
  addressCountry: (value) => /^[A-Z]{2}$/.test(value),
};

function isAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isOwnAddress(value: string): boolean {
  return isAddress(value) && value.startsWith(`${SITE}/`);
}

/** All violations in the graph of a page; empty if there is none. */
export function problemsOf(graph: readonly Node[]): string[] {
  const known = new Set(graph.map((node) => node['@id']));
  return graph.flatMap((node, index) => problemsOfNode(node, String(index), known));
}

function problemsOfNode(node: Node, place: string, known: ReadonlySet<unknown>): string[] {
  const { '@type': type, ...properties } = node;
  if (type === undefined) {
    const isReference = Object.keys(properties).join() === '@id' && known.has(node['@id']);
    return isReference ? [] : [`${place}: neither a type nor a node of this page`];
  }
  const rules = RULES[String(type)];
  if (!rules) return [`${place}: no rules are written for ${String(type)}`];
  const missing = [...rules.required, ...rules.recommended].filter((name) => !(name in node));
  return [
    ...missing.map((name) => `${place}: ${String(type)} lacks ${name}`),
    ...listProblems(node, place),
    ...Object.entries(properties).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => problemsOfValue(name, one, `${place}.${name}`, known)),
    ),
  ];
}

function problemsOfValue(
  name: string,
  value: unknown,
  place: string,
  known: ReadonlySet<unknown>,
): string[] {
  if (isNode(value)) return problemsOfNode(value, place, known);
  if (typeof value === 'number') return [];
  if (typeof value !== 'string' || value.trim() === '') return [`${place}: empty`];
  return VALUES[name]?.(value) === false ? [`${place}: ${value}`] : [];
}

/** Positions count from 1, a breadcrumb has at least two steps, and each item has a URL. */
function listProblems(node: Node, place: string): string[] {
  if (!Array.isArray(node.itemListElement)) return [];
  const items: unknown[] = node.itemListElement;
  const isTrail = node['@type'] === 'BreadcrumbList';
  return [
    ...(isTrail && items.length < 2 ? [`${place}: a trail of one step`] : []),
    ...items.flatMap((item, index) => {
      if (!isNode(item)) return [`${place}: item ${index} is no node`];
      const wrong = item.position === index + 1 ? [] : [`${place}: position of item ${index}`];
      const opens = isTrail ? item.item : item.url;
      return opens === undefined ? [...wrong, `${place}: item ${index} leads nowhere`] : wrong;
    }),
  ];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
