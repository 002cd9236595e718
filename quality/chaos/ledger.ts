import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BreakableSite } from '../breakable-site.ts';
import { pick, type Random } from './faults.ts';
import { STAFF } from '../../scripts/lib/seed.ts';

type Row = Record<string, string> & { id: string; version: number };

export type Edit = {
  /** The typed text, unique. */
  token: string;
  study: string;
  by: string;
  /** The last message of the site about it. */
  state: string;
  /** Of the journal when it was typed. */
  line: number;
};

export type Ledger = ReturnType<typeof createLedger>;

/** Lines of the journal that show how an edit was lost. */
const STORY_LINES = 20;
/** Columns of a study that editors and colleagues change. */
const TEXTS =
  'title,headline,subhead,description,challenge,solution,results,what_we_loved,client_quote,outcome,' +
  'industry,meta_description,client_name,timeline,role,cta_headline,cta_text';

/** Records typed texts and the messages of the site about them, and compares them with the stored rows. */
export function createLedger({ stack }: BreakableSite) {
  const edits: Map<string, Edit> = new Map();
  /** tokens rejected in a comparison */
  const decided: Set<string> = new Set();
  /** URLs of pictures that the site reported as uploaded */
  const pictures: string[] = [];
  const counts: Record<string, number> = {};
  const notes: string[] = [];
  const stuck: string[] = [];
  const diary: { by: string; study: string; line: string }[] = [];

  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  const note = (what: string, detail = '') => {
    count(what);
    const [line = ''] = detail.split('\n');
    notes.push(`${new Date().toISOString().slice(11, 19)} ${what}: ${line}`);
  };

  async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
    const headers = { apikey: stack.keys.publishableKey, 'content-type': 'application/json' };
    const session = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: JSON.stringify(STAFF),
    });
    const { access_token } = await session.json();
    const response = await fetch(`${stack.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, authorization: `Bearer ${access_token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  }

  const save = (study: string, version: number | null, fields: object) =>
    ask('/rest/v1/rpc/save_case_study', {
      study_id: study,
      expected_version: version,
      fields,
      metrics: [],
      gallery: [],
    });

  /** The journal of the writer after a lost edit. */
  const storyOf = ({ by, study, line }: Edit) =>
    diary
      .slice(line)
      .filter((entry) => entry.by === by && entry.study === study)
      .slice(0, STORY_LINES)
      .map((entry) => `\n      ${entry.line}`)
      .join('');

  return {
    counts,
    notes,
    stuck,
    count,
    note,

    tell(by: string, study: string, what: string, detail = '') {
      count(what);
      const line = `${new Date().toISOString().slice(11, 23)} ${what} ${detail}`.trim();
      diary.push({ by, study, line });
    },

    async createStudies(number: number) {
      const ids = Array.from({ length: number }, () => randomUUID());
      for (const [place, id] of ids.entries()) {
        await save(id, null, { title: `Chaos ${place + 1}` });
      }
      return ids;
    },

    write(study: string, by: string): Edit {
      const token = `edit-${edits.size + 1}.`;
      const edit = { token, study, by, state: 'typed', line: diary.length };
      edits.set(token, edit);
      this.tell(by, study, 'edits typed', token);
      return edit;
    },

    decide(kept: string[], given: string[]) {
      for (const text of given.flatMap(tokensIn)) {
        if (!kept.some((side) => side.includes(text))) decided.add(text);
      }
    },

    uploaded(address: string) {
      pictures.push(address);
    },

    /** A colleague on another machine, whose saves fail only while the backend is down. */
    async colleagueWritesUntil(isOver: () => boolean, studies: readonly string[], random: Random) {
      while (!isOver()) {
        await wait(10_000 + random() * 20_000);
        const study = pick(random, studies);
        const column = pick(random, ['headline', 'role', 'industry']);
        try {
          const [row] = await ask<Row[]>(
            `/rest/v1/case_studies?id=eq.${study}&select=version,${column}`,
          );
          const edit = this.write(study, 'colleague');
          if (!row) throw new Error(`${study} is gone`);
          const text = `${row[column] ?? ''} ${edit.token}`.slice(-100).trim();
          edit.state = 'not sent';
          await save(study, row.version, { [column]: text });
          edit.state = 'saved';
          this.decide([text], [row[column] ?? '']);
        } catch {
          // The backend is down, or the version is old: the colleague tries again later.
        }
      }
    },

    /** @param shown texts of the screens that are still open */
    async findLost(shown: string[]): Promise<string[]> {
      const rows = await ask<Row[]>(`/rest/v1/case_studies?title=like.Chaos*&select=id,${TEXTS}`);
      const stored = new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
      const lost = [];
      for (const edit of edits.values()) {
        if (edit.by === 'colleague' && edit.state !== 'saved') continue;
        if (stored.get(edit.study)?.includes(edit.token)) count('edits stored');
        else if (decided.has(edit.token)) count('edits decided against');
        else if (shown.some((text) => text.includes(edit.token))) count('edits on screen');
        else {
          const { token, by, study, state } = edit;
          lost.push(`${token} by ${by} in ${study}, last told: ${state}${storyOf(edit)}`);
        }
      }
      for (const address of pictures) {
        const path = new URL(address, stack.url).pathname;
        if ((await fetch(`${stack.url}${path}`)).ok) count('pictures stored');
        else lost.push(`picture ${path}`);
      }
      return lost;
    },
  };
}

export function tokensIn(text: string): string[] {
  return text.match(/edit-\d+\./g) ?? [];
}
