import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { mailSchema } from './mail.mjs';

export const MAILS_MAX = 500;

const fileSchema = z.object({ version: z.literal(1), mails: z.array(mailSchema) });

/** @typedef {import('./mail.mjs').Mail} Mail */
/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * Keeps the newest 500 mails, newest first, and writes them to the data file after each change.
 * @param {string} [dataFile]
 */
export function createStore(dataFile) {
  /** @type {Mail[]} */
  let mails = dataFile ? load(dataFile) : [];
  let isDirty = false;
  /** @type {Promise<void> | undefined} */
  let saving;

  function changed() {
    isDirty = true;
    if (dataFile) saving ??= saveAll(dataFile);
  }

  /** @param {string} file */
  async function saveAll(file) {
    const draft = `${file}.${process.pid}.tmp`;
    try {
      // A burst of changes in one turn becomes one write.
      await Promise.resolve();
      while (isDirty) {
        isDirty = false;
        // Mails contain sign-in links: other users of the machine may not read them.
        await writeFile(draft, JSON.stringify({ version: 1, mails }), { mode: 0o600 });
        await rename(draft, file);
      }
    } catch (error) {
      console.warn(`The mails could not be kept in ${file}: ${messageOf(error)}`);
    } finally {
      saving = undefined;
    }
  }

  return {
    /** @returns {readonly Mail[]} */
    all: () => mails,
    unreadCount: () => mails.filter((mail) => !mail.Read).length,
    /** @param {string} id */
    find: (id) => mails.find((mail) => mail.ID === id),
    /** @param {Mail} mail */
    add(mail) {
      mails = [mail, ...mails].slice(0, MAILS_MAX);
      changed();
    },
    /** @param {Mail} mail */
    markRead(mail) {
      if (mail.Read) return;
      mail.Read = true;
      changed();
    },
    /** @param {string[]} [ids] all mails when left out */
    remove(ids) {
      mails = ids ? mails.filter((mail) => !ids.includes(mail.ID)) : [];
      changed();
    },
    /** Resolves once everything so far has been written, or has failed with a warning. */
    flushed: async () => saving,
  };
}

/**
 * An unusable file is set aside: the mailbox must not prevent the backend from starting.
 * @param {string} dataFile
 * @returns {Mail[]}
 */
function load(dataFile) {
  try {
    mkdirSync(path.dirname(dataFile), { recursive: true });
    return fileSchema.parse(JSON.parse(readFileSync(dataFile, 'utf8'))).mails.slice(0, MAILS_MAX);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    try {
      renameSync(dataFile, `${dataFile}.broken`);
      console.warn(`The kept mails could not be read; they were set aside as ${dataFile}.broken`);
    } catch {
      console.warn(`The kept mails could not be read: ${messageOf(error)}`);
    }
    return [];
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
