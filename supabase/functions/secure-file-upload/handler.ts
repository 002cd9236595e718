// Accepts one image from a member, checks it without trusting the sender, cleans and stores it: under a
// random name, or on request under the name of the file. The sender may add smaller variants (field `variant`; WebP, or
// what a browser without its encoder makes), which are checked in the same way. A body of JSON with the `address` of a
// picture of another website gets that picture in return, as a form of the same shape; nothing is stored.
import type { Afterwards } from '../_shared/background.ts';
import { formatImageVersion, VARIANT_WIDTHS } from '../_shared/contracts/file-name.ts';
import {
  fileExtension,
  findBrokenUploadRule,
  IMAGE_NAME_MAX,
  UPLOAD_IMAGE_TYPES,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_SIDE,
  UPLOAD_NAME_TAKEN,
  UPLOAD_NAMINGS,
  UPLOAD_RULE_MESSAGES,
  UPLOAD_VARIANTS_MAX_BYTES,
  type UploadFailure,
  type UploadImageType,
  type UploadNameTaken,
  type UploadNaming,
  type UploadSuccess,
} from '../_shared/contracts/upload.ts';
import { printable, readUserAgent } from '../_shared/function-events.ts';
import {
  hasJsonType,
  jsonReply,
  readBodyWithin,
  readJsonObject,
  type Bytes,
} from '../_shared/http.ts';
import type { CleanedImage } from '../_shared/images/bytes.ts';
import { cleanImage } from '../_shared/images/clean-image.ts';
import { nameOfForeignPicture, readForeignPicture, type ForeignDeps } from './foreign-picture.ts';
import {
  storePicture,
  type CheckedPicture,
  type ImageRecord,
  type StoreDeps,
} from './store-picture.ts';

export const UPLOAD_DEADLINE_MS = 30_000;

/** The file, its variants, and the overhead of multipart: boundaries, part headers, small fields. */
export const UPLOAD_BODY_MAX_BYTES = UPLOAD_MAX_BYTES + UPLOAD_VARIANTS_MAX_BYTES + 64 * 1024;

export type UploadEvent = {
  eventType: 'file_upload_security';
  severity: 'low' | 'medium';
  description: string;
  metadata: Record<string, string | number>;
  userId: string;
  userAgent: string | null;
};

export type UploadDeps = StoreDeps & {
  foreign: ForeignDeps;
  authenticate: () => Promise<{ userId: string } | null>;
  /** The caller's role, or the missing sign-in step ('code', 'password', 'enrol'), or null. */
  staffRole: () => Promise<unknown>;
  publicUrl: (path: string) => string;
  afterwards: Afterwards;
  logEvent: (event: UploadEvent) => Promise<void>;
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
  unknown_choice: [400, 'The upload has an unknown option'],
  name_taken: [409, 'A picture with this name exists'],
  approval_demanded: [
    409,
    'A page that its client has to approve shows this picture. Upload the new one under another name, or end the demand in the editor of the page.',
  ],
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
  unfit_variant: [422, 'A smaller copy does not belong to the image'],
  address_unfit: [
    422,
    'This address cannot be used: it has to begin with https:// and to be public',
  ],
  address_unreachable: [
    422,
    'The other website did not answer. Save the picture there and upload it.',
  ],
  address_refuses: [
    422,
    'The other website does not give this picture out. Save it there and upload it.',
  ],
  address_too_large: [422, 'The picture at this address is larger than 20 MB'],
  address_no_picture: [422, 'There is no JPEG, PNG, WebP or GIF picture at this address'],
  upload_failed: [500, 'Upload failed'],
} as const satisfies Record<string, readonly [number, string]>;

type RefusalCode = keyof typeof REFUSALS;

/** Refusals that normal use of the upload screen does not cause. */
const REMARKABLE: readonly RefusalCode[] = ['forbidden', 'suspicious_name', 'content_mismatch'];

type Outcome =
  | { ok: true; record: ImageRecord; file: File }
  | { ok: false; code: RefusalCode; file?: File };

export async function handleUpload(request: Request, deps: UploadDeps): Promise<Response> {
  try {
    if (request.method !== 'POST') return refused('method_not_allowed', { allow: 'POST, OPTIONS' });
    const caller = await deps.authenticate();
    if (!caller) return refused('authentication_required', { 'www-authenticate': 'Bearer' });
    if (hasJsonType(request)) return await answerForeign(request, caller.userId, deps);
    const outcome = await takeUpload(request, deps);
    record(outcome, request, caller.userId, deps);
    return outcome.ok
      ? accepted(outcome.record, deps.publicUrl(outcome.record.path))
      : refused(outcome.code);
  } catch (error) {
    deps.logError(error);
    return refused('upload_failed');
  }
}

const ADDRESS_BODY = { maxBytes: 16 * 1024, deadlineMs: 5000 };

/** The picture at the address, as a form with the field `file`. */
async function answerForeign(request: Request, userId: string, deps: UploadDeps) {
  if (!(await isMember(deps))) return refused('forbidden');
  const body = await readJsonObject(request, ADDRESS_BODY);
  if (!body.ok || typeof body.value.address !== 'string') return refused('not_multipart');
  const { address } = body.value;
  const found = await readForeignPicture(address, deps.foreign);
  const isRefused = typeof found === 'string';
  deps.afterwards(() =>
    deps.logEvent({
      eventType: 'file_upload_security',
      severity: 'low',
      description: isRefused ? `Picture not fetched: ${REFUSALS[found][1]}` : 'Picture fetched',
      metadata: { outcome: isRefused ? found : 'fetched', address: printable(address, 300) },
      userId,
      userAgent: readUserAgent(request),
    }),
  );
  if (isRefused) return refused(found);
  const form = new FormData();
  const name = nameOfForeignPicture(address, found.type);
  form.append('file', new File([found.bytes], name, { type: found.type }));
  return new Response(form, { headers: { 'cache-control': 'no-store' } });
}

