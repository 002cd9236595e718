import { createHash, createHmac, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import {
  asService,
  backend,
  call,
  createAudiences,
  followLink,
  makeStaff,
  rpc,
  signUp,
  type Caller,
  type Reply,
} from '../support/backend';

// Every verb of the storage API × every role. Only the upload function writes to the bucket, with the service key; the
// same requests with that key prove that they are valid. With PROVE_ALL=1 every role tries every content type.

const OBJECTS = '/storage/v1/object';
const ROLES = [
  ...['anonymous', 'nonMember', 'editor', 'owner'],
  ...['editor without a password', 'removed editor'],
] as const;
type Role = (typeof ROLES)[number];
const STAFF: readonly Role[] = ['editor', 'owner'];

const HTML = new TextEncoder().encode('<script>alert(document.domain)</script>');
const SVG = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const SCRIPT = new TextEncoder().encode('alert(1)');

const isComplete = process.env.PROVE_ALL === '1';

type Content = { extension: string; type: string; bytes: Uint8Array; isAllowed: boolean };
let contents: Content[];
/** Tried by owners and with the service key. */
let samples: Content[];
/** Different from all other contents, so that overwriting is detected. */
let keptPicture: Uint8Array;
let keptHash: string;
let callers: Record<Role, Caller>;

beforeAll(async () => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#e4572e' } });
  const png = new Uint8Array(await picture.png().toBuffer());
  keptPicture = new Uint8Array(await picture.clone().negate().png().toBuffer());
  keptHash = hashOf(keptPicture);
  const jpeg = new Uint8Array(await picture.jpeg().toBuffer());
  contents = [
    { extension: 'png', type: 'image/png', bytes: png, isAllowed: true },
    { extension: 'jpg', type: 'image/jpeg', bytes: jpeg, isAllowed: true },
    { extension: 'html', type: 'text/html', bytes: HTML, isAllowed: false },
    { extension: 'svg', type: 'image/svg+xml', bytes: SVG, isAllowed: false },
    { extension: 'js', type: 'text/javascript', bytes: SCRIPT, isAllowed: false },
    // The bucket checks the declared type only, therefore only the function may write.
    { extension: 'html', type: 'image/png', bytes: HTML, isAllowed: true },
  ];
  samples = isComplete ? contents : contents.filter((_, place) => [0, 2, 5].includes(place));
  const { anonymous, nonMember, editor, owner } = await createAudiences();
  callers = {
    anonymous,
    nonMember,
    editor,
    owner,
    'editor without a password': await createEditorWithoutPassword(),
    'removed editor': await createRemovedEditor(owner),
  };
});

/** Signed in by the mailed link, with a password still to be chosen. */
async function createEditorWithoutPassword(): Promise<Caller> {
  const email = `without-password-${randomUUID().slice(0, 8)}@agency.test`;
  await makeStaff(email, 'editor');
  await call(callerless, 'POST', '/auth/v1/signup', { email, password: 'Crafted-Over-Time-1' });
  return followLink(email);
}

/** Removed from staff, with the session still open. */
async function createRemovedEditor(owner: Caller): Promise<Caller> {
  const email = `removed-${randomUUID().slice(0, 8)}@agency.test`;
  const editor = await signUp(email);
  await makeStaff(email, 'editor');
  const removed = await rpc(owner, 'remove_staff_member', { member_email: email });
  expect(removed.status).toBeLessThan(300);
  return editor;
}

const callerless: Caller = { name: 'anonymous', email: null, userId: null, token: null };

/** Sends a request as an API role or with the service key. */
type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;
const as =
  (caller: Caller): Send =>
  (...request) =>
    call(caller, ...request);

/** `kept` exists, `fresh` does not exist. */
type Target = { kept: string; fresh: string; content: Content };
const typed = ({ type }: Content, headers: Record<string, string> = {}) => ({
  'content-type': type,
  ...headers,
});

