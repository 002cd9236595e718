// JPEG (ITU T.81): a chain of segments; after SOS follow coded data up to the next real marker.
import {
  asciiBytes,
  ByteSink,
  PROFILE_MAX_BYTES,
  refuse,
  requireSaneSize,
  type ByteSource,
  type CleanedImage,
  type Size,
} from './bytes.ts';
import { isSideways, orientationOnly, readOrientation } from './orientation.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COMMENT = 0xfe;
const BASELINE_TO_PROGRESSIVE = [0xc0, 0xc1, 0xc2];
const TABLES = [0xc4, 0xdb, 0xdd];
const JFIF_LENGTH = 14;
const ADOBE_LENGTH = 12;

// A decoder processes the whole image for each scan; encoders write about ten.
const MAX_SCANS = 100;

/** All tables of a file together. Encoders write less than 2 kB, for progressive files more with each scan. */
const TABLES_MAX_BYTES = 64 * 1024;

type Frame = Size & { components: number };

export function cleanJpeg(source: ByteSource): CleanedImage {
  const sink = new ByteSink(source);
  sink.write([0xff, SOI]);
  let frame: Frame | null = null;
  let scans = 0;
  let tableBytes = 0;
  let profileBytes = 0;
  let hasJfif = false;
  let hasAdobe = false;
  let hasExif = false;
  let isOnItsSide = false;
  let at = 2;

  for (;;) {
    // Some cameras fill up segments with zeros; decoders skip them.
    while (source.u8(at) === 0) at += 1;
    if (source.u8(at) !== 0xff) refuse('malformed');
    while (source.u8(at + 1) === 0xff) at += 1;
    const marker = source.u8(at + 1);
    if (marker === EOI) break;
    if (!isSegment(marker)) refuse('malformed');

    const length = source.u16(at + 2);
    if (length < 2) refuse('malformed');
    const segment = source.range(at, length + 2);
    const data = at + 4;
    const dataLength = length - 2;
    at += length + 2;

    if (BASELINE_TO_PROGRESSIVE.includes(marker)) {
      if (frame) refuse('malformed');
      frame = readFrame(source, data, dataLength);
      sink.write(segment);
    } else if (marker === SOS) {
      if (!frame) refuse('malformed');
      scans += 1;
      if (scans > MAX_SCANS) refuse('unsupported');
      requireScanHeader(source, data, dataLength, frame);
      const end = findEndOfScan(source, at);
      if (end === at) refuse('malformed');
      sink.write(segment, source.range(at, end - at));
      at = end;
    } else if (TABLES.includes(marker)) {
      tableBytes += dataLength;
      if (tableBytes > TABLES_MAX_BYTES) refuse('unsupported');
      sink.write(segment);
    } else if (marker === APP0 && isNamed(source, data, dataLength, 'JFIF\0', JFIF_LENGTH)) {
      if (hasJfif) continue;
      hasJfif = true;
      // Rewritten without the thumbnail, which may show parts that were cropped.
      sink.write([0xff, APP0, 0, JFIF_LENGTH + 2], source.range(data, JFIF_LENGTH - 2), [0, 0]);
    } else if (marker === APP2 && isNamed(source, data, dataLength, 'ICC_PROFILE\0', 14)) {
      // A profile may have several segments, which are all kept.
      profileBytes += dataLength;
      if (profileBytes > PROFILE_MAX_BYTES) refuse('unsupported');
      sink.write(segment);
    } else if (marker === APP14 && isNamed(source, data, dataLength, 'Adobe', ADOBE_LENGTH)) {
      if (hasAdobe) continue;
      hasAdobe = true;
      sink.write([0xff, APP14, 0, ADOBE_LENGTH + 2], source.range(data, ADOBE_LENGTH));
    } else if (marker === APP1 && isNamed(source, data, dataLength, 'Exif\0\0', 14)) {
      const orientation = hasExif ? 1 : readOrientation(source, data + 6, dataLength - 6);
      hasExif = true;
      isOnItsSide ||= isSideways(orientation);
      if (orientation !== 1) sink.write(orientationSegment(orientation));
    } else if (!isApplicationData(marker) && marker !== COMMENT) {
      refuse('unsupported');
    }
  }

  if (!frame || scans === 0) refuse('malformed');
  sink.write([0xff, EOI]);
  const { width, height } = frame;
  const shown = isOnItsSide ? { width: height, height: width } : { width, height };
  return { ...shown, animated: false, bytes: sink.bytes() };
}

/** False for markers without data and for reserved ones. */
function isSegment(marker: number): boolean {
  return marker >= 0xc0 && marker !== SOI && !isRestart(marker);
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

function isApplicationData(marker: number): boolean {
  return marker >= 0xe0 && marker <= 0xef;
}

function isNamed(
  source: ByteSource,
  data: number,
  length: number,
  name: string,
  minLength: number,
): boolean {
  return length >= minLength && source.startsWith(name, data);
}

function readFrame(source: ByteSource, data: number, length: number): Frame {
  const components = source.u8(data + 5);
  if (components < 1 || components > 4 || length !== 6 + 3 * components) refuse('malformed');
  if (source.u8(data) !== 8) refuse('unsupported');
  const frame = { height: source.u16(data + 1), width: source.u16(data + 3), components };
  requireSaneSize(frame);
  return frame;
}

function requireScanHeader(source: ByteSource, data: number, length: number, frame: Frame): void {
  const components = source.u8(data);
  if (components < 1 || components > frame.components) refuse('malformed');
  if (length !== 4 + 2 * components) refuse('malformed');
}

/** Stuffed zeros and restart markers belong to the coded data; any other marker ends it. */
function findEndOfScan(source: ByteSource, from: number): number {
  let at = from;
  for (;;) {
    at = source.find(0xff, at);
    const next = source.u8(at + 1);
    if (next === 0xff) at += 1;
    else if (next === 0 || isRestart(next)) at += 2;
    else return at;
  }
}

/** EXIF with the orientation only: without it phone pictures would be shown rotated. */
function orientationSegment(orientation: number): number[] {
  const data = [...asciiBytes('Exif\0\0'), ...orientationOnly(orientation)];
  return [0xff, APP1, 0, data.length + 2, ...data];
}
