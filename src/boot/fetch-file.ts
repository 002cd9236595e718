/**
 * Fetches a file of the app before it is imported: a module whose import has failed once can never be imported by this
 * address.
 *
 * @throws the Response that is not OK; TypeError without a connection
 */
export async function fetchFile(href: string) {
  const answer = await fetch(href);
  if (!answer.ok) throw answer;
  await answer.blob();
}
