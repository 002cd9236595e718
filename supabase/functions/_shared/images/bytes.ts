// Bounds-checked reading and writing. All parsers use it, so that a manipulated length leads to a refusal
// and not to a wrong read.
import { UPLOAD_MAX_PIXELS, UPLOAD_MAX_SIDE } from '../contracts/upload.ts';
import type { Bytes } from '../http.ts';

export type ImageProblem = 'unrecognised' | 'truncated' | 'malformed' | 'unsupported' | 'too-large';

/** Thrown inside the parsers only; `cleanImage` turns it into a result. */
export class ImageRefused extends Error {
  readonly problem: ImageProblem;
  constructor(problem: ImageProblem) {
    super(`Image refused: ${problem}`);
    this.problem = problem;
  }
}

/** Limit of an embedded color profile. Those of screens and cameras have a few kB, print profiles up to 600. */
export const PROFILE_MAX_BYTES = 1024 * 1024;

export function refuse(problem: ImageProblem): never {
  throw new ImageRefused(problem);
}

export type Size = { width: number; height: number };

/** Width and height as displayed: EXIF rotation by 90° swaps the stored ones. */
export type CleanedImage = Size & { animated: boolean; bytes: Bytes };

/** Limits the memory that a decoder must allocate, which does not depend on the file size. */
export function requireSaneSize({ width, height }: Size): void {
  if (width === 0 || height === 0) refuse('malformed');
  if (width > UPLOAD_MAX_SIDE || height > UPLOAD_MAX_SIDE) refuse('too-large');
  if (width * height > UPLOAD_MAX_PIXELS) refuse('too-large');
}

export class ByteSource {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.length = bytes.byteLength;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(at: number): number {
    this.#require(at, 1);
    return this.#view.getUint8(at);
  }

  u16(at: number, littleEndian = false): number {
    this.#require(at, 2);
    return this.#view.getUint16(at, littleEndian);
  }

  u24le(at: number): number {
    return this.u16(at, true) + this.u8(at + 2) * 0x10000;
  }

  u32(at: number, littleEndian = false): number {
    this.#require(at, 4);
    return this.#view.getUint32(at, littleEndian);
  }

  range(at: number, length: number): Uint8Array {
    this.#require(at, length);
    return this.#bytes.subarray(at, at + length);
  }

  ascii(at: number, length: number): string {
    return String.fromCharCode(...this.range(at, length));
  }

  startsWith(text: string, at: number): boolean {
    return at + text.length <= this.length && this.ascii(at, text.length) === text;
  }

  /** The position of the next such byte; throws if the file ends before it. */
  find(byte: number, from: number): number {
    const at = this.#bytes.indexOf(byte, from);
    return at === -1 ? refuse('truncated') : at;
  }

  #require(at: number, length: number): void {
    if (at < 0 || length < 0 || at + length > this.length) refuse('truncated');
  }
}

// A cleaned image is never larger than its source, except for one orientation segment and one pad byte.
const SLACK = 64;

export class ByteSink {
  readonly #bytes: Bytes;
  #length = 0;

  constructor(source: ByteSource) {
    this.#bytes = new Uint8Array(source.length + SLACK);
  }

  get length(): number {
    return this.#length;
  }

  write(...parts: (Uint8Array | number[])[]): void {
    for (const part of parts) {
      this.#bytes.set(part, this.#length);
      this.#length += part.length;
    }
  }

  patch(at: number, part: number[]): void {
    this.#bytes.set(part, at);
  }

  bytes(): Bytes {
    return this.#bytes.slice(0, this.#length);
  }
}

export function asciiBytes(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

export function u32leBytes(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
}