const WRITES: Record<string, (send: Send, target: Target) => Promise<Reply>> = {
  'POST a new object': (send, { fresh, content }) =>
    send('POST', `${OBJECTS}/images/${fresh}`, content.bytes, typed(content)),
  'POST a new object as a form': (send, { fresh, content }) => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(content.bytes)], 'file', { type: content.type }));
    return send('POST', `${OBJECTS}/images/${fresh}`, form);
  },
  'POST over an object with upsert': (send, { kept, content }) =>
    send(
      'POST',
      `${OBJECTS}/images/${kept}`,
      content.bytes,
      typed(content, { 'x-upsert': 'true' }),
    ),
  'PUT over an object': (send, { kept, content }) =>
    send('PUT', `${OBJECTS}/images/${kept}`, content.bytes, typed(content)),
  'PUT a new object': (send, { fresh, content }) =>
    send('PUT', `${OBJECTS}/images/${fresh}`, content.bytes, typed(content)),
  'create a signed upload address and use it': async (send, { fresh, content }) => {
    const created = await send('POST', `${OBJECTS}/upload/sign/images/${fresh}`, {}, {});
    if (created.status >= 400) return created;
    return send('PUT', created.data.signedUrl, content.bytes, typed(content));
  },
  'create a signed upload address with upsert and use it': async (send, { kept, content }) => {
    const path = `${OBJECTS}/upload/sign/images/${kept}`;
    const created = await send('POST', path, {}, { 'x-upsert': 'true' });
    if (created.status >= 400) return created;
    return send('PUT', created.data.signedUrl, content.bytes, typed(content));
  },
};

const MOVES: Record<string, (send: Send, kept: string, fresh: string) => Promise<Reply>> = {
  move: (send, kept, fresh) =>
    send('POST', `${OBJECTS}/move`, {
      bucketId: 'images',
      sourceKey: kept,
      destinationKey: fresh,
    }),
  copy: (send, kept, fresh) =>
    send('POST', `${OBJECTS}/copy`, {
      bucketId: 'images',
      sourceKey: kept,
      destinationKey: fresh,
    }),
  'copy with upsert': (send, kept, fresh) =>
    send(
      'POST',
      `${OBJECTS}/copy`,
      { bucketId: 'images', sourceKey: kept, destinationKey: fresh },
      { 'x-upsert': 'true' },
    ),
};

/** A folder of its own with one picture in it. */
async function arrange(extension = 'png') {
  const folder = randomUUID();
  const kept = `${folder}/kept.${extension}`;
  const stored = await asService('POST', `${OBJECTS}/images/${kept}`, keptPicture, {
    'content-type': 'image/png',
  });
  expect(stored.status).toBe(200);
  return { folder, kept, fresh: `${folder}/fresh.${extension}` };
}

/** The stored objects of the folder, with their types and hashes. */
async function lookInto(folder: string): Promise<Stored[]> {
  const { data } = await asService('POST', `${OBJECTS}/list/images`, { prefix: folder });
  return Promise.all(
    data.map(async ({ name, metadata }: StoredEntry) => {
      const content = await download(`${folder}/${fileName(name)}`);
      return { name: fileName(name), type: metadata.mimetype, hash: hashOf(content) };
    }),
  );
}
type Stored = { name: string; type: string; hash: string };
type StoredEntry = { name: string; metadata: { mimetype: string } };

const onlyKept = (extension = 'png'): Stored[] => [
  { name: `kept.${extension}`, type: 'image/png', hash: keptHash },
];

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The embedded backend names an entry with its folder, hosted storage without. */
const fileName = (name: string) => name.slice(name.lastIndexOf('/') + 1);

const addressOf = (path: string) => `/storage/v1/object/public/images/${path}`;
const download = async (path: string) =>
  new Uint8Array(await (await fetch(`${backend.url}${addressOf(path)}`)).arrayBuffer());

async function namesIn(who: Caller, folder: string): Promise<string[]> {
  const { data } = await call(who, 'POST', `${OBJECTS}/list/images`, { prefix: folder });
  return Array.isArray(data) ? data.map(({ name }: StoredEntry) => fileName(name)) : [];
}

