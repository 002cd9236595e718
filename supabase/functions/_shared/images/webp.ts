// WebP (RFC 9649): a RIFF file of chunks, each padded to an even length.
import {
  asciiBytes,
  ByteSink,
  ByteSource,
  PROFILE_MAX_BYTES,
  refuse,
  requireSaneSize,
  u32leBytes,
  type CleanedImage,
  type Size,
} from './bytes.ts';

const RIFF_HEADER = 12;
const CHUNK_HEADER = 8;
const FRAME_HEADER = 16;
const FLAG_ANIMATION = 0x02;
const FLAG_ALPHA = 0x10;
const FLAG_PROFILE = 0x20;

type Chunk = { id: string; data: number; size: number };

export function cleanWebp(file: ByteSource): CleanedImage {
  const end = CHUNK_HEADER + file.u32(4, true);
  const source = new ByteSource(file.range(0, end));
  const sink = new ByteSink(source);
  sink.write(source.range(0, RIFF_HEADER));

  const first = readChunk(source, RIFF_HEADER);
  const image = first.id === 'VP8X' ? cleanExtended(source, first, sink) : null;
  const still = image ?? { ...writeBitstream(source, first, sink), animated: false };

  sink.patch(4, u32leBytes(sink.length - CHUNK_HEADER));
  return { ...still, bytes: sink.bytes() };
}

function cleanExtended(source: ByteSource, header: Chunk, sink: ByteSink) {
  if (header.size < 10) refuse('malformed');
  const canvas = {
    width: source.u24le(header.data + 4) + 1,
    height: source.u24le(header.data + 7) + 1,
  };
  requireSaneSize(canvas);
  const flags = source.u8(header.data);
  const isAnimation = (flags & FLAG_ANIMATION) !== 0;
  const flagsAt = sink.length + CHUNK_HEADER;
  sink.write(asciiBytes('VP8X'), u32leBytes(10), [0, 0, 0, 0], source.range(header.data + 4, 6));

  const seen = { profile: false, animation: false, alpha: false, image: false };
  let frames = 0;
  for (const chunk of chunksBetween(source, nextChunk(header), source.length)) {
    if (chunk.id === 'ICCP' && !seen.profile && !seen.animation && !seen.alpha && !seen.image) {
      if (chunk.size > PROFILE_MAX_BYTES) refuse('unsupported');
      seen.profile = true;
      writeChunk(source, chunk, sink);
    } else if (chunk.id === 'ANIM' && isAnimation && !seen.animation) {
      if (chunk.size !== 6) refuse('malformed');
      seen.animation = true;
      writeChunk(source, chunk, sink);
    } else if (chunk.id === 'ANMF' && isAnimation) {
      if (!seen.animation) refuse('malformed');
      writeFrame(source, chunk, sink, canvas);
      frames += 1;
    } else if (chunk.id === 'ALPH' && !isAnimation && !seen.alpha && !seen.image) {
      seen.alpha = true;
      writeChunk(source, chunk, sink);
    } else if (isBitstream(chunk) && !isAnimation && !seen.image) {
      seen.image = true;
      requireSameSize(writeBitstream(source, chunk, sink), canvas);
    }
  }
  if (!seen.image && frames === 0) refuse('malformed');

  sink.patch(flagsAt, [
    (seen.profile ? FLAG_PROFILE : 0) | (flags & FLAG_ALPHA) | (isAnimation ? FLAG_ANIMATION : 0),
  ]);
  return { ...canvas, animated: frames > 1 };
}

function writeFrame(source: ByteSource, chunk: Chunk, sink: ByteSink, canvas: Size): void {
  if (chunk.size < FRAME_HEADER) refuse('malformed');
  const at = chunk.data;
  const frame = { width: source.u24le(at + 6) + 1, height: source.u24le(at + 9) + 1 };
  const left = source.u24le(at) * 2;
  const top = source.u24le(at + 3) * 2;
  if (left + frame.width > canvas.width || top + frame.height > canvas.height) refuse('malformed');

  const sizeAt = sink.length + 4;
  sink.write(asciiBytes('ANMF'), [0, 0, 0, 0], source.range(at, FRAME_HEADER));
  let hasAlpha = false;
  let hasImage = false;
  for (const part of chunksBetween(source, at + FRAME_HEADER, at + chunk.size)) {
    if (part.id === 'ALPH' && !hasAlpha && !hasImage) {
      hasAlpha = true;
      writeChunk(source, part, sink);
    } else if (isBitstream(part) && !hasImage) {
      hasImage = true;
      requireSameSize(writeBitstream(source, part, sink), frame);
    }
  }
  if (!hasImage) refuse('malformed');
  sink.patch(sizeAt, u32leBytes(sink.length - sizeAt - 4));
}

function isBitstream(chunk: Chunk): boolean {
  return chunk.id === 'VP8 ' || chunk.id === 'VP8L';
}

function writeBitstream(source: ByteSource, chunk: Chunk, sink: ByteSink): Size {
  if (!isBitstream(chunk)) refuse('malformed');
  const size = chunk.id === 'VP8 ' ? readLossySize(source, chunk) : readLosslessSize(source, chunk);
  requireSaneSize(size);
  writeChunk(source, chunk, sink);
  return size;
}

/** RFC 6386, 9.1: a shown key frame, its first partition inside the chunk, then the start code. */
function readLossySize(source: ByteSource, { data, size }: Chunk): Size {
  if (size < 10) refuse('truncated');
  const tag = source.u24le(data);
  const isShownKeyFrame = (tag & 1) === 0 && ((tag >> 4) & 1) === 1;
  if (!isShownKeyFrame || source.u24le(data + 3) !== 0x2a019d) refuse('malformed');
  if (tag >> 5 > size - 10) refuse('truncated');
  return {
    width: source.u16(data + 6, true) & 0x3fff,
    height: source.u16(data + 8, true) & 0x3fff,
  };
}

function readLosslessSize(source: ByteSource, { data, size }: Chunk): Size {
  if (size <= 5) refuse('truncated');
  const bits = source.u32(data + 1, true);
  const version = bits >>> 29;
  if (source.u8(data) !== 0x2f || version !== 0) refuse('malformed');
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function requireSameSize(actual: Size, declared: Size): void {
  if (actual.width !== declared.width || actual.height !== declared.height) refuse('malformed');
}

function readChunk(source: ByteSource, at: number): Chunk {
  const chunk = {
    id: source.ascii(at, 4),
    data: at + CHUNK_HEADER,
    size: source.u32(at + 4, true),
  };
  source.range(chunk.data, chunk.size);
  return chunk;
}

function nextChunk(chunk: Chunk): number {
  return chunk.data + chunk.size + (chunk.size % 2);
}

function* chunksBetween(source: ByteSource, from: number, to: number): Generator<Chunk> {
  for (let at = from; at + CHUNK_HEADER <= to;) {
    const chunk = readChunk(source, at);
    if (chunk.data + chunk.size > to) refuse('malformed');
    yield chunk;
    at = nextChunk(chunk);
  }
}

function writeChunk(source: ByteSource, { id, data, size }: Chunk, sink: ByteSink): void {
  sink.write(asciiBytes(id), u32leBytes(size), source.range(data, size));
  if (size % 2 === 1) sink.write([0]);
}
