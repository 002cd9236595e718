import { z } from 'zod';
import { isTextPage, type TextPage } from '@/content/text-sources';
import type { DocumentInput, Row } from '@/documents/fields';
import type { DocumentApi } from '@/documents/kind';
import type { SaveRequest, StoredDocument } from '@/documents/stored';
import { getWorkingCopy, historyApi, withChanges } from '@/documents/staff-api';
import { askBackend, withTimeout } from '@/lib/backend';
import type { Json } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import { parseResponse } from '@/lib/parse-response';
import { notePublishedChange } from '@/lib/published-changes';

/** What staff have changed of a page's texts, by name. */
export type StoredTexts = Record<string, string | Row[]>;

const storedTextsSchema: z.ZodType<StoredTexts> = z.record(
  z.string(),
  z.union([z.string(), z.array(z.record(z.string(), z.string()))]),
);
const snapshotSchema = z.object({ texts: storedTextsSchema });

const READ_FAILED = 'Failed to read the texts';

const LOCALE = 'en';

type Mapping = {
  page: TextPage;
  toInput: (texts: StoredTexts) => DocumentInput;
  toStored: (input: DocumentInput) => Promise<StoredTexts>;
};

/** The requests of the texts of one page. Pages are neither created nor deleted. */
export function createPageTextsApi({ toInput, toStored }: Mapping): DocumentApi<DocumentInput> {
  const inputOfSnapshot = (snapshot: Json) =>
    toInput(parseResponse(snapshotSchema, snapshot, READ_FAILED).texts);

  async function get(id: string, signal?: AbortSignal): Promise<StoredDocument<DocumentInput>> {
    const { data: row } = await askBackend('Failed to load the texts', (supabase) =>
      supabase
        .from('page_texts')
        .select('id, version, texts, updated_at')
        .eq('id', id)
        .abortSignal(withTimeout(signal))
        .retry(false)
        .single(),
    );
    return withChanges(toDocument(row), await getWorkingCopy(id, signal), inputOfSnapshot);
  }

  function toDocument(row: { id: string; version: number; texts: Json; updated_at: string }) {
    return {
      id: row.id,
      version: row.version,
      input: toInput(parseResponse(storedTextsSchema, row.texts, READ_FAILED)),
      createdAt: null,
      savedAt: parseTimestamp(row.updated_at).toISOString(),
    };
  }

  async function save({ id, version, input, goesLive, saveIds }: SaveRequest<DocumentInput>) {
    const { data: row } = await askBackend('Failed to save the texts', async (supabase) =>
      supabase
        .rpc('save_page_texts', {
          page_id: id,
          expected_version: version ?? 0,
          texts: await toStored(input),
          goes_live: goesLive,
          save_ids: saveIds,
        })
        .single(),
    );
    if (goesLive) notePublishedChange();
    return toDocument(row);
  }

  return {
    get,
    save,
    ...historyApi(inputOfSnapshot),
    problemsOf: () => ({}),
  };
}

/** What staff have changed, by the id of the page; also what waits to be published. */
export async function listStoredTexts(
  signal?: AbortSignal,
): Promise<{ id: string; page: TextPage; texts: StoredTexts }[]> {
  const [{ data: pages }, { data: copies }] = await Promise.all([
    askBackend(READ_FAILED, (supabase) =>
      supabase
        .from('page_texts')
        .select('id, page, texts')
        .eq('locale', LOCALE)
        .abortSignal(withTimeout(signal))
        .retry(false),
    ),
    askBackend(READ_FAILED, (supabase) =>
      supabase
        .from('working_copies')
        .select('document_id, content')
        .eq('kind', 'page-texts')
        .not('content', 'is', null)
        .abortSignal(withTimeout(signal))
        .retry(false),
    ),
  ]);
  const waiting = new Map(copies.map((copy) => [copy.document_id, copy.content]));
  return pages.flatMap(({ id, page, texts }) => {
    const { texts: latest } = parseResponse(
      snapshotSchema,
      waiting.get(id) ?? { texts },
      READ_FAILED,
    );
    return isTextPage(page) ? [{ id, page, texts: latest }] : [];
  });
}

/** `savedAt` is null while nothing was changed. */
export type ListedPage = { id: string; page: TextPage; savedAt: string | null };

/** The pages whose texts staff can change, in no particular order. */
export async function listPages(signal?: AbortSignal): Promise<ListedPage[]> {
  const { data } = await askBackend('Failed to load the pages', (supabase) =>
    supabase
      .from('page_texts')
      .select('id, page, version, updated_at')
      .eq('locale', LOCALE)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.flatMap(({ id, page, version, updated_at }) => {
    const savedAt = version > 1 ? parseTimestamp(updated_at).toISOString() : null;
    return isTextPage(page) ? [{ id, page, savedAt }] : [];
  });
}
