import { createHmac, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument as blogDocument } from '../../supabase/functions/blog/openapi.ts';
import { openApiDocument as projectsDocument } from '../../supabase/functions/projects/openapi.ts';
import { askAccess } from '../support/access-questions';
import {
  anonymous,
  asService,
  backend,
  call,
  createAudiences,
  rpc,
  signUp,
  makeStaff,
  type Caller,
} from '../support/backend';
import { storeEnquiry, storeFile } from '../support/enquiries';
import { emptyOutbox } from '../support/outbox';
import { installedPostgres, startPostgres } from '../support/postgres';
import { AUDIENCES, BUCKETS, ENDPOINTS, FUNCTIONS, TABLES } from './access-table';

// Tables and functions are tried in Postgres itself, each attempt rolled back: in the embedded one, and in
// every PostgreSQL on this machine, set up like a hosted project. Tokens, storage and edge functions are tried
// over HTTP; invalid tokens on some tables and functions, with PROVE_ALL=1 on all. The rows come from the
// catalogue: an object missing in access-table.ts fails here, and so does an entry of access-table.ts that does
// not exist.

type Verdicts = Record<string, string>;
type Answers = Awaited<ReturnType<typeof askAccess>>;
let embedded: Answers;
let people: Awaited<ReturnType<typeof createAudiences>> & { removed: Caller };
let forgeries: Caller[];

beforeAll(async () => {
  embedded = await askAccess(questions);
  people = { ...(await createAudiences()), removed: await createRemovedMember() };
  forgeries = forgeTokens(people.owner);
  await storeFile((await storeEnquiry()).id);
}, 240_000);

const questions = {
  functions: Object.fromEntries(Object.entries(FUNCTIONS).map(([name, { call }]) => [name, call])),
  samples: Object.fromEntries(
    Object.entries(TABLES).flatMap(([name, { sample }]) => (sample ? [[name, sample]] : [])),
  ),
};

/** Still signed in: the session outlives the membership. */
async function createRemovedMember(): Promise<Caller> {
  const email = `removed-${randomUUID().slice(0, 8)}@agency.test`;
  const removed = await signUp(email);
  await makeStaff(email, 'owner');
  const owner = await signUp(`remover-${randomUUID().slice(0, 8)}@agency.test`);
  await makeStaff(owner.email ?? '', 'owner');
  expect((await rpc(removed, 'current_staff_role')).data).toBe('owner');
  await rpc(owner, 'remove_staff_member', { member_email: email });
  return { ...removed, name: 'removed member' };
}

