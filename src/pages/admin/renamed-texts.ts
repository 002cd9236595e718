import { changedFields, type DocumentInput } from '@/documents/fields';
import type { DocumentKind } from '@/documents/kind';
import { snippetOf, textsOf, withWordsReplaced, type Rename } from '@/documents/replace-words';
import { getWorkingCopy } from '@/documents/staff-api';
import { caseStudyKind } from '@/features/case-studies/kind';
import { pageInfos, pageTextsKind } from '@/features/page-texts/kind';
import { listStoredTexts } from '@/features/page-texts/staff-api';
import { postKind } from '@/features/posts/kind';
import { searchStaffArea } from '@/features/search/api';

/** Of studies and of posts; the rest is found when these are replaced. */
const DOCUMENTS_MAX = 20;

/** A document that says the old name. */
export type NamedText = {
  id: string;
  title: string;
  rename: Rename;
  snippet: string;
  path: string;
  /**
   * Puts the new name in its place, by an ordinary save.
   *
   * @param goesLive false adds it to the changes that wait to be published, as it does where some wait already
   */
  replace: (goesLive: boolean) => Promise<void>;
};

/** The studies, posts and pages that still say a name, without the page on which it was changed. */
export async function findNamedTexts(
  renamedOn: string,
  renames: readonly Rename[],
): Promise<NamedText[]> {
  const pages = (await listStoredTexts()).filter(({ id }) => id !== renamedOn);
  const found = await Promise.all(
    renames.map(async (rename) => {
      const hits = await searchStaffArea(rename.from, undefined, DOCUMENTS_MAX);
      return Promise.all([
        ...hits.flatMap(({ kind, id }) => {
          if (kind === 'case-study') return [namedText(caseStudyKind, id, rename)];
          return kind === 'post' ? [namedText(postKind, id, rename)] : [];
        }),
        ...pages.flatMap(({ id, page, texts }) => {
          const kind = pageTextsKind(page);
          const shown = textsOf(kind.fields, { ...kind.builtIn, ...texts });
          return snippetOf(shown, rename) === null
            ? []
            : [namedText(kind, id, rename, pageInfos[page].title)];
        }),
      ]);
    }),
  );
  return found.flat().filter((text) => text !== null);
}

async function namedText<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string,
  rename: Rename,
  name?: string,
): Promise<NamedText | null> {
  const { input } = await kind.api.get(id);
  const snippet = snippetOf(textsOf(kind.fields, input), rename);
  const after = withWordsReplaced(kind.fields, input, rename);
  if (snippet === null || changedFields(kind.fields, input, after).length === 0) return null;
  return {
    ...{ id, rename, snippet },
    title: name ?? kind.titleOf(input),
    path: kind.paths.edit(id),
    replace: (goesLive) => replaceIn(kind, id, rename, goesLive),
  };
}

/** Reads it again: another name may have been replaced in it meanwhile. */
async function replaceIn<Input extends DocumentInput>(
  kind: DocumentKind<Input>,
  id: string,
  rename: Rename,
  goesLive: boolean,
): Promise<void> {
  const { version, input: before } = await kind.api.get(id);
  const input = withWordsReplaced(kind.fields, before, rename);
  const changed = changedFields(kind.fields, before, input);
  if (changed.length === 0) return;
  const waits = (await getWorkingCopy(id))?.content != null;
  await kind.api.save({
    ...{ id, version, input, before, changed },
    goesLive: goesLive && !waits,
    saveIds: [crypto.randomUUID()],
  });
}

/** Whether visitors see what was saved of a page last. */
export async function isShownToVisitors(pageId: string): Promise<boolean> {
  return (await getWorkingCopy(pageId))?.content == null;
}
