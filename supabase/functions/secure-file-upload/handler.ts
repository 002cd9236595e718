// Takes one picture from a staff member, trusts nothing the sender says about it and stores what is
// left after cleaning under a random name.
import {
  fileExtension,
  findBrokenUploadRule,
  UPLOAD_IMAGE_TYPES,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_SIDE,
  UPLOAD_RULE_MESSAGES,
  type UploadFailure,
  type UploadImageType,
  type UploadSuccess,
} from '../_shared/contracts/upload.ts';
import { jsonReply, readBodyWithin, type Bytes } from '../_shared/http.ts';
import type { CleanedImage } from '../_shared/images/bytes.ts';
import { cleanImage } from '../_shared/images/clean-image.ts';

export const UPLOAD_DEADLINE_MS = 30_000;

/** The file and what multipart adds around it: boundaries, part headers, small fields. */
export const UPLOAD_BODY_MAX_BYTES = UPLOAD_MAX_BYTES + 64 * 1024;

export type UploadEvent = {
  eventType: 'file_upload_security';
  severity: 'low' | 'medium';
  description: string;
  metadata: Record<string, string | number>;
  userId: string;
  userAgent: string | null;
};

export type UploadDeps = {
  authenticate: (request: Request) => Promise<{ userId: string } | null>;
  isStaff: (request: Request) => Promise<boolean>;
  /** Must refuse to replace an object. */
  store: (path: string, bytes: Bytes, contentType: UploadImageType) => Promise<void>;
  publicUrl: (path: string) => string;
  newId: () => string;
  logEvent: (event: UploadEvent) => Promise<void>;
  logError: (error: unknown) => void;
};

const REFUSALS = {
  method_not_allowed: [405, 'Method not allowed'],
  authentication_required: [401, 'Authentication required'],
  forbidden: [403, 'Your account is not approved to upload files'],
  not_multipart: [415, 'Send the file as multipart/form-data'],
  too_slow: [408, 'The upload took too long. Please try again.'],
  broken_off: [400, 'The upload broke off. Please try again.'],
  malformed_body: [400, 'The upload could not be read'],
  missing_file: [400, 'No file was sent'],
  too_many_files: [400, 'Upload one file at a time'],
  invalid_type: [415, UPLOAD_RULE_MESSAGES.invalid_type],
  file_too_large: [413, UPLOAD_RULE_MESSAGES.file_too_large],
  suspicious_name: [400, UPLOAD_RULE_MESSAGES.suspicious_name],
  invalid_extension: [400, UPLOAD_RULE_MESSAGES.invalid_extension],
  empty_file: [422, 'The file is empty'],
  content_mismatch: [422, 'The content of the file does not match its type'],
  damaged_image: [422, 'The image is damaged or incomplete'],
  unsupported_image: [422, 'This kind of image is not supported. Please save it again and retry.'],
  dimensions_too_large: [
    422,
    `Image too large. Maximum: ${UPLOAD_MAX_SIDE} pixels per side and 50 megapixels`,
  ],
  upload_failed: [500, 'Upload failed'],
} as const satisfies Record<string, readonly [number, string]>;

type RefusalCode = keyof typeof REFUSALS;

/** Refusals that honest use of the upload screen does not cause. */
const REMARKABLE: readonly RefusalCode[] = ['forbidden', 'suspicious_name', 'content_mismatch'];

type Outcome =
  | { ok: true; path: string; file: File; image: CleanedImage }
  | { ok: false; code: RefusalCode; file?: File };

export async function handleUpload(request: Request, deps: UploadDeps): Promise<Response> {
  try {
    if (request.method !== 'POST') return refused('method_not_allowed', { allow: 'POST, OPTIONS' });
    const caller = await deps.authenticate(request);
    if (!caller) return refused('authentication_required', { 'www-authenticate': 'Bearer' });
    const outcome = await takeUpload(request, deps);
    record(outcome, request, caller.userId, deps);
    return outcome.ok
      ? accepted(outcome.path, deps.publicUrl(outcome.path))
      : refused(outcome.code);
  } catch (error) {
    deps.logError(error);
    return refused('upload_failed');
  }
}

