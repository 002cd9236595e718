import { randomUUID } from 'node:crypto';
import { call, createStudy, rpc, type Caller } from './backend';

type Save = { version: number; live?: boolean } & Record<string, unknown>;

/** How tests write and read the two kinds of documents; `editor` creates them. */
export const documentKinds = (editor: () => Caller) =>
  ({
    'case study': {
      create: () =>
        createStudy(
          editor(),
          { title: 'As published', status: 'published' },
          [{ metric_value: '38 %', metric_label: 'more' }],
          [{ image_url: '/images/a.webp', caption: null, alt_text: null }],
        ),
      save: (who: Caller, id: string, { version, live = false, ...fields }: Save) =>
        rpc(who, 'save_case_study', {
          ...{ study_id: id, expected_version: version, fields, goes_live: live },
          ...(live ? {} : { metrics: [{ metric_value: '39 %', metric_label: 'more' }] }),
        }),
      table: 'case_studies',
      read: (who: Caller, id: string) =>
        call(
          who,
          'GET',
          `/rest/v1/case_studies?id=eq.${id}&select=*,picture_facts,case_study_metrics(*),case_study_gallery(*)`,
        ),
      revisions: 'case_study_revisions?case_study_id',
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
      restore: 'restore_case_study',
      purge: 'purge_deleted_case_study',
      idName: 'study_id',
      part: 'study',
    },
    post: {
      create: async () => {
        const id = randomUUID();
        const reply = await rpc(editor(), 'save_blog_post', {
          ...{ post_id: id, expected_version: null },
          fields: {
            ...{ title: 'As published', slug: `p-${id.slice(0, 18)}`, status: 'published' },
            ...{ content_markdown: 'Old', content_html: '<p>Old</p>' },
          },
          ...{ tags: ['One', 'Two'], category: 'Work', author: 'Ada' },
        });
        if (reply.status !== 200) throw new Error(JSON.stringify(reply.data));
        return id;
      },
      save: (who: Caller, id: string, { version, live = false, ...fields }: Save) =>
        rpc(who, 'save_blog_post', {
          ...{ post_id: id, expected_version: version, fields, goes_live: live },
          ...(live ? {} : { tags: ['Two', `New ${id}`], author: 'Grace' }),
        }),
      table: 'blog_posts',
      read: (who: Caller, id: string) => rpc(who, 'get_blog_post', { key: id }),
      revisions: 'blog_post_revisions?post_id',
      rowTables: (id: string) => [
        {
          table: 'blog_post_tags?place=eq.1&post_id',
          change: { place: 7 },
          row: { post_id: id, tag_id: id, place: 9 },
        },
      ],
      restore: 'restore_blog_post',
      purge: 'purge_deleted_blog_post',
      idName: 'post_id',
      part: 'post',
    },
  }) as const;
