import { expect, test } from 'vitest';
import { altOf, cropFactsOf, focusOf, toPictureFacts } from '@/lib/picture-facts';

const url = 'https://db.example/storage/v1/object/public/images/a%20b.jpg?v=1600x900.1';
const facts = { 'a%20b.jpg': { alt: ' A harbour ', x: 20 }, 'plain.jpg': { alt: '  ' } };

test('a picture is found by the path in its address, without origin and version', () => {
  expect(altOf(facts, url)).toBe('A harbour');
  expect(altOf(facts, '/storage/v1/object/public/images/a%20b.jpg')).toBe('A harbour');
  expect(focusOf(facts, url)).toEqual({ x: 20, y: 50 });
});

test.each([null, '/images/placeholder.webp', '/storage/v1/object/public/images/other.jpg'])(
  'nothing is known about %s',
  (address) => {
    expect(altOf(facts, address)).toBeNull();
    expect(focusOf(facts, address)).toBeUndefined();
    expect(cropFactsOf(facts, address)).toEqual({});
  },
);

test('a path named like a property of every object is not found', () => {
  expect(altOf({}, '/storage/v1/object/public/images/constructor')).toBeNull();
});

test('a text of spaces is none, and the middle is no focal point', () => {
  const address = '/storage/v1/object/public/images/plain.jpg';
  expect(altOf(facts, address)).toBeNull();
  expect(focusOf({ 'plain.jpg': { x: 50, y: 50 } }, address)).toBeUndefined();
});

test('cards get the focal point without the text', () => {
  expect(cropFactsOf(facts, url)).toEqual({ 'a%20b.jpg': { x: 20, y: 50 } });
});

test.each([undefined, null, 'text', 5, []])('%j of another backend are no facts', (raw) => {
  expect(toPictureFacts(raw)).toEqual({});
});

test('values of the wrong type are left out', () => {
  expect(toPictureFacts({ a: { alt: 5, x: '20', y: 30, name: 'x' }, b: null })).toEqual({
    a: { y: 30 },
    b: {},
  });
});
