import { onTestFinished } from 'vitest';
import { json, type FakeRoutes } from '../../support/fake-supabase';
import { closeNotices } from '../../support/notices';

export const LIST = 'POST /storage/v1/object/list/images';
export const RECORDS = 'GET /rest/v1/image_records';
export const USAGE = 'POST /rest/v1/rpc/list_image_usage';
export const VERSIONS = 'POST /rest/v1/rpc/list_image_versions';

/** A bucket as storage lists it, with its records and uses. */
export function bucketRoutes(
  objects: unknown[] = [],
  records: unknown[] = [],
  uses: unknown[] = [],
): FakeRoutes {
  return {
    [LIST]: () => json(objects),
    [RECORDS]: () => json(records),
    [USAGE]: () => json(uses),
    [VERSIONS]: () => json([]),
  };
}

/** A row of image_records as the list requests it. */
export function recordRow(path: string, fields: Record<string, unknown> = {}) {
  return {
    path,
    sha256: 'a'.repeat(64),
    width: 1600,
    height: 900,
    alt_text: '',
    focus_x: 50,
    focus_y: 50,
    variants: [],
    revision: 1,
    original_name: path,
    deleting_at: null,
    ...fields,
  };
}

export function storedObject(name: string, fields: Record<string, unknown> = {}) {
  return {
    id: name,
    name,
    created_at: '2026-11-18T12:00:00Z',
    metadata: { size: 1_572_864 },
    ...fields,
  };
}

/** Replaces XMLHttpRequest; the test plays the server. */
export class FakeUpload extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  method = '';
  url = '';
  body: FormData | null = null;
  status = 0;
  responseText = '';
  timeout = 0;

  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  send(body: FormData) {
    this.body = body;
  }

  abort() {
    this.end('abort');
  }

  sendBytes(loaded: number, total: number) {
    this.upload.dispatchEvent(
      new ProgressEvent('progress', { lengthComputable: true, loaded, total }),
    );
  }

  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.end('load');
  }

  breakOff() {
    this.end('error');
  }

  runOutOfTime() {
    this.end('timeout');
  }

  private end(type: 'load' | 'error' | 'abort' | 'timeout') {
    this.dispatchEvent(new Event(type));
    this.dispatchEvent(new Event('loadend'));
  }
}

/** Every upload that is started until the test ends. */
export function fakeUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  const real = globalThis.XMLHttpRequest;
  Object.defineProperty(globalThis, 'XMLHttpRequest', {
    configurable: true,
    writable: true,
    value: class extends FakeUpload {
      constructor() {
        super();
        uploads.push(this);
      }
    },
  });
  onTestFinished(() => {
    globalThis.XMLHttpRequest = real;
    closeNotices();
  });
  return uploads;
}

export function picture(name = 'cover.png', type = 'image/png', size = 4): File {
  return new File([new Uint8Array(size)], name, { type });
}

export function uploaded(path = '3f2a1b6c.png') {
  return {
    success: true,
    message: 'Image uploaded successfully',
    url: `http://functions.internal:8000/storage/v1/object/public/images/${path}?v=8x8.1`,
    path,
  };
}

export function refused(message: string, code = 'refused') {
  return { success: false, message, error: { code, message } };
}
