import { describe, expect, test } from 'vitest';
import {
  detectDocumentType,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_TYPES,
  validateDocument,
} from '@contracts/document';

// The rule of documents (VFILE-14 to VFILE-18, R-58): files with enquiries and replies.

const fits = { name: 'plan.pdf', type: 'application/pdf', size: 10 };

test('VFILE-16, VFILE-17: every type is accepted with its own extensions', () => {
  expect(Object.values(DOCUMENT_TYPES).flat()).toEqual([
    ...['jpg', 'jpeg', 'png', 'webp', 'gif', 'pdf', 'txt'],
  ]);
  for (const [type, extensions] of Object.entries(DOCUMENT_TYPES)) {
    for (const extension of extensions) {
      const name = `a.${extension.toUpperCase()}`;
      expect(validateDocument({ ...fits, type, name }), name).toBeNull();
    }
  }
});

test.for([
  ['VFILE-14', { size: DOCUMENT_MAX_BYTES + 1 }, 'File size must be less than 5MB'],
  ['VFILE-14', { size: 5 * 1024 * 1024 }, null],
  ['VFILE-15', { size: 0 }, 'File cannot be empty'],
  [
    ...(['VFILE-16', { type: 'image/svg+xml' }] as const),
    'Only JPEG, PNG, WebP, GIF, PDF, and TXT files are allowed',
  ],
  ['VFILE-17', { name: 'plan.doc' }, 'File extension not allowed'],
  ['VFILE-17', { name: 'plan' }, 'File extension not allowed'],
  ['VFILE-18', { name: 'plan.php.pdf' }, 'Suspicious file name detected'],
  ['VFILE-18', { name: 'plan.exe.pdf' }, 'Suspicious file name detected'],
  ['VFILE-18', { name: 'plan.js.pdf' }, 'Suspicious file name detected'],
  ['VFILE-18', { name: '../plan.pdf' }, 'Suspicious file name detected'],
] as const)('%s: %j', ([, changes, problem]) => {
  expect(validateDocument({ ...fits, ...changes })).toBe(problem);
});

test('VFILE-14 to VFILE-18: the first rule that is broken is named', () => {
  const broken = { name: 'a.php.exe', type: 'x/y', size: DOCUMENT_MAX_BYTES + 1 };
  expect(validateDocument(broken)).toBe('File size must be less than 5MB');
  expect(validateDocument({ ...broken, size: 1 })).toMatch(/^Only JPEG/);
  expect(validateDocument({ ...broken, size: 1, type: 'text/plain' })).toMatch(/^File extension/);
});

describe('the content decides', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  test.for([
    ['application/pdf', bytes('%PDF-1.7\n')],
    ['text/plain', bytes('Здраво\r\n\tOpen.')],
    ['image/gif', bytes('GIF89a\u0001\u0000\u0001\u0000')],
    [null, bytes('MZ\u0000\u0003')],
    [null, Uint8Array.of(0xff, 0xfe, 0x41)],
  ] as const)('%s', ([type, content]) => {
    expect(detectDocumentType(content)).toBe(type);
  });
});
