import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import StreamZip from 'node-stream-zip';
import { StackError } from '../local/stack-error.ts';

/** Above either limit a zip needs ZIP64, which fflate does not write. */
export const ARCHIVE_MAX_BYTES = 0xffff_ffff;
export const ARCHIVE_MAX_FILES = 0xffff;

export type FileFacts = { bytes: number; sha256: string };

/**
 * Writes a zip file by file, with one chunk in memory at a time.
 *
 * @param path of the zip, readable by its owner only
 */
export async function createArchive(path: string) {
  const handle = await open(path, 'wx', 0o600);
  const waiting: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else waiting.push(chunk);
  });

  async function drain() {
    if (failure) throw failure;
    for (const chunk of waiting.splice(0)) await handle.writeFile(chunk);
  }

  return {
    /** @param options pictures are compressed already */
    async add(
      name: string,
      chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
      { compresses = true }: { compresses?: boolean } = {},
    ): Promise<FileFacts> {
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

/** The end of a zip without ZIP64 and without a comment, as createArchive writes it. */
const END_BYTES = 22;
const END_SIGNATURE = 0x0605_4b50;

/**
 * Rows are compressed to a tenth, pictures not at all. A zip that unpacks to more than this was not made by an export,
 * and would be read for hours.
 */
const MAX_RATIO = 100;

/** @param path of a zip, which stays open until the process ends */
export async function openArchive(path: string) {
  const { size } = await stat(path);
  await assertFewEntries(path, size);
  // The list of names is kept in memory: at most ARCHIVE_MAX_FILES.
  const zip = new StreamZip.async({ file: path });
  const entries = await zip.entries().catch(() => {
    throw new StackError(`${path} is not a zip, or it is truncated.`);
  });
  return {
    /**
     * @param maxBytes more than these are an error, whatever size the zip states; fewer than MAX_RATIO times the zip
     */
    async *read(name: string, maxBytes: number): AsyncGenerator<Buffer> {
      const limit = Math.min(maxBytes, size * MAX_RATIO);
      let bytes = 0;
      const entry = entries[name];
      if (!entry) throw new StackError(`${name} is missing from ${path}.`);
      try {
        // The stream is always one of Buffers; its declared type also allows text.
        for await (const chunk of (await zip.stream(entry)) as AsyncIterable<Buffer>) {
          bytes += chunk.byteLength;
          if (bytes > limit) {
            throw new StackError(
              `${name} in ${path} differs from the export: nothing was restored. It unpacks to more than the manifest says or allows.`,
            );
          }
          yield chunk;
        }
      } catch (error) {
        if (error instanceof StackError) throw error;
        throw new StackError(`${name} in ${path} is damaged: ${messageOf(error)}.`);
      }
    },
  };
}

async function assertFewEntries(path: string, size: number) {
  const handle = await open(path);
  try {
    const end = Buffer.alloc(END_BYTES);
    await handle.read(end, 0, END_BYTES, Math.max(0, size - END_BYTES));
    if (end.readUInt32LE(0) !== END_SIGNATURE || end.readUInt16LE(10) >= ARCHIVE_MAX_FILES) {
      throw new StackError(`${path} is not a zip of npm run export, or it is truncated.`);
    }
  } finally {
    await handle.close();
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
