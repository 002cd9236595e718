// Texts may link a study by its id, which stays the same when its address changes. Hosts redirect such a link; the pages
// and feeds name the address itself.
const PAGE = 1000;
const TIMEOUT_MS = 20_000;

/** Slugs of the published studies, by id. */
export type StudyAddresses = ReadonlyMap<string, string>;

/** @param source of the Supabase project, and its publishable key */
export async function readStudyAddresses(source: {
  url: string;
  key: string;
}): Promise<StudyAddresses> {
  const all: Map<string, string> = new Map();
  for (;;) {
    const last = [...all.keys()].at(-1);
    const query = new URLSearchParams({
      ...{ select: 'id,slug', status: 'eq.published', order: 'id', limit: String(PAGE) },
      ...(last !== undefined && { id: `gt.${last}` }),
    });
    const address = `${source.url}/rest/v1/case_studies?${query}`;
    const response = await fetch(address, {
      headers: { apikey: source.key },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    const rows: { id: string; slug: string }[] = await response.json();
    for (const { id, slug } of rows) all.set(id, slug);
    if (rows.length < PAGE) return all;
  }
}

const LINK =
  /(\shref="(?:https?:\/\/[^"/]+)?\/projects\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?=["?#])/g;

/** Slugs by the ids that a page links, null where the study is not published. */
export type LinkedStudies = Readonly<Record<string, string | null>>;

/**
 * @param html with attributes in double quotes
 * @returns with the address of each published study in place of its id
 */
export function withStudyAddresses(
  html: string,
  addresses: StudyAddresses,
): { html: string; linked: LinkedStudies } {
  const linked: Record<string, string | null> = {};
  const written = html.replaceAll(LINK, (link, before: string, id: string) => {
    const slug = addresses.get(id) ?? null;
    linked[id] = slug;
    return slug === null ? link : before + encodeURIComponent(slug);
  });
  return { html: written, linked };
}

/** Whether a page with these links would be written with the same ones now. */
export const areStillLinked = (linked: LinkedStudies, addresses: StudyAddresses): boolean =>
  Object.entries(linked).every(([id, slug]) => (addresses.get(id) ?? null) === slug);