const everyRoleWith = (verbs: object) =>
  Object.keys(verbs).flatMap((verb) => ROLES.map((role) => [role, verb] as const));

test.for(everyRoleWith(WRITES))('R-14: %s may not: %s, of any type', async ([role, verb]) => {
  for (const content of isComplete || role === 'owner' ? samples : contents.slice(0, 1)) {
    const { folder, kept, fresh } = await arrange(content.extension);
    const reply = await WRITES[verb]?.(as(callers[role]), { kept, fresh, content });
    expect(reply?.status, content.type).toBeGreaterThanOrEqual(400);
    expect(await lookInto(folder), content.type).toEqual(onlyKept(content.extension));
  }
});

test.for(Object.keys(WRITES))(
  'the service key may: %s, of the types of the bucket',
  async (verb) => {
    for (const content of samples) {
      const { folder, kept, fresh } = await arrange(content.extension);
      const reply = await WRITES[verb]?.(asService, { kept, fresh, content });
      const after = await lookInto(folder);
      expect([content.type, reply?.status === 200], content.type).toEqual([
        content.type,
        content.isAllowed,
      ]);
      if (content.isAllowed) expect(after).not.toEqual(onlyKept(content.extension));
      else expect(after).toEqual(onlyKept(content.extension));
    }
  },
);

test.for(everyRoleWith(MOVES))('R-15: %s may not: %s', async ([role, verb]) => {
  const { folder, kept, fresh } = await arrange();
  const reply = await MOVES[verb]?.(as(callers[role]), kept, fresh);
  expect(reply?.status).toBeGreaterThanOrEqual(400);
  expect(await lookInto(folder)).toEqual(onlyKept());
});

test.for(Object.keys(MOVES))('the service key may: %s', async (verb) => {
  const { folder, kept, fresh } = await arrange();
  const reply = await MOVES[verb]?.(asService, kept, fresh);
  expect(reply?.status).toBe(200);
  expect((await lookInto(folder)).map(({ name }) => name)).toContain('fresh.png');
});

test.for(ROLES)('R-14: %s may not use a self-made signed upload URL', async (role) => {
  const { folder, kept, fresh } = await arrange();
  const [png] = contents;
  for (const path of [kept, fresh]) {
    const claims = { sub: path, bucket: 'images', intent: 'upload', upsert: true };
    const forged = `${OBJECTS}/upload/sign/images/${path}?token=${signed(claims)}`;
    const reply = await call(callers[role], 'PUT', forged, png?.bytes, {
      'content-type': 'image/png',
    });
    expect(reply.status).toBeGreaterThanOrEqual(400);
  }
  // A download token does not permit an upload.
  const { data } = await call(callers.owner, 'POST', `${OBJECTS}/sign/images/${kept}`, {
    expiresIn: 60,
  });
  const token = new URL(data.signedUrl, 'http://localhost').searchParams.get('token');
  const address = `${OBJECTS}/upload/sign/images/${kept}?token=${token}`;
  const reply = await call(callers[role], 'PUT', address, png?.bytes, {
    'content-type': 'image/png',
  });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await lookInto(folder)).toEqual(onlyKept());
});

