import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import StreamZip from 'node-stream-zip';
import { StackError } from './stack-error.ts';

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

/** @param path of a zip, which stays open until the process ends */
export async function openArchive(path: string) {
  const zip = new StreamZip.async({ file: path });
  const entries = await zip.entries().catch(() => {
    throw new StackError(`${path} is not a zip, or it is truncated.`);
  });
  return {
    async *read(name: string): AsyncGenerator<Buffer> {
      const entry = entries[name];
      if (!entry) throw new StackError(`${name} is missing from ${path}.`);
      try {
        // The stream is always one of Buffers; its declared type also allows text.
        yield* (await zip.stream(entry)) as AsyncIterable<Buffer>;
      } catch (error) {
        throw new StackError(`${name} in ${path} is damaged: ${messageOf(error)}.`);
      }
    },
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
