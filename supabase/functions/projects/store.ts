// Case studies, through the Data API with the caller's rights: grants and policies apply.
import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { CASE_STUDY_STATUSES } from '../_shared/contracts/case-study.ts';
import { PROJECT_CATEGORY_DEFAULT, type ProjectQuery } from '../_shared/contracts/project.ts';
import { DatabaseError } from '../_shared/rest.ts';

const COLUMNS =
  'id, title, description, hero_image_url, industry, service_tags, status, version, created_at';

const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  hero_image_url: z.string().nullable(),
  industry: z.string().nullable(),
  service_tags: z.array(z.string()),
  status: z.enum(CASE_STUDY_STATUSES),
  version: z.number(),
  created_at: z.string(),
});
export type ProjectRow = z.infer<typeof rowSchema>;

export type ProjectSave = {
  id: string;
  /** Null to create. */
  version: number | null;
  /** By column name; absent columns keep their values. */
  fields: Record<string, string | string[] | null>;
};

export type ProjectStore = {
  list: (query: ProjectQuery) => Promise<{ total: number; projects: ProjectRow[] }>;
  get: (id: string) => Promise<ProjectRow | null>;
  save: (project: ProjectSave) => Promise<ProjectRow>;
  /** False when the project does not exist or the caller may not delete it. */
  remove: (id: string) => Promise<boolean>;
};

export function createProjectStore(client: SupabaseClient): ProjectStore {
  /** `head` only counts, so that a page past the end is an empty page and not an error. */
  const published = (query: ProjectQuery, head: boolean) => {
    let request = client
      .from('case_studies')
      .select(COLUMNS, { count: 'exact', head })
      .lte('public_from', 'now');
    if (query.category === PROJECT_CATEGORY_DEFAULT) {
      request = request.or(`industry.is.null,industry.eq.${query.category}`);
    } else if (query.category) {
      request = request.eq('industry', query.category);
    }
    if (query.tag) {
      const tag = query.tag.replace(/[\\"]/g, '\\$&');
      request = request.filter('service_tags', 'cs', `{"${tag}"}`);
    }
    if (query.search) {
      // Characters with a meaning in LIKE or in `or=(…)` are replaced by the one-character wildcard.
      const like = `%${query.search.replace(/[\\"%*,()]/g, '_')}%`;
      const columns = ['title', 'headline', 'description', 'client_name'];
      request = request.or(columns.map((column) => `${column}.ilike.${like}`).join(','));
    }
    return request;
  };
  return {
    list: async (query) => {
      const counted = await published(query, true);
      if (counted.error) throw toDatabaseError(counted);
      const total = counted.count ?? 0;
      const from = (query.page - 1) * query.limit;
      if (from >= total) return { total, projects: [] };
      const found = await published(query, false)
        .order('updated_at', { ascending: false })
        .order('id')
        .range(from, from + query.limit - 1);
      if (found.error) throw toDatabaseError(found);
      return { total, projects: z.array(rowSchema).parse(found.data) };
    },
    get: async (id) => {
      const found = await client.from('case_studies').select(COLUMNS).eq('id', id).maybeSingle();
      if (found.error) throw toDatabaseError(found);
      return rowSchema.nullable().parse(found.data);
    },
    save: async ({ id, version, fields }) => {
      const saved = await client.rpc('save_case_study', {
        study_id: id,
        expected_version: version,
        fields,
      });
      if (saved.error) throw toDatabaseError(saved);
      return rowSchema.parse(saved.data);
    },
    remove: async (id) => {
      const removed = await client.from('case_studies').delete().eq('id', id).select('id');
      if (removed.error) throw toDatabaseError(removed);
      return removed.data.length > 0;
    },
  };
}

function toDatabaseError({ error, status }: Failure) {
  return new DatabaseError(error?.code ?? '', error?.message ?? 'unknown', status);
}
type Failure = { error: { code: string; message: string } | null; status: number };
