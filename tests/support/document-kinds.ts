import { createHash, randomUUID } from 'node:crypto';
import { countWords, readingMinutes } from '@contracts/words/reading-time';
import { asService, call, createStudy, rpc, type Caller, type Reply } from './backend';

/** Stores the HTML of a text with the service key, as the function `blog` does before it saves a post. */
export async function keepRendered(markdown: string, given?: string) {
  const markdown_hash = createHash('sha256').update(markdown).digest('hex');
  const html = given ?? `<p>${markdown_hash}</p>`;
  const reading_minutes = readingMinutes(countWords(html));
  const reply = await asService('POST', '/rest/v1/rpc/keep_rendered_text', {
    ...{ markdown_hash, html, reading_minutes },
  });
  if (reply.status >= 300) throw new Error(JSON.stringify(reply.data));
}

/** Calls save_blog_post as the function `blog` does: the text, or a made-up one of the given HTML, is rendered before. */
export async function savePost(who: Caller, args: Record<string, unknown>): Promise<Reply> {
  const fields: Record<string, unknown> = Object(args.fields);
  const { content_html: html, content_markdown: markdown = html && `Text ${randomUUID()}` } =
    fields;
  if (typeof markdown !== 'string') return rpc(who, 'save_blog_post', args);
  await keepRendered(markdown, typeof html === 'string' ? html : undefined);
  return rpc(who, 'save_blog_post', { ...args, fields: { ...fields, content_markdown: markdown } });
}

/** Creates a post and returns its id. */
export async function createPost(
  staff: Caller,
  fields: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Promise<string> {
  const id = randomUUID();
  const reply = await savePost(staff, {
    ...{ post_id: id, expected_version: null },
    fields: { title: `Post ${id}`, slug: `p-${id.slice(0, 18)}`, status: 'draft', ...fields },
    ...more,
  });
  if (reply.status !== 200) throw new Error(`post: ${JSON.stringify(reply.data)}`);
  return id;
}

type Save = {
  /** Null to create. */
  version: number | null;
  live?: boolean;
  saveIds?: string[];
} & Record<string, unknown>;

/** How tests write and read the two kinds of documents; `editor` creates them. */
export const documentKinds = (editor: () => Caller) =>
  ({
    'case study': {
      kind: 'case-study',
      create: (fields: Record<string, unknown> = {}) =>
        createStudy(
          editor(),
          { title: 'As published', status: 'published', ...fields },
          [{ metric_value: '38 %', metric_label: 'more' }],
          [{ image_url: '/images/a.webp', caption: null, alt_text: null }],
        ),
      save: (who: Caller, id: string, { version, live = false, saveIds = [], ...fields }: Save) =>
        rpc(who, 'save_case_study', {
          ...{ study_id: id, expected_version: version, fields, goes_live: live },
          ...{ save_ids: saveIds },
          ...(live ? {} : { metrics: [{ metric_value: '39 %', metric_label: 'more' }] }),
        }),
      table: 'case_studies',
      read: (who: Caller, id: string) =>
        call(
          who,
          'GET',
          `/rest/v1/case_studies?id=eq.${id}&select=*,picture_facts,case_study_metrics(metric_value,metric_label,display_order),case_study_gallery(image_url,caption,alt_text,display_order)`,
        ),
      /** Its rows in other tables, each with a change and a new row. */
      rowTables: (id: string) => [
        {
          table: 'case_study_metrics?case_study_id',
          change: { metric_label: 'less' },
          row: { case_study_id: id, metric_value: '1', metric_label: 'week', display_order: 9 },
        },
        {
          table: 'case_study_gallery?case_study_id',
          change: { caption: 'Changed' },
          row: { case_study_id: id, image_url: '/images/b.webp', display_order: 9 },
        },
      ],
      picture: 'hero_image_url',
      part: 'study',
    },
    post: {
      kind: 'post',
      create: (fields: Record<string, unknown> = {}) =>
        createPost(
          editor(),
          {
            ...{ title: 'As published', status: 'published' },
            ...{ content_markdown: 'Old', content_html: '<p>Old</p>', ...fields },
          },
          { tags: ['One', 'Two'], category: 'Work', author: 'Ada' },
        ),
      save: (who: Caller, id: string, { version, live = false, saveIds = [], ...fields }: Save) =>
        rpc(who, 'save_blog_post', {
          ...{ post_id: id, expected_version: version, fields, goes_live: live },
          ...{ save_ids: saveIds },
          ...(live ? {} : { tags: ['Two', `New ${id}`], author: 'Grace' }),
        }),
      table: 'blog_posts',
      read: async (who: Caller, id: string): Promise<Reply> => {
        const reply = await rpc(who, 'get_blog_post', { key: id });
        return { ...reply, data: reply.data === null ? [] : [reply.data] };
      },
      rowTables: (id: string) => [
        {
          table: 'blog_post_tags?place=eq.1&post_id',
          change: { place: 7 },
          row: { post_id: id, tag_id: id, place: 9 },
        },
      ],
      picture: 'cover_image_url',
      part: 'post',
    },
  }) as const;

export type StoredRevision = {
  version: number;
  saved_by: string | null;
  saved_by_email: string | null;
  restored_from: number | null;
  is_working_copy: boolean;
  // The snapshot of any kind; the assertions check it.
  // oxlint-disable-next-line typescript/no-explicit-any
  snapshot: any;
};

/** The saved versions, the oldest first. */
export const revisionsOf = async (who: Caller, id: string): Promise<StoredRevision[]> => {
  const { data } = await call(
    who,
    'GET',
    `/rest/v1/document_revisions?document_id=eq.${id}&order=version`,
  );
  return Array.isArray(data) ? data : [];
};

export const restoreDeleted = (who: Caller, id: string) =>
  rpc(who, 'restore_deleted_document', { document_id: id });
export const purgeDeleted = (who: Caller, id: string) =>
  rpc(who, 'purge_deleted_document', { document_id: id });
export const restoreVersion = (
  who: Caller,
  id: string,
  from: number,
  expected: number | null,
): Promise<Reply> =>
  rpc(who, 'restore_document_version', {
    ...{ document_id: id, from_version: from, expected_version: expected },
  });
export const removeDocument = (who: Caller, table: string, id: string) =>
  call(who, 'DELETE', `/rest/v1/${table}?id=eq.${id}&select=id`, undefined, {
    prefer: 'return=representation',
  });
