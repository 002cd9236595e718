// Reads from a freshly migrated database which changes it records, and when a deploy call may be claimed.
// Only the database owner may read these tables or change their times.
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';

export const askDeployCalls = () => withMigratedDatabase(ask);

async function ask({ sql }: MigratedDatabase) {
  const rows = async (text: string) => (await sql.query(text)).rows;
  const forget = () =>
    sql.exec('delete from private.published_changes; delete from private.deploy_calls;');

  const noted: Record<string, string[]> = {};
  async function note(situation: string, statement: string) {
    await forget();
    await sql.exec(statement);
    const changes = await rows(
      `select kind, action, due_at > now() as later from private.published_changes order by kind, action`,
    );
    noted[situation] = changes.map(
      ({ kind, action, later }) => `${kind} ${action}${later ? ' later' : ''}`,
    );
  }

  const study = "'aaaaaaaa-0000-4000-8000-000000000001'";
  const draft = "'aaaaaaaa-0000-4000-8000-000000000002'";
  const picture = (id: string) =>
    `insert into public.case_study_gallery (case_study_id, image_url, display_order)
      values (${id}, '/images/1.webp', 1)`;
  await note(
    'a draft',
    `insert into public.case_studies (id, title) values (${study}, 'A'), (${draft}, 'B');
     ${picture(study)}; ${picture(draft)};`,
  );
  const inStudy = (change: string) =>
    `update public.case_studies set ${change} where id = ${study}`;
  const caption = (id: string) =>
    `update public.case_study_gallery set caption = 'New' where case_study_id = ${id}`;
  await note('a draft, published', inStudy("status = 'published'"));
  await note('a published study, saved', inStudy("title = 'Better'"));
  await note('a caption of it', caption(study));
  await note(
    'a figure of it',
    `insert into public.case_study_metrics (case_study_id, metric_value, metric_label, display_order)
      values (${study}, '1', 'week', 1)`,
  );
  const address = (name: string) => `'/storage/v1/object/public/images/${name}.jpg'`;
  const inLibrary = (name: string, change: string) =>
    `update public.image_records set ${change} where path = '${name}.jpg'`;
  await sql.exec(
    `insert into public.image_records (path, sha256, width, height, byte_size, mime, original_name)
      select name || '.jpg', repeat('a', 64), 9, 9, 9, 'image/jpeg', name
      from unnest(array['shown', 'in-draft', 'unused']) as name;
     ${inStudy(`hero_image_url = ${address('shown')}`)};
     update public.case_studies set hero_image_url = ${address('in-draft')} where id = ${draft}`,
  );
  await note('the text of its picture', inLibrary('shown', "alt_text = 'A harbour'"));
  await note('the focal point of its picture', inLibrary('shown', 'focus_y = 10'));
  await note('another fact of its picture', inLibrary('shown', 'revision = 2'));
  await note('the text of a picture of a draft', inLibrary('in-draft', "alt_text = 'A boat'"));
  await note('the text of an unused picture', inLibrary('unused', "alt_text = 'A gull'"));
  await note(
    'the record of its picture, deleted',
    `delete from public.image_records where path = 'shown.jpg'`,
  );
  await note('a caption of a draft', caption(draft));
  await note(
    'changes of it that wait',
    `insert into public.working_copies (kind, document_id, base_version, version, content, publish_at)
      select 'case-study', id, version, version + 1, private.case_study_content(id), now() + '1 hour'
      from public.case_studies as study where id = ${study};
     select public.publish_due_changes()`,
  );
  await note(
    'the changes at their time',
    'update public.working_copies set publish_at = now(); select public.publish_due_changes()',
  );
  await note('a published study, taken back', inStudy("status = 'draft'"));
  await sql.exec(inStudy("status = 'published'"));
  await note('a published study, deleted', `delete from public.case_studies where id = ${study}`);

  const post = "'bbbbbbbb-0000-4000-8000-000000000001'";
  const inPost = (change: string) => `update public.blog_posts set ${change} where id = ${post}`;
  await sql.exec(
    `insert into public.blog_authors (name) values ('Ada'); insert into public.blog_tags (name) values ('Craft')`,
  );
  await note(
    'a published post',
    `insert into public.blog_posts (id, slug, title, status, author_id)
      select ${post}, 'a-post', 'A post', 'published', id from public.blog_authors`,
  );
  await note('a published post, saved', inPost("title = 'Better'"));
  await note(
    'a tag of it',
    `insert into public.blog_post_tags (post_id, tag_id, place) select ${post}, id, 1 from public.blog_tags`,
  );
  await note('the name of its author', "update public.blog_authors set name = 'Ada L.'");
  await note('the same name again', "update public.blog_authors set name = 'Ada L.'");
  const later = "published_at = now() + interval '1 hour'";
  await note('a published post, put off', inPost(later));
  await sql.exec(inPost(later));
  await note('a post put off, taken back', inPost("status = 'draft'"));

  const inRedirect = (change: string) => `update public.redirects set ${change}`;
  await note(
    'a redirect',
    "insert into public.redirects (from_path, to_path) values ('/old', '/blog')",
  );
  await note('the note of a redirect', inRedirect("note = 'Why'"));
  await note('the target of a redirect', inRedirect("to_path = '/'"));
  await note('a redirect, deleted', 'delete from public.redirects');

  const claim = async () =>
    (await rows('select public.claim_deploy_call() as claim'))[0]?.claim ?? {};
  const settle = (id: string, error = 'null') =>
    sql.exec(`select public.settle_deploy_call('${id}', ${error})`);
  let redirects = 0;
  const change = () =>
    sql.exec(
      `insert into public.redirects (from_path, to_path) values ('/old-${(redirects += 1)}', '/blog')`,
    );
  const wait = (time: string) =>
    sql.exec(`update private.deploy_calls set requested_at = requested_at - interval '${time}'`);
  const lastCall = async () =>
    (
      await rows(
        'select outcome, reason from private.deploy_calls order by requested_at desc limit 1',
      )
    )[0];
  const waiting = async () =>
    (
      await rows('select count(*)::int as n from private.published_changes where call_id is null')
    )[0]?.n;

  const calls: Record<string, unknown> = {};
  await forget();
  calls['nothing changed'] = (await claim()).outcome;
  await change();
  await change();
  const claims = await Promise.all([claim(), claim(), claim(), claim()]);
  calls['two changes, four callers at once'] = claims.map(({ outcome }) => outcome);
  await settle(claims[0].id);
  await change();
  const early = await claim();
  calls['a change within the pause'] = early.outcome;
  const pause = early.seconds;
  calls['how long'] = { isPositive: pause > 0, isAtMostThePause: pause <= 60 };
  await wait('60 seconds');
  const second = await claim();
  calls['after the pause'] = second.outcome;
  await settle(second.id);
  await wait('60 seconds');
  calls['after that'] = (await claim()).outcome;

  const failures: Record<string, unknown> = {};
  await forget();
  await change();
  await settle((await claim()).id, "'The host refused the call (500)'");
  failures['the call'] = await lastCall();
  failures['waiting again'] = await waiting();
  await wait('60 seconds');
  const repeated = await claim();
  await sql.exec(
    `update private.published_changes set action = 'changed'; update public.redirects set to_path = '/contact' where from_path = '/old-${redirects}'`,
  );
  await settle(repeated.id, "'The host could not be reached'");
  failures['the same changed once more'] = await waiting();
  failures['at once'] = (await claim()).outcome;
  await wait('60 seconds');
  const dying = await claim();
  failures['after the pause'] = dying.outcome;
  await wait('61 seconds');
  const again = await claim();
  failures['an unfinished call'] = (
    await rows(`select outcome, reason from private.deploy_calls where id = '${dying.id}'`)
  )[0];
  failures['is made again'] = again.outcome;

  return { noted, calls, failures, pause: Math.round(pause) };
}
