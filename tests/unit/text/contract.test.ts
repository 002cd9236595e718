import { expect, test } from 'vitest';
import { lineSchema, textSchema } from '@contracts/text';

const messageOf = (schema: ReturnType<typeof lineSchema>, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message;

test('the refusal names the invisible character and its position', () => {
  expect(messageOf(lineSchema(50), 'Larder \u202eLane')).toBe(
    'Please delete the invisible character (U+202E) after “Larder”',
  );
  expect(messageOf(lineSchema(50), '\u0007Larder')).toBe(
    'Please delete the invisible character (U+0007) at the start',
  );
});

test('only a multi-line text may have line feeds and tabs, and line ends are normalised', () => {
  expect(messageOf(lineSchema(50), 'a\nb')).toContain('U+000A');
  expect(messageOf(lineSchema(50), 'a\u2028b')).toContain('U+2028');
  expect(textSchema(50).parse('a\r\nb\rc\td')).toBe('a\nb\nc\td');
  expect(messageOf(textSchema(50), 'a\u000bb')).toContain('U+000B');
});

test.for(['مقهى في سكوبيه', 'שלום\u200f!', 'a\u200db', 'Žízeň 😀 \u00a0x'])(
  'a line may be written in any script: %s',
  (text) => {
    expect(lineSchema(50).parse(text)).toBe(text);
  },
);