/** The owner's claims in tokens that must be refused. */
function forgeTokens(owner: Caller): Caller[] {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = JSON.parse(Buffer.from(owner.token?.split('.')[1] ?? '', 'base64url').toString());
  const signed = (body: unknown, key: string) => {
    const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(body)}`;
    return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`;
  };
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
  const { jwtSecret } = backend;
  const tokens = {
    'expired token': signed({ ...claims, iat: anHourAgo - 3600, exp: anHourAgo }, jwtSecret),
    'token signed by another key': signed(claims, randomUUID()),
    'token of algorithm none': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    'token of algorithm none with the signature of a real one': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.${owner.token?.split('.')[2]}`,
  };
  return Object.entries(tokens).map(([name, token]) => ({ ...owner, name, token }));
}

const OPERATIONS = ['read', 'create', 'change', 'delete'] as const;
/** The four words of a verdict by audience. */
const byAudience = (verdict: string): Verdicts =>
  Object.fromEntries(
    AUDIENCES.map((audience, place) => [audience, verdict.split(' ')[place] ?? '']),
  );
const mayAnonymous = (verdict: string) => !/^(?:no|none)\b/.test(verdict);
const names = (list: object) => Object.keys(list).sort();
const columnsOf = (table: string) => embedded.tables[table]?.columns ?? [];

test('database.types.ts matches the migrations: run npm run types:database', async () => {
  expect(embedded.types).toContain('export type Database');
  expect(embedded.types).toBe(await readFile('src/lib/database.types.ts', 'utf8'));
});

describe('the embedded database', () => expectAccess(() => embedded));

const installed = installedPostgres().map(({ version, bin }) => [version, bin] as const);
if (installed.length === 0) test.skip('not run: no PostgreSQL is installed', () => {});

describe.each(installed)('PostgreSQL %s, set up like a hosted project', (_version, bin) => {
  let hosted: Answers;
  beforeAll(async () => {
    const postgres = await startPostgres(bin);
    try {
      hosted = await askAccess({ ...questions, postgres: postgres.url() });
    } finally {
      await postgres.stop();
    }
  }, 120_000);

  test('the migrations make the same there, and add what needs the hosted Auth service', () => {
    expect(embedded.catalogue.filter((line) => !hosted.catalogue.includes(line))).toEqual([]);
    const added = hosted.catalogue.filter((line) => !embedded.catalogue.includes(line));
    expect(added.map((line) => line.replace(/ (?:AFTER|BEFORE) .*/, ''))).toEqual([
      'CREATE TRIGGER audit_second_factor_change',
      'CREATE TRIGGER audit_second_factor_removal',
      'supabase_auth_admin has usage on schema private',
      'supabase_auth_admin has usage on schema public',
      'supabase_auth_admin may execute private.password_verification_attempt(jsonb)',
    ]);
  });

  expectAccess(() => hosted);
});

function expectAccess(answers: () => Answers) {
  test('the access table lists exactly the tables and views of the catalogue', () => {
    expect(names(answers().tables)).toEqual(names(TABLES));
    expect(
      names(answers().tables).filter((name) => answers().tables[name]?.total === 0),
      'without a row to try',
    ).toEqual([]);
  });

  test('the access table lists exactly the functions of the catalogue', () => {
    expect(
      answers()
        .functions.map(({ name }) => name)
        .sort(),
    ).toEqual(names(FUNCTIONS));
  });

  test('the access table lists exactly the buckets of the catalogue', () => {
    expect(answers().buckets).toEqual(names(BUCKETS));
  });

  test('every text, time and array has a bound', () => {
    expect(answers().unbounded).toEqual({
      known: [],
      tried: ['words', 'moment', 'day', 'list', 'note']
        .map((column) => `private.tried.${column}`)
        .sort(),
    });
  });

  test('API roles have no right on a sequence or an unexposed table', () => {
    expect(answers().behindTheScenes).toEqual([]);
  });

  test.for(
    names(TABLES).flatMap((table) => OPERATIONS.map((operation) => [operation, table] as const)),
  )('PERM-4, PERM-9, PERM-14, PERM-18, R-34: who may %s %s', ([operation, table]) => {
    const expected = byAudience(TABLES[table]?.[operation] ?? '');
    expect(answers().tables[table]?.[operation]).toEqual(forAll(expected));
  });

  test.for(names(TABLES))('R-34: %s is read with all its columns or not at all', (table) => {
    const { changeable, change } = TABLES[table] ?? {};
    const facts = answers().tables[table];
    expect(facts?.partlyReadable).toEqual([]);
    if (changeable) expect(facts?.changeable).toEqual(changeable);
    else if (change === 'no no no no') expect(facts?.changeable).toEqual([]);
  });

  test.for(names(FUNCTIONS))('R-34: the function %s', (name) => {
    const found = answers().functions.find((candidate) => candidate.name === name);
    expect(found?.may).toEqual(forAll(byAudience(FUNCTIONS[name]?.may ?? '')));
  });
}

/** A removed member has the rights of a non-member; so has an owner with a second factor until the session has its code. */
function forAll(expected: Verdicts): Verdicts {
  const { nonMember = '', owner = '' } = expected;
  return {
    ...expected,
    removed: nonMember,
    'enrolled, aal1': nonMember,
    'enrolled, no aal': nonMember,
    'enrolled, aal2': owner,
  };
}

test('the access table lists every edge function with its described paths', () => {
  const folders = readdirSync('supabase/functions', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
    .map(({ name }) => name);
  const listed = Object.keys(ENDPOINTS).map((endpoint) => /\/([^/]+)/.exec(endpoint)?.[1] ?? '');
  expect([...new Set(listed)].sort()).toEqual(folders.sort());
  for (const document of [blogDocument(), projectsDocument()]) {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) {
        expect(Object.keys(ENDPOINTS)).toContain(`${method.toUpperCase()} ${path}`);
      }
    }
  }
});

const METHODS = { read: 'GET', create: 'POST', change: 'PATCH', delete: 'DELETE' } as const;

/** The response equals a visitor's where visitors have access; everywhere else it is 401. */
async function expectNoMoreThanAnonymous(verdict: string, ask: (who: Caller) => Promise<number>) {
  const allowed = mayAnonymous(verdict) ? [401, await ask(anonymous)] : [401];
  const statuses = await Promise.all(forgeries.map(ask));
  forgeries.forEach(({ name }, place) => expect(allowed, name).toContain(statuses[place]));
}

/** A token is verified before the table or function is known, so one of each kind of access is enough. */
const sampled = <Name extends string>(all: Name[], sample: Name[]) =>
  process.env.PROVE_ALL === '1' ? all : sample;

test.for(
  sampled(names(TABLES), ['audit_events', 'case_studies', 'enquiries', 'security_events']).flatMap(
    (table) => OPERATIONS.map((operation) => [operation, table] as const),
  ),
)('R-01: an invalid token may not %s %s', ([operation, table]) => {
  const column = columnsOf(table)[0] ?? '';
  const path = `/rest/v1/${table}?select=${column}&${column}=is.null`;
  const body = operation === 'create' || operation === 'change' ? { [column]: null } : undefined;
  return expectNoMoreThanAnonymous(
    TABLES[table]?.[operation] ?? '',
    async (who) => (await call(who, METHODS[operation], path, body)).status,
  );
});

test.for(
  sampled(names(FUNCTIONS), [
    ...['current_staff_role', 'list_blog_posts', 'list_staff_members', 'save_case_study'],
  ]),
)('R-01: an invalid token may not call %s', (fn) => {
  const known = embedded.functions.find(({ name }) => name === fn)?.arguments ?? [];
  const args = Object.fromEntries(known.map((name) => [name, null]));
  return expectNoMoreThanAnonymous(
    FUNCTIONS[fn]?.may ?? '',
    async (who) => (await rpc(who, fn, args)).status,
  );
});

type BucketOperation = 'fetch' | 'list' | 'upload' | 'replace' | 'delete';
const BUCKET_OPERATIONS = ['fetch', 'list', 'upload', 'replace', 'delete'] as const;
const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const store = (who: Caller, method: 'POST' | 'PUT', bucket: string, path: string) =>
  call(who, method, `/storage/v1/object/${bucket}/${path}`, PNG, { 'content-type': 'image/png' });

async function mayInBucket(who: Caller, operation: BucketOperation, bucket: string) {
  const path = `${randomUUID()}.png`;
  if (operation === 'upload') return (await store(who, 'POST', bucket, path)).status === 200;
  const address = `/storage/v1/object/${bucket}`;
  const stored = await asService('POST', `${address}/${path}`, PNG, {
    'content-type': 'image/png',
  });
  expect(stored.status).toBe(200);
  switch (operation) {
    case 'fetch':
      return (await call(who, 'GET', `/storage/v1/object/public/${bucket}/${path}`)).status === 200;
    case 'list': {
      const { data } = await call(who, 'POST', `/storage/v1/object/list/${bucket}`, { prefix: '' });
      return Array.isArray(data) && data.length > 0;
    }
    case 'replace':
      return (await store(who, 'PUT', bucket, path)).status === 200;
    case 'delete': {
      const { data } = await call(who, 'DELETE', address, { prefixes: [path] });
      return Array.isArray(data) && data.length > 0;
    }
  }
}

test.for(
  names(BUCKETS).flatMap((bucket) =>
    BUCKET_OPERATIONS.map((operation) => [operation, bucket] as const),
  ),
)('R-30, R-34: who may %s in the bucket %s', async ([operation, bucket]) => {
  const expected = byAudience(BUCKETS[bucket]?.[operation] ?? '');
  const found: Verdicts = {};
  for (const audience of AUDIENCES) {
    found[audience] = (await mayInBucket(people[audience], operation, bucket)) ? 'yes' : 'no';
  }
  expect(found).toEqual(expected);
  expect(await mayInBucket(people.removed, operation, bucket)).toBe(expected.nonMember === 'yes');
  if (expected.anonymous === 'no') {
    const may = await Promise.all(forgeries.map((who) => mayInBucket(who, operation, bucket)));
    forgeries.forEach(({ name }, place) => expect(may[place], name).toBe(false));
  }
});

test('no API role creates, changes or deletes a bucket', async () => {
  for (const who of [...AUDIENCES.map((name) => people[name]), people.removed, ...forgeries]) {
    const made = await call(who, 'POST', '/storage/v1/bucket', {
      id: 'mine',
      name: 'mine',
      public: true,
    });
    const changed = await call(who, 'PUT', '/storage/v1/bucket/images', { public: false });
    const deleted = await call(who, 'DELETE', '/storage/v1/bucket/images');
    for (const { status } of [made, changed, deleted])
      expect(status, who.name).toBeGreaterThanOrEqual(400);
  }
  expect(await mayInBucket(anonymous, 'fetch', 'images')).toBe(true);
});

beforeAll(emptyOutbox);
afterAll(emptyOutbox);

const SITE = 'http://localhost:5173';

async function askEndpoint(who: Caller, endpoint: string): Promise<number> {
  const [method = '', path = ''] = endpoint.split(' ');
  const { url, publishableKey } = backend;
  const response = await fetch(`${url}/functions/v1${path.replace('{id}', randomUUID())}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: publishableKey,
      origin: SITE,
      'content-type': 'application/json',
      ...(who.token && { authorization: `Bearer ${who.token}` }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  });
  await response.arrayBuffer();
  return response.status;
}

const isRefused = (status: number) => status === 401 || status === 403;

test.for(Object.keys(ENDPOINTS))(
  'PERM-18, R-14: who may call %s',
  { timeout: 60_000 },
  async (endpoint) => {
    const expected = byAudience(ENDPOINTS[endpoint] ?? '');
    const found: Verdicts = {};
    for (const audience of AUDIENCES) {
      const status = await askEndpoint(people[audience], endpoint);
      expect(status, `${audience}: an answer, whatever it says`).toBeLessThan(500);
      found[audience] = isRefused(status) ? 'no' : 'yes';
    }
    expect(found).toEqual(expected);
    expect(isRefused(await askEndpoint(people.removed, endpoint))).toBe(
      expected.nonMember === 'no',
    );
    await expectNoMoreThanAnonymous(ENDPOINTS[endpoint] ?? '', (who) => askEndpoint(who, endpoint));
  },
);
