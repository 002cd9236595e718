import { sanitizeFileName } from '@contracts/file-name.ts';
import { expect, test } from 'vitest';

test('SAN-1: any character but a letter, digit, dot or hyphen becomes an underscore', () => {
  expect(sanitizeFileName('our office (new)+1.png')).toBe('our_office_new_1.png');
  expect(sanitizeFileName('v1.2-final.png')).toBe('v1.2-final.png');
  expect(sanitizeFileName('../../etc/passwd.png')).toBe('etc_passwd.png');
  expect(sanitizeFileName('a\u0000b\u202Ec.png')).toBe('a_b_c.png');
});

test('SAN-1: letters are those storage accepts in an object name', () => {
  expect(sanitizeFileName('café.png')).toBe('caf.png');
  expect(sanitizeFileName('Скопје.png')).toBe('file.png');
});

test('SAN-2: repeated underscores collapse', () => {
  expect(sanitizeFileName('a____b.png')).toBe('a_b.png');
  expect(sanitizeFileName('a _ & _ b.png')).toBe('a_b.png');
});

test('SAN-3: leading and trailing separators are stripped', () => {
  expect(sanitizeFileName('._-photo-_..jpg')).toBe('photo.jpg');
  expect(sanitizeFileName('(photo).jpg')).toBe('photo.jpg');
});

test('SAN-4: the base name is cut to 200 characters', () => {
  expect(sanitizeFileName(`${'a'.repeat(200)}.png`)).toBe(`${'a'.repeat(200)}.png`);
  expect(sanitizeFileName(`${'a'.repeat(201)}.png`)).toBe(`${'a'.repeat(200)}.png`);
});

test('SAN-4, SAN-3: a cut never leaves a separator at the end', () => {
  expect(sanitizeFileName(`${'a'.repeat(199)}-b.png`)).toBe(`${'a'.repeat(199)}.png`);
});

test.each(['.png', '___.png', '!!!.png', '-.png'])(
  'SAN-5: the empty base of %j is "file"',
  (name) => {
    expect(sanitizeFileName(name)).toBe('file.png');
  },
);

test.each(['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'pdf', 'doc', 'docx'])(
  'SAN-6: the extension %s stays, in lower case',
  (extension) => {
    expect(sanitizeFileName(`report.${extension}`)).toBe(`report.${extension}`);
    expect(sanitizeFileName(`report.${extension.toUpperCase()}`)).toBe(`report.${extension}`);
  },
);

test.each([
  ['setup.exe', 'setup.txt'],
  ['page.php', 'page.txt'],
  ['photo.png.js', 'photo.png.txt'],
  ['README', 'README.txt'],
  ['photo.', 'photo.txt'],
  ['photo.p ng', 'photo.txt'],
  ['.gitignore', 'file.txt'],
])('SAN-7: %s becomes %s', (name, expected) => {
  expect(sanitizeFileName(name)).toBe(expected);
});

test('SAN-8: an empty input gives "unnamed_file"', () => {
  expect(sanitizeFileName('')).toBe('unnamed_file');
  expect(sanitizeFileName(' ')).toBe('file.txt');
});

test('a sanitised name stays unchanged', () => {
  for (const name of [
    'a b.png',
    '...x...PDF',
    `${'-a'.repeat(300)}.gif`,
    'ж.docx',
    '_'.repeat(9),
  ]) {
    const once = sanitizeFileName(name);
    expect(sanitizeFileName(once)).toBe(once);
  }
});

test('a very long run of separators is handled in linear time', () => {
  expect(sanitizeFileName(`a${'.'.repeat(500_000)}b.png`)).toBe('a.png');
});
