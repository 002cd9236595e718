// PNG (W3C, third edition): a signature, then chunks of length, type, data and checksum.
import {
  asciiBytes,
  ByteSink,
  PROFILE_MAX_BYTES,
  refuse,
  requireSaneSize,
  u32leBytes,
  type ByteSource,
  type CleanedImage,
  type Size,
} from './bytes.ts';
import { isSideways, orientationOnly, readOrientation } from './orientation.ts';

const SIGNATURE_LENGTH = 8;
const CHUNK_OVERHEAD = 12;
const MAX_CHUNK_LENGTH = 0x7fffffff;

/**
 * Ancillary chunks that affect how the image looks, with their maximum size. Larger or repeated ones, those
 * after the pixels, and all others (texts, time) are dropped: decoders ignore them.
 */
const KEPT_ANCILLARY = new Map([
  ['tRNS', 256],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['iCCP', PROFILE_MAX_BYTES],
  ['cICP', 4],
  ['sBIT', 4],
  ['pHYs', 9],
]);

const BIT_DEPTHS: Partial<Record<number, number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const INDEXED = 3;

export function cleanPng(source: ByteSource): CleanedImage {
  const sink = new ByteSink(source);
  sink.write(source.range(0, SIGNATURE_LENGTH));
  const header = readHeader(source);
  const ancillary = new Set<string>();
  let at = SIGNATURE_LENGTH;
  let frames = 0;
  let isAnimation = false;
  let hasPalette = false;
  let pixelData: 'ahead' | 'running' | 'over' = 'ahead';
  let pixelBytes = 0;
  let orientation = 1;

  for (let index = 0; ; index += 1) {
    const length = source.u32(at);
    if (length > MAX_CHUNK_LENGTH) refuse('malformed');
    const chunk = source.range(at, length + CHUNK_OVERHEAD);
    const type = source.ascii(at + 4, 4);
    const data = at + 8;
    if (!/^[A-Za-z]{4}$/.test(type)) refuse('malformed');
    if (crc32(source.range(at + 4, length + 4)) !== source.u32(data + length)) refuse('malformed');
    at += length + CHUNK_OVERHEAD;
    if (pixelData === 'running' && type !== 'IDAT') pixelData = 'over';

    if (type === 'IHDR') {
      if (index !== 0) refuse('malformed');
      sink.write(chunk);
    } else if (type === 'PLTE') {
      if (hasPalette || pixelData !== 'ahead') refuse('malformed');
      if (length === 0 || length % 3 !== 0 || length > 768) refuse('malformed');
      hasPalette = true;
      sink.write(chunk);
    } else if (type === 'IDAT') {
      if (pixelData === 'over') refuse('malformed');
      if (header.colourType === INDEXED && !hasPalette) refuse('malformed');
      pixelData = 'running';
      pixelBytes += length;
      sink.write(chunk);
    } else if (type === 'IEND') {
      if (length !== 0 || pixelBytes === 0) refuse('malformed');
      sink.write(chunk);
      break;
    } else if (type === 'acTL') {
      if (isAnimation || pixelData !== 'ahead' || length !== 8) refuse('malformed');
      isAnimation = true;
      sink.write(chunk);
    } else if (type === 'fcTL' && isAnimation) {
      requireFrameInside(source, data, length, header);
      frames += 1;
      sink.write(chunk);
    } else if (type === 'fdAT' && isAnimation) {
      if (length <= 4 || pixelData !== 'over') refuse('malformed');
      sink.write(chunk);
    } else if (type === 'eXIf' && pixelData === 'ahead' && orientation === 1) {
      orientation = readOrientation(source, data, length);
      if (orientation !== 1) sink.write(chunkOf('eXIf', orientationOnly(orientation)));
    } else if (length <= (KEPT_ANCILLARY.get(type) ?? -1)) {
      if (pixelData === 'ahead' && !ancillary.has(type)) sink.write(chunk);
      ancillary.add(type);
    } else if (isCritical(type)) {
      refuse('unsupported');
    }
  }

  const { width, height } = header;
  const shown = isSideways(orientation) ? { width: height, height: width } : { width, height };
  return { ...shown, animated: frames > 1, bytes: sink.bytes() };
}

function readHeader(source: ByteSource): Size & { colourType: number } {
  const start = SIGNATURE_LENGTH;
  if (source.u32(start) !== 13 || source.ascii(start + 4, 4) !== 'IHDR') refuse('malformed');
  const data = start + 8;
  const header = {
    width: source.u32(data),
    height: source.u32(data + 4),
    colourType: source.u8(data + 9),
  };
  requireSaneSize(header);
  if (!BIT_DEPTHS[header.colourType]?.includes(source.u8(data + 8))) refuse('malformed');
  const [compression, filter, interlace] = [10, 11, 12].map((offset) => source.u8(data + offset));
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) {
    refuse('malformed');
  }
  return header;
}

function requireFrameInside(source: ByteSource, data: number, length: number, canvas: Size): void {
  if (length !== 26) refuse('malformed');
  const frame = { width: source.u32(data + 4), height: source.u32(data + 8) };
  requireSaneSize(frame);
  if (source.u32(data + 12) + frame.width > canvas.width) refuse('malformed');
  if (source.u32(data + 16) + frame.height > canvas.height) refuse('malformed');
}

function chunkOf(type: string, data: number[]): number[] {
  const named = [...asciiBytes(type), ...data];
  return [...u32Bytes(data.length), ...named, ...u32Bytes(crc32(Uint8Array.from(named)))];
}

const u32Bytes = (value: number) => u32leBytes(value).reverse();

/** A capital first letter marks chunks without which the image cannot be shown. */
function isCritical(type: string): boolean {
  return type.charAt(0) < 'a';
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
