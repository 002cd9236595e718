import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { answersSchema } from '../../../scripts/lib/adopt/answers.ts';
import { askAnswers } from '../../../scripts/lib/adopt/ask.ts';
import { recolour } from '../../../scripts/lib/adopt/palette.ts';

const LINES = [
  ...[
    'North Pier',
    '',
    'Made to last',
    'Two people and a press',
    'pt-PT',
    'en-GB',
    '',
    'no address',
    'post@pier.example',
  ],
  ...['teal', '#0f766e', '', 'missing.svg', '', '', '', ''],
  ...['Printing', 'Cards and books.', 'cards; books', 'cards; books; boxes', 'n'],
  ...['Bergen', 'Norway', 'NO', 'Bryggen 5', 'Bryggen 5; 5003 Bergen', '+47 55 55 01 42'],
  ...['Bergen', 'Europe/Oslo', 'Letterpress', 'By the water.', 'printing', 'y'],
  ...['Oslo', 'Norway', 'NO', 'Storgata 1', 'Storgata 1; 0155 Oslo', '+47 22 55 01 42'],
  ...['Europe/Oslo', 'Paper', 'By the station.', 'printing; paper', ''],
  ...['Ida Berg', 'Printer', 'Prints.', 'n'],
];

function asked(lines: readonly string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(lines.map((line) => `${line}\n`).join(''));
  const said: string[] = [];
  output.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  return { answers: askAnswers(input, output), said };
}

test('the questions are asked until each answer fits', async () => {
  const { answers, said } = asked(LINES);
  const given = answersSchema.parse(await answers);
  expect(given).toMatchObject({
    ...{ name: 'North Pier', legalName: 'North Pier', locale: 'en-GB', url: 'https://example.com' },
    ...{ email: 'post@pier.example', colours: { accent: '#0f766e' }, logo: undefined },
    services: [{ id: 'printing', features: ['cards', 'books', 'boxes'] }],
    offices: [
      { id: 'bergen', address: ['Bryggen 5', '5003 Bergen'], timeZone: 'Europe/Oslo' },
      { id: 'oslo', keyServices: ['printing', 'paper'] },
    ],
    people: [{ id: 'ida-berg' }],
  });
  const text = said.join('');
  for (const hint of [
    'such as en-GB',
    'a colour like #0f766e',
    'no such file',
    'an IANA time zone',
  ]) {
    expect(text).toContain(hint);
  }
});

test('an input that ends too early names the question', async () => {
  await expect(asked(LINES.slice(0, 3)).answers).rejects.toThrow('One sentence about the agency');
});

test('without a sky its colours are that of sunken areas, in both themes', () => {
  const css = readFileSync('brand/tokens.css', 'utf8');
  const { css: plain } = recolour(css, '#0f766e', 'none');
  for (const theme of plain.split('\n.dark {')) {
    const [, sunken] = /--sunken: (#\w+);/.exec(theme) ?? [];
    expect(sunken).toBeDefined();
    const sky = [...theme.matchAll(/--sky-(?:top|high|middle|bottom|glow): (#\w+);/g)];
    expect(sky.map(([, colour]) => colour)).toEqual(Array.from({ length: 5 }, () => sunken));
  }
});
