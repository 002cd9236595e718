import { expect, test } from 'vitest';
import { applyTexts, builtInOf } from '@/content/apply-texts';
import { blocksOfText, textOfBlocks } from '@/content/legal-blocks';
import { contactBlock } from '@/content/legal';
import { cookiePolicy } from '@/content/legal-cookie';
import { privacyPolicy } from '@/content/legal-privacy';
import { termsOfService } from '@/content/legal-terms';

const image = { name: 'one', widths: [320] };
const createContent = () => ({
  hero: { title: ['Two', 'parts'], lead: 'A lead' },
  paragraphs: ['One', 'Two'],
  people: [
    { id: 'ada', name: 'Ada', skills: ['Maths', 'Poems'], nickname: 'A', image },
    { id: 'bob', name: 'Bob', skills: ['Chess'], image },
  ],
});

test('a text is found by its place in the content, and the text of the code is kept', () => {
  const content = createContent();
  applyTexts(content, { hero_lead: 'Another', hero_title_1: 'words' });
  expect(content.hero).toEqual({ title: ['Two', 'words'], lead: 'Another' });
  expect(builtInOf(content)).toEqual(createContent());
});

test('names that the content does not have are ignored', () => {
  const content = createContent();
  applyTexts(content, {
    hero_gone: 'x',
    gone_deep_down: 'x',
    hero: 'x',
    paragraphs: 'x',
    hero_lead: [],
  });
  expect(content).toEqual(createContent());
});

test('a list of texts is replaced whole', () => {
  const content = createContent();
  applyTexts(content, { paragraphs: [{ text: 'Three' }] });
  expect(content.paragraphs).toEqual(['Three']);
});

test('rows keep what is not written, by their id; new ones have what is given', () => {
  const content = createContent();
  const { people } = content;
  applyTexts(content, {
    people: [
      { id: 'bob', name: 'Robert', skills: 'Chess\n\nGo', nickname: '', picture: '' },
      { id: 'eve', name: 'Eve', skills: 'Locks', picture: '/images/eve.webp', unknown: 'x' },
    ],
  });
  expect(content.people).toBe(people);
  expect(content.people).toEqual([
    { id: 'bob', name: 'Robert', skills: ['Chess', 'Go'], image },
    { id: 'eve', name: 'Eve', skills: ['Locks'], image: { src: '/images/eve.webp' } },
  ]);
  // Again: from the rows of the code, not from those that were written.
  applyTexts(content, { people: [{ id: 'ada', name: 'Ada L.' }] });
  expect(content.people).toEqual([{ ...createContent().people[0], name: 'Ada L.' }]);
});

test('the sections of legal pages survive being edited as text', () => {
  for (const { sections } of [privacyPolicy, termsOfService, cookiePolicy]) {
    for (const { blocks } of sections) {
      expect(blocksOfText(textOfBlocks(blocks))).toEqual(blocks);
    }
  }
});

test('text of a legal section: paragraphs, lists, tables and the address', () => {
  const text = 'One\nline\n\n- a\n- b\n\nTable: Keys\n| Key | What |\n| x | y |\n\n[contact]\n\n';
  expect(blocksOfText(text)).toEqual([
    'One line',
    { list: ['a', 'b'] },
    { table: { caption: 'Keys', columns: ['Key', 'What'], rows: [['x', 'y']] } },
    contactBlock,
  ]);
});

test('a picture of the library replaces the one of the code, until it is taken away', () => {
  const image = { src: '/a.jpg' };
  const content: { picture: { image: { src: string }; alt: string } } = {
    picture: { image, alt: 'A' },
  };
  applyTexts(content, { picture_picture: 'library/b.jpg', picture_alt: 'B' });
  expect(content.picture.image.src).toContain('library/b.jpg');
  expect(content.picture.alt).toBe('B');
  applyTexts(content, { picture_picture: '' });
  expect(content.picture.image).toEqual(image);
});

test('hidden rows are not shown, unless all of them are', () => {
  const content = {
    services: [
      { id: 'a', title: 'A' },
      { id: 'b', title: 'B' },
    ],
  };
  const row = (id: string, hidden: string) => ({ id, title: id.toUpperCase(), hidden });
  applyTexts(content, { services: [row('a', 'yes'), row('b', '')] });
  expect(content.services).toEqual([{ id: 'b', title: 'B' }]);
  applyTexts(content, { services: [row('a', ''), row('b', '')] });
  expect(content.services).toEqual([
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B' },
  ]);
  applyTexts(content, { services: [row('a', 'yes'), row('b', 'yes')] });
  expect(content.services).toHaveLength(2);
});
