// GIF (87a, 89a): screen descriptor, then images and extensions whose data come in counted sub-blocks.
import {
  asciiBytes,
  ByteSink,
  refuse,
  requireSaneSize,
  type ByteSource,
  type CleanedImage,
} from './bytes.ts';

const HEADER_LENGTH = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const PLAIN_TEXT = 0x01;
const APPLICATION = 0xff;
const LOOP_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];
const MAX_CODE_SIZE = 11;

export function cleanGif(source: ByteSource): CleanedImage {
  const screen = { width: source.u16(6, true), height: source.u16(8, true) };
  requireSaneSize(screen);
  const sink = new ByteSink(source);
  let at = HEADER_LENGTH + colourTableLength(source.u8(10));
  sink.write(source.range(0, at));
  let frames = 0;
  let hasLoop = false;
  let graphicControl: Uint8Array | null = null;

  for (;;) {
    const introducer = source.u8(at);
    if (introducer === TRAILER) break;
    if (introducer === IMAGE) {
      const end = findEndOfImage(source, at);
      if (graphicControl) sink.write(graphicControl);
      sink.write(source.range(at, end - at));
      graphicControl = null;
      frames += 1;
      at = end;
      continue;
    }
    if (introducer !== EXTENSION) refuse('malformed');
    const label = source.u8(at + 1);
    const end = skipSubBlocks(source, at + 2);
    if (label === GRAPHIC_CONTROL) {
      if (source.u8(at + 2) !== 4 || end !== at + 8) refuse('malformed');
      graphicControl = source.range(at, end - at);
    } else if (label === PLAIN_TEXT) {
      // A graphic control belongs to the next block: it is dropped together with the text.
      graphicControl = null;
    } else if (label === APPLICATION && !hasLoop) {
      const loop = readLoop(source, at);
      if (loop) sink.write(loop);
      hasLoop = loop !== null;
    }
    at = end;
  }

  if (frames === 0) refuse('malformed');
  sink.write([TRAILER]);
  return { ...screen, animated: frames > 1, bytes: sink.bytes() };
}

function colourTableLength(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0;
}

function findEndOfImage(source: ByteSource, at: number): number {
  const frame = { width: source.u16(at + 5, true), height: source.u16(at + 7, true) };
  if (frame.width === 0 || frame.height === 0) refuse('malformed');
  // Decoders enlarge the canvas for a frame that exceeds it.
  requireSaneSize({
    width: source.u16(at + 1, true) + frame.width,
    height: source.u16(at + 3, true) + frame.height,
  });
  const codeSizeAt = at + 10 + colourTableLength(source.u8(at + 9));
  const codeSize = source.u8(codeSizeAt);
  if (codeSize === 0 || codeSize > MAX_CODE_SIZE) refuse('malformed');
  const end = skipSubBlocks(source, codeSizeAt + 1);
  if (end === codeSizeAt + 2) refuse('malformed');
  return end;
}

/** The position after the empty block that ends a chain of sub-blocks. */
function skipSubBlocks(source: ByteSource, from: number): number {
  let at = from;
  for (;;) {
    const length = source.u8(at);
    at += length + 1;
    if (length === 0) return at;
  }
}

/** Rebuilt from the two bytes of the loop count, because further sub-blocks could contain other data. */
function readLoop(source: ByteSource, at: number): number[] | null {
  if (source.u8(at + 2) !== 11) return null;
  const name = source.ascii(at + 3, 11);
  if (!LOOP_APPLICATIONS.includes(name)) return null;
  const block = at + 14;
  if (source.u8(block) !== 3 || source.u8(block + 1) !== 1) return null;
  const count = [source.u8(block + 2), source.u8(block + 3)];
  return [EXTENSION, APPLICATION, 11, ...asciiBytes(name), 3, 1, ...count, 0];
}
