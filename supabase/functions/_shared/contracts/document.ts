// The rule of files with enquiries, replies and mails of clients: checked in the browser before sending, and again
// by the functions, where the content decides.
import { detectImageType } from './image-kind.ts';
import { fileExtension, hasSuspiciousPart, type FileFacts } from './upload.ts';

export const DOCUMENT_BUCKET = 'enquiry-files';
export const DOCUMENT_MAX_BYTES = 5 * 1024 * 1024;
/** Of a visitor, with one enquiry. */
export const ENQUIRY_FILES_MAX = 3;
/** Of a reply or a mail of a client. */
export const MAIL_FILES_MAX = 10;
/** Together: mail servers refuse larger mails. */
export const MAIL_FILES_MAX_BYTES = 10 * 1024 * 1024;
export const DOCUMENT_NAME_MAX = 200;

/** Accepted content types, each with its file extensions. */
export const DOCUMENT_TYPES = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt'],
} as const satisfies Record<string, readonly string[]>;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

const EXTENSIONS: readonly string[] = Object.values(DOCUMENT_TYPES).flat();

/** For the `accept` of a file field. */
export const DOCUMENT_ACCEPT = EXTENSIONS.map((extension) => `.${extension}`).join();

export const isDocumentType = (type: string): type is DocumentType =>
  Object.hasOwn(DOCUMENT_TYPES, type);

/** The rule: an error message, or null when the file may be sent. */
export function validateDocument({ name, type, size }: FileFacts): string | null {
  if (size > DOCUMENT_MAX_BYTES) return 'File size must be less than 5MB';
  if (size === 0) return 'File cannot be empty';
  if (!isDocumentType(type)) return 'Only JPEG, PNG, WebP, GIF, PDF, and TXT files are allowed';
  if (!EXTENSIONS.includes(fileExtension(name))) return 'File extension not allowed';
  return hasSuspiciousPart(name) ? 'Suspicious file name detected' : null;
}

/** The type according to the content; text is UTF-8 without control characters. */
export function detectDocumentType(bytes: Uint8Array): DocumentType | null {
  const image = detectImageType(bytes);
  if (image) return image;
  if (String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-') return 'application/pdf';
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /(?![\t\n\f\r])\p{Cc}/u.test(text) ? null : 'text/plain';
  } catch {
    return null;
  }
}