async function isMember(deps: UploadDeps): Promise<boolean> {
  const role = await deps.staffRole();
  return role === 'owner' || role === 'editor';
}

async function takeUpload(request: Request, deps: UploadDeps): Promise<Outcome> {
  if (!(await isMember(deps))) return { ok: false, code: 'forbidden' };
  const received = await receiveUpload(request);
  if (typeof received === 'string') return { ok: false, code: received };
  const { file, naming, nameTaken } = received;
  const checked = await checkUpload(received);
  if (typeof checked === 'string') return { ok: false, code: checked, file };
  try {
    const stored = await storePicture(checked, naming, nameTaken, deps);
    return stored ? { ok: true, record: stored, file } : { ok: false, code: 'name_taken', file };
  } catch (error) {
    if (isOfDemand(error)) return { ok: false, code: 'approval_demanded', file };
    throw error;
  }
}

/** Of private.settle_demand, when the record of a replaced picture is written. */
function isOfDemand(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'PT409';
}

type ReceivedUpload = {
  file: File;
  variants: File[];
  naming: UploadNaming;
  nameTaken: UploadNameTaken;
};

async function receiveUpload(request: Request): Promise<ReceivedUpload | RefusalCode> {
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
  if (file === undefined || typeof file === 'string') return 'missing_file';

  const variants = form.getAll('variant').filter((part) => typeof part !== 'string');
  if (variants.length > VARIANT_WIDTHS.length) return 'unfit_variant';
  const naming = readChoice(form, 'naming', UPLOAD_NAMINGS);
  const nameTaken = readChoice(form, 'name_taken', UPLOAD_NAME_TAKEN);
  return naming && nameTaken ? { file, variants, naming, nameTaken } : 'unknown_choice';
}

/** The first choice if the field is missing. */
function readChoice<Choice extends string>(
  form: FormData,
  field: string,
  choices: readonly [Choice, ...Choice[]],
): Choice | undefined {
  const sent = form.get(field);
  return sent === null ? choices[0] : choices.find((choice) => choice === sent);
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

async function checkUpload({
  file,
  variants,
}: ReceivedUpload): Promise<CheckedPicture | RefusalCode> {
  const image = await checkImage(file);
  if (typeof image === 'string') return image;
  const checked: CheckedPicture['variants'] = [];
  for (const variant of variants) {
    const copy = await checkImage(variant);
    if (typeof copy === 'string' || !isCopyOf(copy, image, variant.name)) return 'unfit_variant';
    if (checked.some(({ width }) => width === copy.width)) return 'unfit_variant';
    checked.push({ width: copy.width, type: copy.type, bytes: copy.bytes });
  }
  return {
    fileName: file.name,
    originalName: printable(file.name, IMAGE_NAME_MAX),
    type: image.type,
    sha256: await sha256Of(file),
    image,
    variants: checked.toSorted((a, b) => a.width - b.width),
  };
}

type CheckedImage = CleanedImage & { type: UploadImageType };

async function checkImage(file: File): Promise<CheckedImage | RefusalCode> {
  const brokenRule = findBrokenUploadRule(file);
  if (brokenRule) return brokenRule;
  if (file.size === 0) return 'empty_file';

  const image = cleanImage(new Uint8Array(await file.arrayBuffer()));
  if (!image.ok) return IMAGE_REFUSALS[image.problem];
  const extensions: readonly string[] = UPLOAD_IMAGE_TYPES[image.type];
  const isAsNamed = image.type === file.type && extensions.includes(fileExtension(file.name));
  return isAsNamed ? image : 'content_mismatch';
}

/** Named by one of the variant widths, smaller than the image, with its aspect ratio, and not animated. */
function isCopyOf(copy: CheckedImage, image: CheckedImage, name: string): boolean {
  return (
    copy.type !== 'image/gif' &&
    !copy.animated &&
    !image.animated &&
    name === `${copy.width}.${UPLOAD_IMAGE_TYPES[copy.type][0]}` &&
    VARIANT_WIDTHS.includes(copy.width) &&
    copy.width < image.width &&
    Math.abs(copy.height - (copy.width * image.height) / image.width) <= 1
  );
}

async function sha256Of(file: File): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const IMAGE_REFUSALS = {
  unrecognised: 'content_mismatch',
  truncated: 'damaged_image',
  malformed: 'damaged_image',
  unsupported: 'unsupported_image',
  'too-large': 'dimensions_too_large',
} as const satisfies Record<string, RefusalCode>;

function accepted(record: ImageRecord, url: string): Response {
  const version = formatImageVersion({ ...record, widths: record.variants });
  const body: UploadSuccess = {
    success: true,
    message: 'Image uploaded successfully',
    url: `${url}?v=${version}`,
    path: record.path,
  };
  return jsonReply(200, body);
}

function refused(code: RefusalCode, headers?: HeadersInit): Response {
  const [status, message] = REFUSALS[code];
  const body: UploadFailure = { success: false, message, error: { code, message } };
  return jsonReply(status, body, headers);
}

function record(outcome: Outcome, request: Request, userId: string, deps: UploadDeps): void {
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
        path: outcome.record.path,
        width: outcome.record.width,
        height: outcome.record.height,
        storedSize: outcome.record.byte_size,
        copies: outcome.record.variants.length,
        revision: outcome.record.revision,
      }),
    },
    userId,
    userAgent: readUserAgent(request),
  };
  // The log can neither delay nor fail the upload.
  deps.afterwards(() => deps.logEvent(event));
}
