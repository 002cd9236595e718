import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { STAFF_NAME_MAX, staffNameSchema } from '@contracts/staff-profile';
import { imageReferenceSchema } from '@contracts/url';
import { asService, call, createAudiences, rpc, type Caller } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

let tag: string;
beforeEach(() => {
  tag = randomUUID().slice(0, 8);
});

const PORTRAIT = '/storage/v1/object/public/images/ada.webp?v=1x1.1';
const saveProfile = (
  who: Caller,
  of: Caller,
  name: string | null,
  portrait_url: string | null = null,
) => rpc(who, 'save_staff_profile', { member_email: of.email, name, portrait_url });
const shown = async (of: Caller, who: Caller = people.editor) => {
  const { data } = await rpc(who, 'list_staff_names');
  return data.find(({ email }: { email: string }) => email === of.email);
};

test('a member saves the own name and portrait, which all staff see', async () => {
  expect((await saveProfile(people.editor, people.editor, ` Ada ${tag} `, PORTRAIT)).status).toBe(
    204,
  );
  expect(await shown(people.editor, people.owner)).toEqual({
    user_id: people.editor.userId,
    email: people.editor.email,
    name: `Ada ${tag}`,
    portrait_url: PORTRAIT,
  });
  await saveProfile(people.editor, people.editor, `Ada ${tag}`, '');
  expect(await shown(people.editor)).toMatchObject({ name: `Ada ${tag}`, portrait_url: null });
});

test('an owner changes the name of an editor, who keeps the portrait', async () => {
  await saveProfile(people.editor, people.editor, `Ada ${tag}`, PORTRAIT);
  expect((await saveProfile(people.owner, people.editor, `Ada L. ${tag}`)).status).toBe(204);
  expect(await shown(people.editor)).toMatchObject({
    name: `Ada L. ${tag}`,
    portrait_url: PORTRAIT,
  });
  const chosen = await saveProfile(people.owner, people.editor, `Ada ${tag}`, '/images/other.webp');
  expect(chosen.data).toMatchObject({ code: '42501' });
  expect(await shown(people.editor)).toMatchObject({ portrait_url: PORTRAIT });
});

test('an editor changes no name of others, and outsiders none at all', async () => {
  await saveProfile(people.owner, people.owner, `Owner ${tag}`);
  for (const who of [people.editor, people.nonMember, people.anonymous]) {
    expect((await saveProfile(who, people.owner, `Forged ${tag}`)).data).toMatchObject({
      code: '42501',
    });
  }
  expect((await saveProfile(people.nonMember, people.nonMember, tag)).data).toMatchObject({
    code: '42501',
  });
  expect(await shown(people.owner)).toMatchObject({ name: `Owner ${tag}` });
  for (const who of [people.nonMember, people.anonymous]) {
    expect((await rpc(who, 'list_staff_names')).data).toMatchObject({ code: '42501' });
  }
});

test('a name is given once, whatever its case', async () => {
  await saveProfile(people.owner, people.owner, `Mira ${tag}`);
  const taken = await saveProfile(people.editor, people.editor, `mira ${tag}`);
  expect(taken).toMatchObject({
    status: 409,
    data: { message: 'Another member has this name' },
  });
});

test.for([
  ['the longest name', 'x'.repeat(STAFF_NAME_MAX), '', true],
  ['a longer name', 'x'.repeat(STAFF_NAME_MAX + 1), '', false],
  ['no name', '   ', '', false],
  ['a line break', 'a\nb', '', false],
  ['a bidi override', 'a\u202eb', '', false],
  ['a picture of this site', 'Portrait', PORTRAIT, true],
  ['a picture of another site', 'Portrait', 'https://a.example/x.png', false],
  ['a script', 'Portrait', 'javascript:alert(1)', false],
] as const)(
  'the database and the contract agree on %s',
  async ([, name, portraitUrl, isAllowed]) => {
    const fits =
      staffNameSchema.safeParse(name).success &&
      imageReferenceSchema.safeParse(portraitUrl).success;
    expect(fits).toBe(isAllowed);
    const { status } = await saveProfile(people.editor, people.editor, name, portraitUrl);
    expect(status).toBe(isAllowed ? 204 : 422);
  },
);

test('a removed member keeps no name and no portrait', async () => {
  const { editor, owner } = await createAudiences();
  await saveProfile(editor, editor, `Leaving ${tag}`, PORTRAIT);
  const rows = () =>
    call(owner, 'GET', `/rest/v1/staff_profiles?select=name&name=eq.Leaving ${tag}`);
  expect((await rows()).data).toHaveLength(1);
  await rpc(owner, 'remove_staff_member', { member_email: editor.email });
  expect((await rows()).data).toEqual([]);
  expect(await shown(editor, owner)).toBeUndefined();
  expect((await saveProfile(editor, editor, `Back ${tag}`)).data).toMatchObject({ code: '42501' });
  expect((await rpc(editor, 'list_staff_names')).data).toMatchObject({ code: '42501' });
});

test('a changed name is in the audit log, a changed portrait is not', async () => {
  await saveProfile(people.owner, people.editor, `Named ${tag}`);
  await saveProfile(people.editor, people.editor, `Named ${tag}`, PORTRAIT);
  const { data } = await call(
    people.owner,
    'GET',
    `/rest/v1/audit_events?select=action,actor_email&subject=eq.${people.editor.email} to Named ${tag}`,
  );
  expect(data).toEqual([{ action: 'staff name changed', actor_email: people.owner.email }]);
});

test('a portrait counts as a use of its picture, and is replaced with it', async () => {
  const path = `portrait-${tag}.png`;
  const address = `/storage/v1/object/public/images/${path}`;
  await saveProfile(people.editor, people.editor, `Shown ${tag}`, address);
  const uses = async () =>
    (await rpc(people.owner, 'list_image_usage', { paths: [path] })).data.map(
      ({ kind, title, part }: Record<string, string>) => ({ kind, title, part }),
    );
  expect(await uses()).toEqual([{ kind: 'member', title: `Shown ${tag}`, part: 'portrait' }]);
  const { data } = await rpc(people.editor, 'replace_image_everywhere', {
    old_path: path,
    new_path: `new-${path}`,
  });
  expect(data).toBe(1);
  expect(await shown(people.editor)).toMatchObject({
    portrait_url: `/storage/v1/object/public/images/new-${path}`,
  });
});

test('the service key does not read names', async () => {
  expect((await asService('GET', '/rest/v1/staff_profiles')).status).toBe(403);
});
