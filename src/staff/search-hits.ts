import { rowsIn } from '@/documents/fields';
import { pageInfos, pageTextsKind } from '@/features/page-texts/kind';
import { listStoredTexts } from '@/features/page-texts/staff-api';
import { searchStaffArea, type Hit } from '@/features/search/api';
import { hasWords } from '@/lib/words/matches';

/** What the database finds, and pages, most of whose texts are in the code. */
export async function searchEverything(search: string, signal: AbortSignal): Promise<Hit[]> {
  const [hits, stored] = await Promise.all([
    searchStaffArea(search, signal),
    listStoredTexts(signal),
  ]);
  const pages = stored.flatMap(({ id, page, texts }): Hit[] => {
    const { title } = pageInfos[page];
    const shown = Object.values({ ...pageTextsKind(page).builtIn, ...texts }).flatMap((value) =>
      typeof value === 'string' ? [value] : rowsIn(value).flatMap((row) => Object.values(row)),
    );
    const found = shown.find((text) => hasWords([text], search));
    return found !== undefined || hasWords([title, ...shown], search)
      ? [{ kind: 'page', id, title, detail: null, snippet: found ?? null }]
      : [];
  });
  return [...hits, ...pages];
}
