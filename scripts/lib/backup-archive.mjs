import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { StackError } from './stack-error.mjs';

/** Above either limit a zip needs ZIP64, which fflate does not write. */
export const ARCHIVE_MAX_BYTES = 0xffff_ffff;
export const ARCHIVE_MAX_FILES = 0xffff;

/** @typedef {{ bytes: number, sha256: string }} FileFacts */

/**
 * Writes a zip file by file, with one chunk in memory at a time.
 *
 * @param {string} path of the zip, readable by its owner only
 */
export async function createArchive(path) {
  const handle = await open(path, 'wx', 0o600);
  /** @type {Uint8Array[]} */
  const waiting = [];
  /** @type {Error | null} */
  let failure = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else waiting.push(chunk);
  });

  async function drain() {
    if (failure) throw failure;
    for (const chunk of waiting.splice(0)) await handle.writeFile(chunk);
  }

  return {
    /**
     * @param {string} name
     * @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} chunks
     * @param {{ compresses?: boolean }} [options] pictures are compressed already
     * @returns {Promise<FileFacts>}
     */
    async add(name, chunks, { compresses = true } = {}) {
      const file = compresses ? new ZipDeflate(name) : new ZipPassThrough(name);
      const hash = createHash('sha256');
      let bytes = 0;
      zip.add(file);
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        file.push(chunk);
        await drain();
      }
      file.push(new Uint8Array(), true);
      await drain();
      return { bytes, sha256: hash.digest('hex') };
    },
    async finish() {
      zip.end();
      await drain();
      await handle.sync();
      await handle.close();
    },
    abandon: () => handle.close(),
  };
}

/** @typedef {{ method: number, packedBytes: number, headerAt: number }} Entry */

/**
 * Reads a zip by the directory at its end, which has the position of each file. (Reading from the front
 * cannot find the end of a file without a stated length.)
 *
 * @param {string} path
 */
export async function openArchive(path) {
  const entries = await readDirectory(path);
  return {
    names: [...entries.keys()],
    /**
     * @param {string} name
     * @returns {AsyncGenerator<Buffer>}
     */
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) throw new StackError(`${name} is missing from ${path}.`, 'damaged');
      try {
        yield* unpack(path, entry);
      } catch (error) {
        throw new StackError(`${name} in ${path} is damaged: ${messageOf(error)}.`, 'damaged');
      }
    },
  };
}

/** @param {string} path @returns {Promise<Map<string, Entry>>} */
async function readDirectory(path) {
  const damaged = new StackError(`${path} is not a zip, or it is truncated.`, 'damaged');
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    // The end record is the last one, before a comment of up to 64 kB.
    const tail = await readAt(handle, Math.max(0, size - 65_557), Math.min(size, 65_557));
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    if (end === -1 || end + 22 > tail.length) throw damaged;
    const count = tail.readUInt16LE(end + 10);
    const directoryBytes = tail.readUInt32LE(end + 12);
    const directoryAt = tail.readUInt32LE(end + 16);
    if (directoryAt + directoryBytes > size) throw damaged;
    const directory = await readAt(handle, directoryAt, directoryBytes);
    const entries = new Map();
    for (let place = 0, at = 0; place < count; place += 1) {
      if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x0201_4b50) throw damaged;
      const nameBytes = directory.readUInt16LE(at + 28);
      const name = directory.toString('utf8', at + 46, at + 46 + nameBytes);
      entries.set(name, {
        method: directory.readUInt16LE(at + 10),
        packedBytes: directory.readUInt32LE(at + 20),
        headerAt: directory.readUInt32LE(at + 42),
      });
      at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    }
    return entries;
  } finally {
    await handle.close();
  }
}

/** @param {string} path @param {Entry} entry @returns {AsyncGenerator<Buffer>} */
async function* unpack(path, { method, packedBytes, headerAt }) {
  if (method !== 0 && method !== 8) throw new Error(`compression ${method} is not known`);
  const handle = await open(path);
  let dataAt;
  try {
    const header = await readAt(handle, headerAt, 30);
    if (header.length < 30 || header.readUInt32LE(0) !== 0x0403_4b50) throw new Error('no header');
    dataAt = headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await handle.close();
  }
  if (packedBytes === 0) return;
  const packed = createReadStream(path, { start: dataAt, end: dataAt + packedBytes - 1 });
  if (method === 0) {
    yield* packed;
    return;
  }
  const inflate = createInflateRaw();
  packed.once('error', (error) => inflate.destroy(error));
  yield* packed.pipe(inflate);
}

/**
 * @param {import('node:fs/promises').FileHandle} handle
 * @param {number} position
 * @param {number} length
 */
async function readAt(handle, position, length) {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
