// Removes what an import has made, except what was changed since.
import { z } from 'zod';
import { variantPath } from '../../../supabase/functions/_shared/contracts/file-name.ts';
import type { Plan } from './plan.ts';
import { newOutcome, readRows, type Outcome, type Stored } from './run.ts';
import { sentence, type StaffSession } from './staff-session.ts';

export async function undoImport(
  session: StaffSession,
  plan: Plan,
  stored: Stored,
): Promise<Outcome> {
  const outcome = newOutcome();
  const kept = (what: string, why: string) => outcome.kept.push({ what, why });
  const { ask } = session;
  const staying = new Set<string>();
  for (const { id, path, body } of plan.posts.values()) {
    const there = stored.posts.get(id);
    if (!there) continue;
    const problem = there.version > 1 ? 'was changed here since' : await deletePost(session, id);
    if (problem === null) outcome.posts += 1;
    else {
      kept(`post '${body.title}'`, problem);
      staying.add(path);
    }
  }
  const planned = new Map(plan.redirects.map((redirect) => [redirect.id, redirect]));
  for (const { id, from, to } of stored.redirects) {
    const redirect = planned.get(id);
    if (!redirect) continue;
    if (redirect.to !== to) kept(`redirect ${from}`, `leads to ${to}`);
    else if (staying.has(to)) kept(`redirect ${from}`, 'its post stays');
    else {
      await ask('DELETE', `/rest/v1/redirects?id=eq.${id}`);
      outcome.redirects += 1;
    }
  }
  await removePictures(session, plan, stored, outcome);
  await removeNames(session, plan, outcome);
  return outcome;
}

/** For good, so that another run can create it again. */
async function deletePost({ ask }: StaffSession, id: string): Promise<string | null> {
  const path = `/functions/v1/blog/posts/${id}`;
  const reply = await ask('DELETE', path, undefined, { 'if-match': '"1"' });
  if (reply.status !== 200) return sentence(reply);
  await ask('POST', '/rest/v1/rpc/purge_deleted_document', { document_id: id });
  return null;
}

const usesSchema = z.array(z.object({ path: z.string() }));

async function removePictures({ ask }: StaffSession, plan: Plan, stored: Stored, outcome: Outcome) {
  const stems = new Map([...plan.pictures.values()].map((picture) => [picture.stem, picture]));
  const rows = [...stems].flatMap(([stem, { alt }]) => {
    const row = stored.pictures.get(stem);
    return row ? [{ ...row, isChanged: row.revision > 1 || row.alt_text !== alt }] : [];
  });
  const asked = await ask('POST', '/rest/v1/rpc/list_image_usage', {
    paths: rows.map(({ path }) => path),
  });
  const used = new Set(usesSchema.parse(asked.data).map(({ path }) => path));
  for (const { path, revision, variants, isChanged } of rows) {
    if (isChanged || used.has(path)) {
      outcome.kept.push({
        what: `picture ${path}`,
        why: isChanged ? 'was changed here since' : 'is used',
      });
      continue;
    }
    const record = `/rest/v1/image_records?path=eq.${path}`;
    await ask('PATCH', record, { deleting_at: new Date().toISOString() });
    const prefixes = [path, ...variants.map((width) => variantPath(path, revision, width))];
    const reply = await ask('DELETE', '/storage/v1/object/images', { prefixes });
    if (reply.status !== 200) outcome.kept.push({ what: `picture ${path}`, why: sentence(reply) });
    else {
      await ask('DELETE', record);
      outcome.pictures += 1;
    }
  }
}

const nameSchema = z.object({ id: z.string(), name: z.string() });
const useSchema = z.object({
  id: z.string(),
  author_id: z.string().nullable(),
  category_id: z.string().nullable(),
});

/** Names that no post has any more. An author with a portrait was changed by staff. */
async function removeNames(session: StaffSession, plan: Plan, outcome: Outcome) {
  const posts = await readRows(session, 'blog_posts', 'id', useSchema);
  const tagged = await readRows(
    session,
    'blog_post_tags',
    'post_id,place',
    z.object({ tag_id: z.string() }),
  );
  const used = new Set([
    ...posts.flatMap(({ author_id, category_id }) => [author_id, category_id]),
    ...tagged.map(({ tag_id }) => tag_id),
  ]);
  const authors = await readRows(
    session,
    'blog_authors',
    'id',
    nameSchema.extend({ avatar_url: z.string().nullable() }),
  );
  const lists = [
    ['blog_authors', plan.authors, authors.filter(({ avatar_url }) => avatar_url === null)],
    [
      'blog_categories',
      plan.categories,
      await readRows(session, 'blog_categories', 'id', nameSchema),
    ],
    ['blog_tags', plan.tags, await readRows(session, 'blog_tags', 'id', nameSchema)],
  ] as const;
  for (const [table, names, rows] of lists) {
    for (const { id, name } of rows) {
      if (used.has(id) || !names.includes(name)) continue;
      await session.ask('DELETE', `/rest/v1/${table}?id=eq.${id}`);
      outcome.names += 1;
    }
  }
}
