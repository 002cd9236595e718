/** Latin spellings, in a chunk of their own: the library is large. */
export const loadLatin = () => import('@contracts/words/latin');

export type Latin = Awaited<ReturnType<typeof loadLatin>>;

/** The operator of PostgREST that compares a column `search` with a query; its words are not stemmed. */
export const FINDS = 'fts(simple)';

/**
 * Search words as a query of Postgres: a document must have every one of them, or a word that begins with it. '' without
 * a letter or a digit, which finds nothing.
 */
export async function searchQueryFor(search: string): Promise<string> {
  const { searchQueryOf } = await loadLatin();
  return searchQueryOf(search);
}
