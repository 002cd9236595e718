import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  foldForSearch,
  searchQueryOf,
  SPELLED,
  slugFromTitle,
  spellLetter,
} from '@contracts/words/latin';
import { asService, backend, createAudiences, createStudy, rpc } from '../support/backend';
import { createPost } from '../support/document-kinds';
import { EXEMPLAR_LETTERS } from '../support/exemplar-letters';

async function ask(statement: string, values: string[]): Promise<string> {
  const { rows } = await backend.sql.query(`select ${statement} as answer`, values);
  return String(Object(rows[0]).answer);
}

test('the database spells every letter as the library does', async () => {
  const letters = Array.from({ length: 0x2000 }, (_, code) => String.fromCodePoint(code))
    .filter((letter) => letter.match(SPELLED) && letter.normalize('NFKC') === letter)
    .join(' ');
  expect(letters.length).toBeGreaterThan(1000);
  const expected = letters.replace(SPELLED, spellLetter);
  expect(await ask('private.to_latin($1)', [letters])).toBe(expected);
});

const EVERY_CHARACTER = Array.from({ length: 0x3200 }, (_, code) => String.fromCodePoint(code))
  .filter((character) => /(?!\p{Lu})[\p{L}\p{M}\p{N}]/u.test(character))
  .map((character) => `a${character}b`)
  .join(' ');

test.for<[string, string]>([
  ['words', 'Straße in Łódź, ışık & Smørrebrød'],
  ['Macedonian', 'Пржилница Вардар: жетва, шише, чај, Ѓорѓи Ќерка сѐ нѝ'],
  ['decomposed letters', 'Nguyễn Thị Ánh'.normalize('NFD')],
  ['addresses', 'info@acme.example and https://x.example/a_b'],
  ['Japanese', 'これは重要です 3,000字 葛\u{E0100}城'],
  ['Persian and Arabic', 'علی‌رضا مُحَمَّد محـمد'],
  ['Greek', 'Ὰγάπη ἀρχή Ύδρα'],
  ['signs', '£5 — 20 % “Café”'],
  ['capitals', 'ᲗᲑᲘᲚᲘᲡᲘ Ýmir Ɓauna Ǆep ẞ İ'],
  ['every letter, mark and digit', EVERY_CHARACTER],
])('the browser and the database fold %s alike', async ([, text]) => {
  const words = (folded: string) => folded.match(/[\p{L}\p{M}\p{N}]+/gu);
  expect(words(await ask('private.fold($1)', [text]))).toEqual(words(foldForSearch(text)));
});

// Postgres splits the words of a query once more: it takes '8e296a06' for a number with an exponent, and 'a06'.
test('every text is found by its own words', async () => {
  const number = fc.stringMatching(/^[0-9eExaж.,+_ -]{1,9}$/);
  const hex = fc.stringMatching(/^[0-9a-f]{8}$/);
  const texts = [
    'Order 8e296a06',
    ...Object.values(EXEMPLAR_LETTERS),
    ...fc.sample(fc.oneof(number, hex), { numRuns: 2000, seed: 48 }),
  ];
  const { rows } = await backend.sql.query(
    `select text, search from unnest($1::text[], $2::text[]) as asked (text, search)
      where search <> '' and not private.search_words(text) @@ to_tsquery('simple', search)`,
    [texts, texts.map(searchQueryOf)],
  );
  expect(rows).toEqual([]);
});

test.for(['Straße in Łódź', 'Smørrebrød', 'ışık', 'Пржилница Вардар', 'Ὰγάπη', '£100 & 5 m²'])(
  'the address of %s is the same in the database',
  async (title) => {
    expect(await ask('private.slug_from($1)', [title])).toBe(slugFromTitle(title));
  },
);

test('categories and tags have Latin addresses, with digits only for signs', async () => {
  expect(await ask('private.blog_term_slug($1)', ['Дизајн'])).toBe('dizajn');
  expect(await ask('private.blog_term_slug($1)', ['Küche & Bad'])).toBe('kuche-bad');
  expect(await ask('private.blog_term_slug($1)', ['C++'])).toMatch(/^c-[0-9a-f]{6}$/);
});

test('a name with a joiner is stored unchanged in every field that holds names', async () => {
  const { editor, owner } = await createAudiences();
  const name = `علی‌رضا ${randomUUID().slice(0, 8)}`;
  const study = await createStudy(editor, {
    ...{ title: name, client_name: name, industry: name, service_tags: [name] },
  });
  const [stored] = (await asService('GET', `/rest/v1/case_studies?id=eq.${study}`)).data;
  expect(stored).toMatchObject({
    ...{ title: name, client_name: name, industry: name, service_tags: [name] },
  });
  const post = await createPost(
    editor,
    { title: name },
    { ...{ author: name, category: name }, tags: [name] },
  );
  expect((await rpc(editor, 'get_blog_post', { key: post })).data).toMatchObject({
    ...{ title: name, author_name: name, category: name, tags: [name] },
  });
  await rpc(owner, 'save_staff_profile', { member_email: editor.email, name });
  const names = (await rpc(editor, 'list_staff_names')).data;
  expect(names).toContainEqual(expect.objectContaining({ email: editor.email, name }));
});
