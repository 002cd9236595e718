// Fills the tables of a stopped backend with copies of its seeded rows, and reads from Postgres the query
// plans of the first pages.
import { lockFolder } from '../../../scripts/lib/lock.ts';
import {
  openEmbeddedApp,
  setEmbeddedEnvironment,
  type Sql,
} from '../../../scripts/lib/embedded-database.ts';
import { openWorkspace, workspaceFolder } from '../../../scripts/lib/workspace.ts';
import { answerParent } from './child.ts';

export type FillTask = { name: string; siteUrl: string; studies: number; posts: number };

/** how the first pages are read */
export type Filled = { studiesPlan: string[]; postsPlan: string[] };

const STUDY_TEXTS = `headline, subhead, description, challenge, solution, results, what_we_loved,
  client_quote, outcome, industry, meta_description, service_tags, technologies, client_name, client_url,
  client_logo_url, timeline, project_year, role, cta_headline, cta_text, hero_image_url`;

/** Without triggers: copies are no changes of staff. */
const fillStudies = (count: number) => `
  begin;
  set local session_replication_role = replica;
  create temporary table model on commit drop as
    select *, row_number() over (order by id) as turn
    from (select * from public.case_studies order by id limit 6) as first;
  create temporary table model_metric on commit drop as
    select metric.*, model.turn from public.case_study_metrics as metric
    join model on model.id = metric.case_study_id;
  create temporary table model_picture on commit drop as
    select picture.*, model.turn from public.case_study_gallery as picture
    join model on model.id = picture.case_study_id;
  create temporary table wanted on commit drop as
    select n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id,
      1 + n % (select count(*) from model) as turn
    from generate_series(1, ${count}) as n;
  delete from public.case_study_metrics;
  delete from public.case_study_gallery;
  delete from public.case_studies;
  insert into public.case_studies
      (id, slug, title, status, published_at, created_at, updated_at, ${STUDY_TEXTS})
    select wanted.id, 'case-study-number-' || n, 'Case study number ' || n, 'published',
      now() - n * interval '1 hour', now() - n * interval '1 hour', now() - n * interval '1 minute', ${STUDY_TEXTS}
    from wanted join model using (turn);
  insert into public.case_study_metrics (case_study_id, metric_value, metric_label, display_order)
    select wanted.id, metric_value, metric_label, display_order
    from wanted join model_metric using (turn);
  insert into public.case_study_gallery (case_study_id, image_url, caption, alt_text, display_order)
    select wanted.id, image_url, caption, alt_text, display_order
    from wanted join model_picture using (turn);
  commit;`;

const POST_TEXTS = `excerpt, content_markdown, content_html, cover_image_url, cover_alt, author_id,
  category_id`;

const fillPosts = (count: number) => `
  begin;
  set local session_replication_role = replica;
  create temporary table model on commit drop as
    select *, row_number() over (order by id) as place
    from (select * from public.blog_posts order by id limit 6) as first;
  create temporary table model_tag on commit drop as
    select tagged.tag_id, tagged.place as tag_place, model.place
    from public.blog_post_tags as tagged join model on model.id = tagged.post_id;
  create temporary table wanted on commit drop as
    select n, ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid as id,
      1 + n % (select count(*) from model) as place
    from generate_series(1, ${count}) as n;
  delete from public.blog_post_tags;
  delete from public.blog_posts;
  insert into public.blog_posts
      (id, slug, title, status, published_at, created_at, updated_at, ${POST_TEXTS})
    select wanted.id, 'post-number-' || n, 'Post number ' || n, 'published',
      now() - n * interval '1 hour', now() - n * interval '1 hour', now() - n * interval '1 minute',
      ${POST_TEXTS}
    from wanted join model using (place);
  insert into public.blog_post_tags (post_id, tag_id, place)
    select wanted.id, tag_id, tag_place from wanted join model_tag using (place);
  commit;`;

/** Queries of a visitor, with policies applied. */
const STUDIES_PAGE = `select id, title from public.case_studies where status = 'published'
  order by updated_at desc limit 24`;
const POSTS_PAGE = `select id from public.blog_posts
  where status = 'published' and published_at <= now()
  order by published_at desc, id limit 10`;

await answerParent(async ({ name, siteUrl, studies, posts }: FillTask) => {
  const unlock = lockFolder(workspaceFolder(name));
  const { folder, keys } = openWorkspace(name);
  process.chdir(folder);
  setEmbeddedEnvironment(keys, siteUrl);
  const { sql, close } = await openEmbeddedApp();
  await sql.exec(fillStudies(studies));
  await sql.exec(fillPosts(posts));
  await sql.exec('vacuum analyze');
  const plans = {
    studiesPlan: await plan(sql, STUDIES_PAGE),
    postsPlan: await plan(sql, POSTS_PAGE),
  };
  await close();
  unlock();
  return plans;
});

async function plan(sql: Sql, question: string): Promise<string[]> {
  await sql.exec('begin; set local role anon');
  const { rows } = await sql.query(`explain (analyze, costs off, timing off) ${question}`);
  await sql.exec('rollback');
  return rows.map((row) => String(row['QUERY PLAN']));
}