async function takeUpload(request: Request, deps: UploadDeps): Promise<Outcome> {
  if (!(await deps.isStaff(request))) return { ok: false, code: 'forbidden' };
  const received = await receiveFile(request);
  if (typeof received === 'string') return { ok: false, code: received };
  const checked = await checkImage(received);
  if (typeof checked === 'string') return { ok: false, code: checked, file: received };
  const path = `${deps.newId()}.${fileExtension(received.name)}`;
  await deps.store(path, checked.bytes, checked.type);
  return { ok: true, path, file: received, image: checked };
}

async function receiveFile(request: Request): Promise<File | RefusalCode> {
  if (Number(request.headers.get('content-length')) > UPLOAD_BODY_MAX_BYTES) {
    return 'file_too_large';
  }
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return 'not_multipart';

  const body = await readBodyWithin(request, {
    maxBytes: UPLOAD_BODY_MAX_BYTES,
    deadlineMs: UPLOAD_DEADLINE_MS,
  });
  if (!body.ok) return BODY_REFUSALS[body.reason];

  const form = await parseForm(body.bytes, contentType);
  if (!form) return 'malformed_body';
  const [file, ...others] = form.getAll('file');
  if (others.length > 0) return 'too_many_files';
  return file === undefined || typeof file === 'string' ? 'missing_file' : file;
}

const BODY_REFUSALS = {
  'too-large': 'file_too_large',
  'too-slow': 'too_slow',
  'broken-off': 'broken_off',
} as const satisfies Record<string, RefusalCode>;

async function parseForm(bytes: Bytes, contentType: string): Promise<FormData | null> {
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return null;
  }
}

async function checkImage(
  file: File,
): Promise<(CleanedImage & { type: UploadImageType }) | RefusalCode> {
  const brokenRule = findBrokenUploadRule(file);
  if (brokenRule) return brokenRule;
  if (file.size === 0) return 'empty_file';

  const image = cleanImage(new Uint8Array(await file.arrayBuffer()));
  if (!image.ok) return IMAGE_REFUSALS[image.problem];
  const extensions: readonly string[] = UPLOAD_IMAGE_TYPES[image.type];
  const isAsNamed = image.type === file.type && extensions.includes(fileExtension(file.name));
  return isAsNamed ? image : 'content_mismatch';
}

const IMAGE_REFUSALS = {
  unrecognised: 'content_mismatch',
  truncated: 'damaged_image',
  malformed: 'damaged_image',
  unsupported: 'unsupported_image',
  'too-large': 'dimensions_too_large',
} as const satisfies Record<string, RefusalCode>;

function accepted(path: string, url: string): Response {
  const body: UploadSuccess = {
    success: true,
    message: 'Image uploaded successfully',
    url,
    path,
  };
  return jsonReply(200, body);
}

function refused(code: RefusalCode, headers?: HeadersInit): Response {
  const [status, message] = REFUSALS[code];
  const body: UploadFailure = { success: false, message, error: { code, message } };
  return jsonReply(status, body, headers);
}

/** Not awaited: neither a slow nor a failing log may hold up the upload. */
function record(outcome: Outcome, request: Request, userId: string, deps: UploadDeps): void {
  const userAgent = request.headers.get('user-agent');
  const event: UploadEvent = {
    eventType: 'file_upload_security',
    severity: !outcome.ok && REMARKABLE.includes(outcome.code) ? 'medium' : 'low',
    description: outcome.ok ? 'Image uploaded' : `Upload refused: ${REFUSALS[outcome.code][1]}`,
    metadata: {
      outcome: outcome.ok ? 'accepted' : outcome.code,
      ...(outcome.file && {
        name: printable(outcome.file.name, 200),
        type: printable(outcome.file.type, 100),
        size: outcome.file.size,
      }),
      ...(outcome.ok && {
        path: outcome.path,
        width: outcome.image.width,
        height: outcome.image.height,
        storedSize: outcome.image.bytes.byteLength,
      }),
    },
    userId,
    userAgent: userAgent && printable(userAgent, 400),
  };
  Promise.resolve()
    .then(() => deps.logEvent(event))
    .catch(deps.logError);
}

/** Postgres refuses NUL and half surrogate pairs in jsonb; a hostile name must not evade the log. */
function printable(text: string, maxLength: number): string {
  return Array.from(text.replace(/\p{C}/gu, '?')).slice(0, maxLength).join('');
}
