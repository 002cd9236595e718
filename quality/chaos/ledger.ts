import { setTimeout as wait } from 'node:timers/promises';
import type { Site } from '../lib/site.ts';
import { saveStudy, type Staff } from '../lib/staff.ts';
import { pick } from './faults.ts';

export type Edit = {
  /** The typed text, unique. */
  token: string;
  study: string;
  by: string;
  /** The last message of the site about it. */
  state: string;
};

export type Ledger = ReturnType<typeof createLedger>;

/** Records typed texts and the messages of the site about them, and compares them with the stored rows. */
export function createLedger(site: Site, staff: Staff) {
  const edits: Edit[] = [];
  /** tokens rejected in a comparison */
  const decided: Set<string> = new Set();
  /** URLs of pictures that the site reported as uploaded */
  const pictures: string[] = [];
  const counts: Record<string, number> = {};
  const notes: string[] = [];
  const stuck: string[] = [];
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);

  return {
    ...{ counts, notes, stuck, pictures, count },

    note(what: string, detail: string) {
      count(what);
      const time = new Date().toISOString().slice(11, 19);
      notes.push(`${time} ${what}: ${detail.split('\n')[0]}`);
    },

    write(study: string, by: string): Edit {
      const token = `edit-${edits.length + 1}.`;
      const edit = { token, study, by, state: 'typed' };
      edits.push(edit);
      count('edits typed');
      return edit;
    },

    /** One text was chosen over another: what only the other has is not lost. */
    decide(kept: string, given: string) {
      for (const token of tokensIn(given)) if (!kept.includes(token)) decided.add(token);
    },

    /** A colleague on another machine, whose saves fail only while the backend is down. */
    async colleagueWritesUntil(isOver: () => boolean, studies: readonly string[]) {
      while (!isOver()) {
        await wait(10_000 + Math.random() * 20_000);
        const id = pick(studies);
        const column = pick(['headline', 'role', 'industry'] as const);
        try {
          const query = staff.from('case_studies').select('version,headline,role,industry');
          const { data: row } = await query.eq('id', id).single().throwOnError();
          const edit = this.write(id, 'colleague');
          const before = row[column] ?? '';
          const text = `${before} ${edit.token}`.slice(-100).trim();
          edit.state = 'not sent';
          await saveStudy(staff, { id, version: row.version, [column]: text });
          edit.state = 'saved';
          this.decide(text, before);
        } catch {
          // The backend is down, or the version is old: the colleague tries again later.
        }
      }
    },

    /** @param shown texts of the screens that are still open */
    async findLost(shown: string): Promise<string[]> {
      const query = staff.from('case_studies').select().like('title', 'Chaos%');
      const { data: rows } = await query.throwOnError();
      const stored = new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
      const lost = [];
      for (const edit of edits) {
        const { token, by, study, state } = edit;
        if (by === 'colleague' && state !== 'saved') continue;
        if (stored.get(study)?.includes(token)) count('edits stored');
        else if (decided.has(token)) count('edits decided against');
        else if (shown.includes(token)) count('edits on screen');
        else lost.push(`${token} by ${by} in ${study}, last told: ${state}`);
      }
      for (const address of pictures) {
        const { pathname } = new URL(address, site.url);
        if ((await fetch(site.url + pathname)).ok) count('pictures stored');
        else lost.push(`picture ${pathname}`);
      }
      return lost;
    },
  };
}

export const tokensIn = (text: string): string[] => text.match(/edit-\d+\./g) ?? [];
