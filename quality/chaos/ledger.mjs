import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { pick } from './faults.mjs';
import { STAFF } from '../../scripts/lib/seed.mjs';

/**
 * @typedef {object} Edit
 * @property {string} token the typed text, unique
 * @property {string} study
 * @property {string} by
 * @property {string} state the last message of the site about it
 * @property {number} line of the journal when it was typed
 *
 * @typedef {ReturnType<typeof createLedger>} Ledger
 */

/** Lines of the journal that show how an edit was lost. */
const STORY_LINES = 20;
/** Columns of a study that editors and colleagues change. */
const TEXTS =
  'title,headline,subhead,description,challenge,solution,results,what_we_loved,client_quote,outcome,' +
  'industry,meta_description,client_name,timeline,role,cta_headline,cta_text';

/**
 * Records typed texts and the messages of the site about them, and compares them with the stored rows.
 *
 * @param {import('../breakable-site.mjs').BreakableSite} site
 */
export function createLedger({ stack }) {
  /** @type {Map<string, Edit>} */
  const edits = new Map();
  /** @type {Set<string>} tokens rejected in a comparison */
  const decided = new Set();
  /** @type {string[]} URLs of pictures that the site reported as uploaded */
  const pictures = [];
  /** @type {Record<string, number>} */
  const counts = {};
  /** @type {string[]} */
  const notes = [];
  /** @type {string[]} */
  const stuck = [];
  /** @type {{ by: string, study: string, line: string }[]} */
  const diary = [];

  const count = (/** @type {string} */ what) => (counts[what] = (counts[what] ?? 0) + 1);
  const note = (/** @type {string} */ what, detail = '') => {
    count(what);
    const [line = ''] = detail.split('\n');
    notes.push(`${new Date().toISOString().slice(11, 19)} ${what}: ${line}`);
  };

  /** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  async function ask(path, body) {
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

  /** @param {string} study @param {number | null} version @param {object} fields */
  const save = (study, version, fields) =>
    ask('/rest/v1/rpc/save_case_study', {
      study_id: study,
      expected_version: version,
      fields,
      metrics: [],
      gallery: [],
    });

  /** The journal of the writer after a lost edit. @param {Edit} edit */
  const storyOf = ({ by, study, line }) =>
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

    /** @param {string} by @param {string} study @param {string} what */
    tell(by, study, what, detail = '') {
      count(what);
      const line = `${new Date().toISOString().slice(11, 23)} ${what} ${detail}`.trim();
      diary.push({ by, study, line });
    },

    /** @param {number} number */
    async createStudies(number) {
      const ids = Array.from({ length: number }, () => randomUUID());
      for (const [place, id] of ids.entries()) {
        await save(id, null, { title: `Chaos ${place + 1}`, status: 'published' });
      }
      return ids;
    },

    /** @param {string} study @param {string} by @returns {Edit} */
    write(study, by) {
      const token = `edit-${edits.size + 1}.`;
      const edit = { token, study, by, state: 'typed', line: diary.length };
      edits.set(token, edit);
      this.tell(by, study, 'edits typed', token);
      return edit;
    },

    /** @param {string[]} kept @param {string[]} given */
    decide(kept, given) {
      for (const text of given.flatMap(tokensIn)) {
        if (!kept.some((side) => side.includes(text))) decided.add(text);
      }
    },

    /** @param {string} address */
    uploaded(address) {
      pictures.push(address);
    },

    /**
     * A colleague on another machine, whose saves fail only while the backend is down.
     *
     * @param {() => boolean} isOver
     * @param {readonly string[]} studies
     * @param {import('./faults.mjs').Random} random
     */
    async colleagueWritesUntil(isOver, studies, random) {
      while (!isOver()) {
        await wait(10_000 + random() * 20_000);
        const study = pick(random, studies);
        const column = pick(random, ['headline', 'role', 'industry']);
        try {
          const [row] = await ask(`/rest/v1/case_studies?id=eq.${study}&select=version,${column}`);
          const edit = this.write(study, 'colleague');
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

    /** @param {string[]} shown texts of the screens that are still open @returns {Promise<string[]>} */
    async findLost(shown) {
      const rows = await ask(`/rest/v1/case_studies?title=like.Chaos*&select=id,${TEXTS}`);
      const stored = new Map(
        rows.map((/** @type {{ id: string }} */ row) => [row.id, JSON.stringify(row)]),
      );
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

/** @param {string} text @returns {string[]} */
export function tokensIn(text) {
  return text.match(/edit-\d+\./g) ?? [];
}
