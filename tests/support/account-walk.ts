// Tries everything an attacker and a member can do with accounts, in every order up to a number of steps,
// against the embedded Auth service, its rules and the migrations. After each step it reads the role of
// every token that the attacker ever held. Orders that lead to the same state are continued once. Then does the
// same without one guard at a time, to test that the walk detects what is missing.
import { withAuthRules } from '../../scripts/lib/local/auth-rules.ts';
import { withMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';

type Questions = { steps: number; guards?: readonly { table: string; trigger: string }[] };

/** In which the walk finds each missing guard. */
const GUARD_STEPS = 2;

const ATTACKER = 'attacker@elsewhere.test';
const MEMBER = 'member@agency.test';
/** The member's second mailbox, which is not in staff_members. */
const PRIVATE = 'member@private.test';
const PASSWORDS = { attacker: 'Attackers-Own-1', member: 'Members-Own-1' };
/** Which mailboxes each of them reads. */
const MAILBOXES = { attacker: [ATTACKER], member: [MEMBER, PRIVATE] };

/** All tables of an account, children last. */
const TABLES = [
  ...['auth.users', 'auth.identities', 'auth.sessions', 'auth.refresh_tokens', 'auth.flow_state'],
  ...['auth.mfa_factors', 'public.staff_members', 'public.staff_requests'],
  ...['public.sign_off_requests', 'private.address_changes'],
];

export type Person = 'attacker' | 'member';

/** tokens of one session that a person holds */
export type Held = {
  id: string;
  person: Person;
  userId: string;
  access: string;
  refresh: string;
  aal: string;
};

/** a mailed link */
export type Link = { to: string; kind: string; token: string };

export type State = {
  tables: Record<string, string>;
  held: readonly Held[];
  links: readonly Link[];
};

export type Step = {
  name: string;
  person: Person | 'owner';
  isPossible: (state: State) => boolean;
  run: () => Promise<void>;
};

/** What a walk has seen; `findings` are the first orders of steps that gave the attacker a role. */
export type Walk = {
  sequences: number;
  /** Whether the membership has followed a change of address in one of the states. */
  hasMoved: boolean;
  states: number;
  requests: number;
  findings: { path: string[]; standing: string }[];
};

/** The walk with all guards, and per trigger one without it. */
export type Walks = Walk & { steps: number; seconds: number; unguarded: Record<string, Walk> };

export const walkAccounts = (questions: Questions) =>
  withMigratedDatabase((database) => walkAll(database, questions));

async function walkAll({ app, sql, keys }: MigratedDatabase, questions: Questions): Promise<Walks> {
  const fetchAuth = withAuthRules(sql, (request) =>
    app.fetch(request, { peerAddress: '127.0.0.1' }),
  );
  // Replaces the table of the hosted service, the only one with second factors.
  await sql.exec(`
    create table auth.mfa_factors (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references auth.users (id) on delete cascade,
      status text not null default 'verified'
    );`);

  let held: readonly Held[] = [];
  let links: readonly Link[] = [];
  let actor: Step['person'] = 'owner';
  const owners: Map<string, Step['person']> = new Map();
  app.drivers.email = {
    send: async ({ to, text = '' }) => {
      const address = new URL(/https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0] ?? '');
      const { token = '', type: kind = '' } = Object.fromEntries(address.searchParams);
      links = [...links, { to, kind, token }];
    },
  };

  const columns = await readColumns();
  const allSteps = listSteps();
  const nothing = await save();
  const started = Date.now();
  const report = await walk(questions.steps);
  const seconds = Math.round((Date.now() - started) / 1000);
  const unguarded: Record<string, Walk> = {};
  for (const { table, trigger } of questions.guards ?? []) {
    await sql.exec(`alter table ${table} disable trigger ${trigger}`);
    unguarded[trigger] = await walk(GUARD_STEPS, { endsWithFinding: true });
    await sql.exec(`alter table ${table} enable trigger ${trigger}`);
  }
  return { steps: questions.steps, ...report, seconds, unguarded };

  async function walk(steps: number, { endsWithFinding = false } = {}): Promise<Walk> {
    /** Every state once, with the first order of steps to it. */
    const known: Map<string, { state: State; path: string[] }> = await beginnings();
    /** The next state of each possible step. */
    const ways: Map<string, string[]> = new Map();
    const findings: Walk['findings'] = [];
    /** The number of orders of steps to each state at the current depth. */
    let layer = new Map([...known.keys()].map((print) => [print, 1]));
    let sequences = 0;
    for (let depth = 1; depth <= steps; depth += 1) {
      const next: Map<string, number> = new Map();
      for (const [print, orders] of layer) {
        if (!ways.has(print)) ways.set(print, await takeEveryStep(print));
        if (endsWithFinding && findings.length > 0) return reportSoFar();
        for (const there of ways.get(print) ?? []) {
          next.set(there, (next.get(there) ?? 0) + orders);
          sequences += orders;
        }
      }
      layer = next;
    }
    return reportSoFar();

    function reportSoFar() {
      const requests = [...ways.values()].flat().length;
      const hasMoved = [...known.values()].some(({ state }) =>
        state.tables['public.staff_members']?.includes(PRIVATE),
      );
      return { sequences, hasMoved, states: known.size, requests, findings: findings.slice(0, 5) };
    }

    async function takeEveryStep(print: string) {
      const { state, path } = known.get(print) ?? { state: await save(), path: [] };
      const leadsTo: string[] = [];
      let before = '';
      for (const step of allSteps) {
        if (!step.isPossible(state)) continue;
        if (before !== (await lastWrite())) {
          await load(state);
          before = await lastWrite();
        }
        actor = step.person;
        await step.run();
        if (before === (await lastWrite())) {
          leadsTo.push(print);
          continue;
        }
        const there = await fingerprint();
        leadsTo.push(there);
        if (known.has(there)) continue;
        known.set(there, { state: await save(), path: [...path, step.name] });
        const standing =
          (await bestStanding('attacker')) ?? ((await hasLeftLink()) ? 'link' : null);
        if (standing) findings.push({ path: [...path, step.name], standing });
      }
      return leadsTo;
    }
  }

  /** The start states: listed or not, and which person has an account or one with a changed email. */
  async function beginnings() {
    const found: Map<string, { state: State; path: string[] }> = new Map();
    const account = (person: Person) => [
      `${person} signs up as ${MAILBOXES[person][0]}`,
      `${person} opens the newest signup link`,
      `${person} sets a password`,
    ];
    const moved = [
      ...account('attacker'),
      `attacker changes the address to ${MEMBER}`,
      'attacker opens the newest email_change link',
    ];
    const both = [...account('attacker'), ...account('member')];
    /** The address is changed and not confirmed yet. */
    const between = [
      ...both,
      'the owner lists the member',
      `member asks to take the membership along to ${PRIVATE}`,
      `member changes the address to ${PRIVATE}`,
      'member opens the newest email_change link',
    ];
    const takenAlong = [
      ...between,
      `member asks to recover ${PRIVATE}`,
      'member opens the newest recovery link',
      'member sets a password',
    ];
    const accounts = [[], account('attacker'), account('member'), both, moved];
    for (const people of [...accounts, between, takenAlong]) {
      for (const path of [people, [...people, 'the owner lists the member']]) {
        await load(nothing);
        for (const wanted of path) {
          const step = allSteps.find((one) => one.name === wanted);
          if (!step) throw new Error(`There is no step "${wanted}"`);
          actor = step.person;
          await step.run();
        }
        found.set(await fingerprint(), { state: await save(), path });
      }
    }
    return found;
  }

  function listSteps(): Step[] {
    const list: Step[] = [
      {
        name: 'the owner lists the member',
        person: 'owner',
        isPossible: () => true,
        run: () => listMember(true),
      },
      {
        name: 'the owner removes the member',
        person: 'owner',
        isPossible: () => true,
        run: () => listMember(false),
      },
      {
        // Who makes a link for a client knows it, and keeps it.
        name: 'the member asks a client',
        person: 'owner',
        isPossible: ({ tables }) =>
          tables['public.staff_members'] !== '[]' && tables['public.sign_off_requests'] === '[]',
        run: askClient,
      },
    ];
    for (const person of ['attacker', 'member'] as const) {
      const password = PASSWORDS[person];
      const add = (
        what: string,
        run: () => Promise<unknown>,
        isPossible: Step['isPossible'] = () => true,
      ) => {
        list.push({
          name: `${person} ${what}`,
          person,
          isPossible,
          run: async () => void (await run()),
        });
      };
      const holds = (state: State) => state.held.some((one) => one.person === person);
      const addresses = person === 'attacker' ? [ATTACKER, MEMBER] : [MEMBER];
      for (const email of addresses) {
        add(`signs up as ${email}`, () => post('/signup', { email, password }));
        add(`asks to recover ${email}`, () => post('/recover', { email }));
        add(`signs in as ${email}`, () =>
          hold(person, post('/token?grant_type=password', { email, password })),
        );
      }
      for (const email of [ATTACKER, MEMBER, PRIVATE]) {
        add(
          `changes the address to ${email}`,
          () => withEach(person, (one) => put({ email }, one)),
          holds,
        );
      }
      // Of an attacker, who has no role, the database refuses the question (address-change.test.ts).
      if (person === 'member') {
        add(`asks to recover ${PRIVATE}`, () => post('/recover', { email: PRIVATE }));
        add(
          `asks to take the membership along to ${PRIVATE}`,
          () => withEach(person, (one) => askToMove(PRIVATE, one)),
          (state) => holds(state) && state.tables['public.staff_members'] !== '[]',
        );
      }
      // Old links are kept: each mailbox has the newest and the oldest of every kind.
      for (const kind of ['signup', 'recovery', 'email_change']) {
        for (const age of ['newest', 'oldest'] as const) {
          add(
            `opens the ${age} ${kind} link`,
            () => openLink(person, kind, age),
            (state) => linksOf(state.links, person, kind).length > (age === 'newest' ? 0 : 1),
          );
        }
      }
      add(
        'sets a password',
        () => withEach(person, (one) => put({ password, current_password: password }, one)),
        holds,
      );
      add('refreshes', () => withEach(person, refresh), holds);
      add('enrols a second factor', () => withEach(person, enrol), holds);
      for (const scope of ['others', 'global']) {
        add(
          `signs out: ${scope}`,
          () => withEach(person, (one) => send('POST', `/logout?scope=${scope}`, {}, one)),
          holds,
        );
      }
    }
    return list;
  }

  async function listMember(isListed: boolean) {
    // As an editor: the role with the fewest conditions.
    await sql.query(
      isListed
        ? `insert into public.staff_members (email, role) values ($1, 'editor') on conflict do nothing`
        : `delete from public.staff_members where email in ($1, '${PRIVATE}')`,
      [MEMBER],
    );
  }

  /** As the app does: proves the password by a session that it ends at once. */
  async function askToMove(email: string, one: Held) {
    const { rows } = await sql.query('select email from auth.users where id = $1', [one.userId]);
    const proof = await post('/token?grant_type=password', {
      ...{ email: rows[0]?.email, password: PASSWORDS[one.person] },
    });
    // Refused without the rights of staff, or without the password.
    await asHolder(one, () =>
      sql.query('select public.ask_address_change($1)', [email]).then(
        () => sql.exec('commit'),
        () => sql.exec('rollback'),
      ),
    );
    const probe = proof?.access_token ? claimsOf(proof.access_token).session_id : null;
    await sql.query('delete from auth.sessions where id::text = $1', [probe]);
  }

  async function askClient() {
    await sql.query(
      `insert into public.sign_off_requests
         (kind, document_id, version, title, content, client_name, asked_by_email, expires_at)
       select 'post', gen_random_uuid(), 1, '', '{}', 'Dana', email, now() + interval '1 day'
       from public.staff_members order by email limit 1`,
    );
  }

  /** Whether the link of a former member is open. */
  async function hasLeftLink(): Promise<boolean> {
    const { rows } = await sql.query(
      `select exists (
         select from public.sign_off_requests as request
         where request.withdrawn_at is null and not exists (
           select from public.staff_members as member where member.email = request.asked_by_email
         )
       ) as is_left`,
    );
    return rows[0]?.is_left;
  }

  function linksOf(all: readonly Link[], person: Person, kind: string) {
    return all.filter((link) => link.kind === kind && MAILBOXES[person].includes(link.to));
  }

  async function openLink(person: Person, kind: string, age: 'newest' | 'oldest') {
    const [link] = linksOf(links, person, kind).slice(age === 'newest' ? -1 : 0);
    await hold(person, post('/verify', { type: kind, token_hash: link?.token }));
  }

  async function withEach(person: Person, work: (one: Held) => Promise<unknown>) {
    for (const one of held.filter((candidate) => candidate.person === person)) await work(one);
  }

  function refresh(one: Held) {
    const answer = post('/token?grant_type=refresh_token', { refresh_token: one.refresh });
    return hold(one.person, answer, one.aal);
  }

  /** Like the hosted service: only for a valid session, which then has two factors. */
  async function enrol(one: Held) {
    const { rows } = await sql.query(
      `insert into auth.mfa_factors (user_id) select user_id from auth.sessions
       where id::text = $1 and ($2 = 'aal2' or not exists (
         select from auth.mfa_factors as factor where factor.user_id = sessions.user_id
       )) returning id`,
      [one.id, one.aal],
    );
    if (rows.length > 0)
      held = held.map((other) => (other.id === one.id ? { ...other, aal: 'aal2' } : other));
  }

  /** Keeps the tokens issued by the Auth service. */
  async function hold(
    person: Person,
    answer: Promise<{ access_token: string; refresh_token: string } | null>,
    aal: string = 'aal1',
  ) {
    const tokens = await answer;
    if (!tokens?.access_token) return;
    const { session_id: id, sub: userId } = claimsOf(tokens.access_token);
    const one = {
      id,
      person,
      userId,
      access: tokens.access_token,
      refresh: tokens.refresh_token,
      aal,
    };
    held = [...held.filter((other) => other.id !== id || other.person !== person), one];
  }

  function post(path: string, body: object) {
    return send('POST', path, body);
  }

  function put(body: object, one: Held) {
    return send('PUT', '/user', body, one);
  }

  async function send(method: string, path: string, body: object, one?: Held) {
    const response = await fetchAuth(
      new Request(`http://localhost/auth/v1${path}`, {
        method,
        headers: {
          apikey: keys.publishableKey,
          'content-type': 'application/json',
          ...(one && { authorization: `Bearer ${one.access}` }),
        },
        body: JSON.stringify(body),
      }),
    );
    const text = await response.text();
    return text.startsWith('{') ? JSON.parse(text) : null;
  }

  /** The highest role of this person's tokens: null is correct for an attacker. */
  async function bestStanding(person: Person) {
    for (const one of held.filter((candidate) => candidate.person === person)) {
      const standing = await asHolder(one, async () => {
        const { rows } = await sql.query('select private.staff_standing() as standing');
        await sql.exec('rollback');
        return rows[0]?.standing;
      });
      if (standing) return standing;
    }
    return null;
  }

  /** @param ask ends the transaction, in which the caller has the token of this person */
  async function asHolder<Answer>(one: Held, ask: () => Promise<Answer>): Promise<Answer> {
    const claims = { sub: one.userId, role: 'authenticated', session_id: one.id, aal: one.aal };
    await sql.exec(`
      begin;
      select set_config('request.jwt.claims', '${JSON.stringify(claims)}', true),
        set_config('request.jwt.claim.sub', '${one.userId}', true);`);
    return ask();
  }

  /** @returns the stored columns of each table */
  async function readColumns(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const table of TABLES) {
      const { rows } = await sql.query(
        `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      found[table] = rows[0]?.list;
    }
    return found;
  }

  async function save(): Promise<State> {
    const { rows } = await sql.query(
      `select ${TABLES.map(
        (table, place) =>
          `(select coalesce(jsonb_agg(row), '[]') from (select ${columns[table]} from ${table}) as row)::text as t${place}`,
      ).join(', ')}`,
    );
    const tables = Object.fromEntries(
      TABLES.map((table, place) => [table, rows[0]?.[`t${place}`]]),
    );
    return { tables, held, links };
  }

  async function load(state: State) {
    ({ held, links } = state);
    // Triggers and foreign keys are off while rows are restored.
    await sql.exec(
      `set session_replication_role = replica; delete from ${TABLES.join('; delete from ')};`,
    );
    for (const table of TABLES) {
      if (state.tables[table] === '[]') continue;
      await sql.query(
        `insert into ${table} (${columns[table]})
         select ${columns[table]} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [state.tables[table]],
      );
    }
    await sql.exec('set session_replication_role = origin');
  }

  /** Changes with every write to the database. */
  async function lastWrite() {
    const { rows } = await sql.query(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as place',
    );
    return rows[0]?.place;
  }

  /** The state without ids and times: states with the same fingerprint are one. */
  async function fingerprint() {
    const { rows: users } = await sql.query(
      `select id, email, email_confirmed_at is not null as confirmed, encrypted_password as password, email_change,
         confirmation_token, recovery_token, email_change_token_current, email_change_token_new,
         (select count(*) from auth.mfa_factors as factor where factor.user_id = users.id) as factors
       from auth.users order by email`,
    );
    const { rows: live } = await sql.query('select id, tag from auth.sessions');
    const sessions = new Map(live.map(({ id, tag }) => [id, tag]));
    const { rows: members } = await sql.query('select email from public.staff_members');
    const { rows: refreshable } = await sql.query(
      'select token from auth.refresh_tokens where not revoked',
    );
    const tokens = new Set(refreshable.map(({ token }) => token));
    const accounts = users.map((user) => [
      ...[
        user.email,
        user.confirmed,
        user.email_change || '',
        user.factors,
        ownerOf(user.password),
      ],
      ...[user.confirmation_token, user.recovery_token].map(placeOf),
      ...[user.email_change_token_current, user.email_change_token_new].map(placeOf),
      // A session that nobody holds is irrelevant, and so is a second equal one.
      ...new Set(
        held
          .filter((one) => one.userId === user.id && sessions.has(one.id))
          .map((one) => [one.person, one.aal, sessions.get(one.id), tokens.has(one.refresh)].join())
          .sort(),
      ),
    ]);
    const { rows: requests } = await sql.query(
      'select withdrawn_at is null as is_open from public.sign_off_requests',
    );
    const { rows: moves } = await sql.query('select to_email from private.address_changes');
    return JSON.stringify([accounts, members, requests, moves]);
  }

  /** The person who knows the password: a new hash was set by the acting person. */
  function ownerOf(hash: string | null) {
    if (!hash) return 'none';
    if (!owners.has(hash)) owners.set(hash, actor);
    return owners.get(hash);
  }

  /** The mailbox in which a link of an account can be opened now. */
  function placeOf(token: string | null) {
    const link = links.find((one) => one.token === token);
    if (!link) return '';
    const alike = links.filter((one) => one.to === link.to && one.kind === link.kind);
    return link === alike.at(-1) || link === alike[0] ? link.to : '';
  }
}

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
