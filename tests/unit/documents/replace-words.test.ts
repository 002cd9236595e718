import { expect, test } from 'vitest';
import type { Fields } from '@/documents/fields';
import { snippetOf, textsOf, withWordsReplaced } from '@/documents/replace-words';

type Input = {
  title: string;
  slug: string;
  text: string;
  link: string;
  picture: string;
  status: string;
  tags: string[];
  items: Record<string, string>[];
};
const fields: Fields<Input> = {
  title: { type: 'line', label: 'Title', limit: 80 },
  slug: { type: 'line', label: 'Address', limit: 80 },
  text: { type: 'text', label: 'Text', limit: 900 },
  link: { type: 'line', label: 'Link', limit: 80, isUrl: true },
  picture: { type: 'picture', label: 'Picture', limit: 80 },
  status: { type: 'choice', label: 'Status', options: { branding: 'Branding' } },
  tags: { type: 'tags', label: 'Tags', maxCount: 9, maxLength: 80 },
  items: {
    ...{ type: 'rows', label: 'Items', noun: 'item', sameBy: [], alikeBy: [] },
    parts: {
      name: { column: 'name', label: 'Name' },
      href: { column: 'href', label: 'Link' },
      id: { column: 'id', label: 'Id', isHidden: true },
      image: { column: 'image', label: 'Picture', isPicture: true },
    },
  },
};
const all = (word: string): Input => ({
  ...{ title: word, slug: word, text: word, link: word, picture: word, status: word },
  ...{ tags: [word, 'Other'], items: [{ name: word, href: word, id: word, image: word }] },
});

test('a name is replaced in texts, tags and rows, and in no address, picture, choice or id', () => {
  const rename = { from: 'branding', to: 'identity' };
  expect(withWordsReplaced(fields, all('branding'), rename)).toEqual({
    ...all('branding'),
    ...{ title: 'identity', text: 'identity', tags: ['identity', 'Other'] },
    items: [{ name: 'identity', href: 'branding', id: 'branding', image: 'branding' }],
  });
});

test('a tag that is there already stands once', () => {
  const input = { ...all(''), tags: ['Old', 'New'] };
  expect(withWordsReplaced(fields, input, { from: 'Old', to: 'New' }).tags).toEqual(['New']);
});

const inText = (text: string, from: string, to: string) =>
  withWordsReplaced(fields, { ...all(''), text }, { from, to }).text;

test.for([
  ['Branding, Branding. (Branding)', 'Branding', 'Identity', 'Identity, Identity. (Identity)'],
  ['Rebranding and Brandings', 'Branding', 'Identity', 'Rebranding and Brandings'],
  ['branding', 'Branding', 'Identity', 'branding'],
  ['Überbau Bau Bauer', 'Bau', 'Haus', 'Überbau Haus Bauer'],
  ['Web (App) $& C++', 'C++', '$& $1', 'Web (App) $& $& $1'],
  // The new name holds the old one.
  [
    'Branding & Design, Branding',
    'Branding',
    'Branding & Design',
    'Branding & Design, Branding & Design',
  ],
  [
    'Web and Web Web',
    'Web',
    'Our Web and Web',
    'Our Web and Web and Our Web and Web Our Web and Web',
  ],
  ['x', '', 'y', 'x'],
] as const)('%s', ([text, from, to, result]) => {
  expect(inText(text, from, to)).toBe(result);
});

test('the snippet has the words around the first place', () => {
  const rename = { from: 'Branding', to: 'Identity' };
  const words = 'word '.repeat(30);
  expect(
    snippetOf(textsOf(fields, { ...all(''), text: `${words}Branding ${words}` }), rename),
  ).toMatch(/^…(?:word ){7,8}Branding (?:word ){10,16}/);
  expect(snippetOf(textsOf(fields, { ...all(''), tags: ['Branding'] }), rename)).toBe('Branding');
  expect(snippetOf(['Identity'], rename)).toBeNull();
});