/** Well formed, signed with the attacker's key. */
function signed(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const anHourAhead = Math.floor(Date.now() / 1000) + 3600;
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, exp: anHourAhead })}`;
  return `${body}.${createHmac('sha256', 'a key of the attacker').update(body).digest('base64url')}`;
}

// Hosted projects offer two more ways to write, under the same policies. The embedded backend has neither.
test.for(ROLES)('R-14: %s may not upload by TUS or S3', async (role) => {
  const { folder, fresh } = await arrange();
  const [png] = contents;
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const tus = await call(callers[role], 'POST', '/storage/v1/upload/resumable', png?.bytes, {
    'tus-resumable': '1.0.0',
    'upload-length': String(png?.bytes.length),
    'upload-metadata': `bucketName ${encode('images')},objectName ${encode(fresh)}`,
    'content-type': 'application/offset+octet-stream',
  });
  const s3 = await call(callers[role], 'PUT', `/storage/v1/s3/images/${fresh}`, png?.bytes, {
    'content-type': 'image/png',
  });
  expect([tus.status >= 400, s3.status >= 400]).toEqual([true, true]);
  expect(await lookInto(folder)).toEqual(onlyKept());
});

test.for(ROLES)('R-14: %s may not create, change, empty or delete a bucket', async (role) => {
  const { folder } = await arrange();
  const bucket = (await asService('GET', '/storage/v1/bucket/images')).data;
  const name = `own-${randomUUID()}`;
  const replies = [
    await call(callers[role], 'POST', '/storage/v1/bucket', { id: name, name, public: true }),
    await call(callers[role], 'PUT', '/storage/v1/bucket/images', {
      public: true,
      allowed_mime_types: ['text/html'],
    }),
    await call(callers[role], 'POST', '/storage/v1/bucket/images/empty'),
    await call(callers[role], 'DELETE', '/storage/v1/bucket/images'),
  ];
  for (const { status } of replies) expect(status).toBeGreaterThanOrEqual(400);
  expect((await asService('GET', `/storage/v1/bucket/${name}`)).status).toBeGreaterThanOrEqual(400);
  expect((await asService('GET', '/storage/v1/bucket/images')).data).toEqual(bucket);
  expect(await lookInto(folder)).toEqual(onlyKept());
});

test.for(ROLES)('STOR-1, PERM-10, R-30: %s lists and deletes only if staff', async (role) => {
  const isStaff = STAFF.includes(role);
  const { folder, kept } = await arrange();
  expect(await namesIn(callers[role], folder)).toEqual(isStaff ? ['kept.png'] : []);
  await call(callers[role], 'DELETE', `${OBJECTS}/images`, { prefixes: [kept] });
  expect(await lookInto(folder)).toHaveLength(isStaff ? 0 : 1);
});

test.for(ROLES)('R-30: %s creates signed download URLs only if staff', async (role) => {
  const { kept } = await arrange();
  const { status } = await call(callers[role], 'POST', `${OBJECTS}/sign/images/${kept}`, {
    expiresIn: 60,
  });
  expect(status < 400).toBe(STAFF.includes(role));
});

test.for(ROLES)('DATA-27: %s fetches a picture by its URL', async (role) => {
  const { kept } = await arrange();
  expect((await call(callers[role], 'GET', addressOf(kept))).status).toBe(200);
});

test('R-14: an object is served with its stored type, for any name', async () => {
  for (const content of contents.filter(({ isAllowed }) => isAllowed)) {
    const path = `${randomUUID()}.html`;
    await asService('POST', `${OBJECTS}/images/${path}`, content.bytes, typed(content));
    const { headers } = await call(callerless, 'GET', addressOf(path));
    expect([
      headers.get('content-type'),
      headers.get('x-content-type-options'),
      headers.get('content-security-policy'),
    ]).toEqual([content.type, 'nosniff', "sandbox; default-src 'none'"]);
  }
});

test('DATA-27: the bucket is public, with the size and types of the upload rules', async () => {
  const { data } = await asService('GET', '/storage/v1/bucket/images');
  expect(data).toMatchObject({
    public: true,
    file_size_limit: 5 * 1024 * 1024,
    allowed_mime_types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  });
  const store = (size: number) =>
    asService('POST', `${OBJECTS}/images/${randomUUID()}.png`, new Uint8Array(size), {
      'content-type': 'image/png',
    });
  expect((await store(5 * 1024 * 1024)).status).toBe(200);
  expect((await store(5 * 1024 * 1024 + 1)).status).toBeGreaterThanOrEqual(400);
});

test('STOR-3: without upsert the service key overwrites nothing', async () => {
  const { kept } = await arrange();
  const [png] = contents;
  const again = await asService('POST', `${OBJECTS}/images/${kept}`, png?.bytes, {
    'content-type': 'image/png',
  });
  expect(again.data).toMatchObject({ statusCode: '409' });
});
