// The rules of file uploads: checked in the browser before sending, and again by secure-file-upload.
import { z } from 'zod';

export const UPLOAD_BUCKET = 'images';
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;
export const UPLOAD_CACHE_SECONDS = 3600;
export const UPLOAD_MAX_SIDE = 12_000;
export const UPLOAD_MAX_PIXELS = 50_000_000;

/** The same limit as for the alternative text of a gallery picture. */
export const IMAGE_ALT_MAX = 300;
export const IMAGE_NAME_MAX = 255;
/** All variants of an image together. */
export const UPLOAD_VARIANTS_MAX_BYTES = 5 * 1024 * 1024;

/** The name of the object: a random id, or the sanitised name of the file. */
export const UPLOAD_NAMINGS = ['random', 'own'] as const;
export type UploadNaming = (typeof UPLOAD_NAMINGS)[number];

/** What to do when an image with that name exists. */
export const UPLOAD_NAME_TAKEN = ['refuse', 'replace', 'keep-both'] as const;
export type UploadNameTaken = (typeof UPLOAD_NAME_TAKEN)[number];

/** Accepted content types, each with its file extensions, the usual one first. */
export const UPLOAD_IMAGE_TYPES = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
} as const satisfies Record<string, readonly string[]>;

export type UploadImageType = keyof typeof UPLOAD_IMAGE_TYPES;

/** The properties that the rules check; a browser `File` has them. */
export type FileFacts = { name: string; type: string; size: number };

export const UPLOAD_RULE_MESSAGES = {
  invalid_type: `Invalid file type. Allowed types: ${Object.keys(UPLOAD_IMAGE_TYPES).join(', ')}`,
  file_too_large: 'File size too large. Maximum size: 5.0MB',
  suspicious_name: 'Suspicious file name detected',
  invalid_extension: 'Invalid file extension',
} as const;

export type UploadRule = keyof typeof UPLOAD_RULE_MESSAGES;

export const UPLOAD_NOT_AN_IMAGE = 'Only image files are allowed';

export function isUploadImageType(type: string): type is UploadImageType {
  return Object.hasOwn(UPLOAD_IMAGE_TYPES, type);
}

/** The text after the last dot in lower case, `''` when there is no dot. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The first upload rule the file breaks, or null. */
export function findBrokenUploadRule(file: FileFacts): UploadRule | null {
  if (!isUploadImageType(file.type)) return 'invalid_type';
  if (file.size > UPLOAD_MAX_BYTES) return 'file_too_large';
  if (hasSuspiciousPart(file.name)) return 'suspicious_name';
  if (!IMAGE_EXTENSIONS.includes(fileExtension(file.name))) return 'invalid_extension';
  return null;
}

/** The rule of the upload screens: an error message, or null when the file may be sent. */
export function validateImageUpload(file: FileFacts): string | null {
  const rule = findBrokenUploadRule(file);
  return rule && UPLOAD_RULE_MESSAGES[rule];
}

/** The rule of image management: checks the type first, then the upload rule. */
export function validateManagedImage(file: FileFacts): string | null {
  if (!file.type.startsWith('image/')) return UPLOAD_NOT_AN_IMAGE;
  return validateImageUpload(file);
}

export const uploadSuccessSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  url: z.url(),
  path: z.string().min(1),
});

export const uploadFailureSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.object({ code: z.string(), message: z.string() }),
});

export const uploadReplySchema = z.discriminatedUnion('success', [
  uploadSuccessSchema,
  uploadFailureSchema,
]);

export type UploadSuccess = z.infer<typeof uploadSuccessSchema>;
export type UploadFailure = z.infer<typeof uploadFailureSchema>;

const IMAGE_EXTENSIONS: readonly string[] = Object.values(UPLOAD_IMAGE_TYPES).flat();
const SUSPICIOUS_PARTS = ['..', '.exe', '.php', '.js'];
export const hasSuspiciousPart = (name: string) =>
  SUSPICIOUS_PARTS.some((part) => name.toLowerCase().includes(part));
