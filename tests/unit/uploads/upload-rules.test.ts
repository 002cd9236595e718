import {
  UPLOAD_MAX_BYTES,
  uploadReplySchema,
  validateImageUpload,
  validateManagedImage,
  type FileFacts,
} from '@contracts/upload.ts';
import { expect, test } from 'vitest';

function image(overrides: Partial<FileFacts> = {}): FileFacts {
  return { name: 'office.jpg', type: 'image/jpeg', size: 1000, ...overrides };
}

test.each([
  ['VFILE-1', 'image/jpeg', 'a.jpg'],
  ['VFILE-2', 'image/png', 'a.png'],
  ['VFILE-3', 'image/webp', 'a.webp'],
  ['VFILE-4', 'image/gif', 'a.gif'],
])('%s: upload allows %s', (_, type, name) => {
  expect(validateImageUpload(image({ type, name }))).toBeNull();
});

test.each(['image/svg+xml', 'image/jpg', 'application/pdf', 'text/html', 'toString', ''])(
  'VFILE-5: the type %j is refused with the list of allowed ones',
  (type) => {
    expect(validateImageUpload(image({ type }))).toBe(
      'Invalid file type. Allowed types: image/jpeg, image/png, image/webp, image/gif',
    );
  },
);

test('VFILE-6: exactly 5 MB passes, one byte more does not', () => {
  expect(validateImageUpload(image({ size: 5 * 1024 * 1024 }))).toBeNull();
  expect(validateImageUpload(image({ size: 5 * 1024 * 1024 + 1 }))).toBe(
    'File size too large. Maximum size: 5.0MB',
  );
});

test.each([
  ['VFILE-7', '..', '../a.jpg'],
  ['VFILE-7', '..', 'a..jpg'],
  ['VFILE-8', '.exe', 'a.exe.jpg'],
  ['VFILE-8', '.exe in any case', 'a.EXE.jpg'],
  ['VFILE-9', '.php', 'a.php5.jpg'],
  ['VFILE-9', '.php in any case', 'a.PhP.jpg'],
  ['VFILE-10', '.js', 'a.js.jpg'],
  ['VFILE-10', '.js in any case', 'a.JS'],
  ['VFILE-10', '.js before a blank', 'Next.js logo.png'],
])('%s: a name containing %s is suspicious: %s', (_, __, name) => {
  expect(validateImageUpload(image({ name }))).toBe('Suspicious file name detected');
});

test.each([
  'a.jpg',
  'a.jpeg',
  'a.png',
  'a.webp',
  'a.gif',
  'a.JPG',
  'two dots. here.png',
  'exe.jpg',
])('VFILE-11: the extension of %s is fine', (name) => {
  expect(validateImageUpload(image({ name }))).toBeNull();
});

test.each([
  ...['a.svg', 'a.bmp', 'a.pdf', 'a.jfif', 'a.apng'],
  ...['jpg', 'a.', '', 'a.jpg ', 'a.jpg\u0000'],
])('VFILE-11: the extension of %j is invalid', (name) => {
  expect(validateImageUpload(image({ name }))).toBe('Invalid file extension');
});

test('the upload rule checks type, size, name and extension in this order', () => {
  const worst = image({ type: 'text/html', size: UPLOAD_MAX_BYTES + 1, name: '..exe' });
  expect(validateImageUpload(worst)).toMatch(/^Invalid file type/);
  expect(validateImageUpload({ ...worst, type: 'image/png' })).toMatch(/^File size too large/);
  expect(validateImageUpload({ ...worst, type: 'image/png', size: 1 })).toMatch(/^Suspicious/);
});

test('VFILE-12: image management refuses what is no image before anything else', () => {
  const page = { name: 'a..html', type: 'text/html', size: UPLOAD_MAX_BYTES + 1 };
  expect(validateManagedImage(page)).toBe('Only image files are allowed');
});

test('VFILE-12: image management applies the upload rule to images', () => {
  expect(validateManagedImage(image())).toBeNull();
  expect(validateManagedImage(image({ type: 'image/svg+xml' }))).toMatch(/^Invalid file type/);
  expect(validateManagedImage(image({ name: 'a.php.jpg' }))).toBe('Suspicious file name detected');
});

test('FN-3: a response without url or path is a failure', () => {
  const reply = { success: true, message: 'ok', url: 'https://site.example/a.jpg', path: 'a.jpg' };
  expect(uploadReplySchema.safeParse(reply).success).toBe(true);
  expect(uploadReplySchema.safeParse({ ...reply, url: undefined }).success).toBe(false);
  expect(uploadReplySchema.safeParse({ ...reply, path: '' }).success).toBe(false);
});
