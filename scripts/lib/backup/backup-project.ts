import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openEmbeddedApp, setEmbeddedEnvironment } from '../local/embedded-database.ts';
import { root } from '../install.mjs';
import { FolderInUseError, lockFolder, lockHolder } from '../lock.ts';
import { runningStack } from '../local/running.ts';
import { StackError } from '../local/stack-error.ts';
import { startStack } from '../local/stack.ts';
import { openWorkspace, workspaceFolder } from '../local/workspace.ts';

/** A project accessed with the service key: hosted, or a local workspace. */
export type Project = {
  label: string;
  state: 'hosted' | 'running' | 'stopped';
  url: string;
  key: string;
  close: () => Promise<void>;
};

/** The project has data, which a restore may not replace. */
export class ConflictError extends StackError {}

export type StoredPicture = { path: string; bytes: number };

// Read at import: an embedded database in this process sets variables of the same names.
const { SUPABASE_URL: hostedUrl, SUPABASE_SECRET_KEY: hostedKey } = process.env;
const BUCKET = 'images';
const LIST_PAGE = 100;
/** Pauses before the retries of a request, after a failure of the network or the server. */
const RETRY_PAUSES_MS = [500, 2_000, 8_000];

/**
 * SUPABASE_URL and SUPABASE_SECRET_KEY name a hosted project; without them it is the local data.
 *
 * @param data name of the workspace
 * @param options creates a missing workspace
 */
export async function openProject(
  data: string,
  { creates = false }: { creates?: boolean } = {},
): Promise<Project> {
  if (Boolean(hostedUrl) !== Boolean(hostedKey)) {
    throw new StackError(
      'For a hosted project set both SUPABASE_URL and SUPABASE_SECRET_KEY; for the local one neither.',
    );
  }
  const close = async () => {};
  if (hostedUrl && hostedKey) {
    const url = hostedUrl.replace(/\/+$/, '');
    return { label: url, state: 'hosted', url, key: hostedKey, close };
  }
  const label = `the ${data} data`;
  const running = await runningStack(data);
  if (running) {
    return { label, state: 'running', url: running.url, key: running.secretKey, close };
  }
  if (!creates && !existsSync(workspaceFolder(data))) {
    throw new StackError(`There is no ${data} data yet: run npm start once.`);
  }
  const stack = await startStack({
    name: data,
    siteUrl: 'http://localhost:5173',
    port: 0,
    mailboxPort: 0,
    smtpPort: 0,
    seed: false,
  });
  const { url, keys } = stack;
  return { label, state: 'stopped', url, key: keys.secretKey, close: stack.stop };
}

/**
 * Runs on local data what the owner of a hosted database types into the SQL editor.
 *
 * @param data name of the workspace
 */
export async function allowReplacing(data: string) {
  const folder = workspaceFolder(data);
  const holder = lockHolder(folder);
  if (holder !== null) throw new FolderInUseError(folder, holder);
  const unlock = lockFolder(folder);
  try {
    const { keys } = openWorkspace(data);
    process.chdir(folder);
    setEmbeddedEnvironment(keys, 'http://localhost:5173');
    const { sql, close } = await openEmbeddedApp();
    await sql.query('select private.open_restore()');
    await close();
  } finally {
    process.chdir(root);
    unlock();
  }
}

/** @param name of a function in the database */
export async function rpc(project: Project, name: string, args: Record<string, unknown> = {}) {
  const response = await request(project, 'POST', `/rest/v1/rpc/${name}`, {
    body: JSON.stringify(args),
    headers: { 'content-type': 'application/json' },
  });
  return response.status === 204 ? null : response.json();
}

/** @returns sorted by path */
export async function listPictures(project: Project): Promise<StoredPicture[]> {
  const pictures = await listFolder(project, '');
  return pictures.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function listFolder(project: Project, folder: string): Promise<StoredPicture[]> {
  const found: StoredPicture[] = [];
  for (let offset = 0; ; offset += LIST_PAGE) {
    const response = await request(project, 'POST', `/storage/v1/object/list/${BUCKET}`, {
      body: JSON.stringify({
        prefix: folder,
        limit: LIST_PAGE,
        offset,
        sortBy: { column: 'name', order: 'asc' },
      }),
      headers: { 'content-type': 'application/json' },
    });
    const entries = await response.json();
    for (const { name, id, metadata } of entries) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (id === null) found.push(...(await listFolder(project, path)));
      // The dashboard marks an empty folder with a file of this name; it is no picture.
      else if (name !== '.emptyFolderPlaceholder')
        found.push({ path, bytes: Number(metadata?.size ?? 0) });
    }
    if (entries.length < LIST_PAGE) return found;
  }
}

/** A complete picture in memory: the bucket limits them to 5 MB. */
export async function fetchPicture(project: Project, path: string) {
  const response = await request(project, 'GET', addressOf(path));
  return {
    content: new Uint8Array(await response.arrayBuffer()),
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    cacheControl: response.headers.get('cache-control') ?? 'no-cache',
  };
}

export async function storePicture(
  project: Project,
  path: string,
  {
    content,
    contentType,
    cacheControl,
  }: { content: Uint8Array<ArrayBuffer>; contentType: string; cacheControl: string },
) {
  await request(project, 'POST', addressOf(path), {
    body: content,
    headers: { 'content-type': contentType, 'cache-control': cacheControl, 'x-upsert': 'true' },
  });
}

export async function removePictures(project: Project, paths: string[]) {
  for (let at = 0; at < paths.length; at += LIST_PAGE) {
    await request(project, 'DELETE', `/storage/v1/object/${BUCKET}`, {
      body: JSON.stringify({ prefixes: paths.slice(at, at + LIST_PAGE) }),
      headers: { 'content-type': 'application/json' },
    });
  }
}

const addressOf = (path: string) =>
  `/storage/v1/object/${BUCKET}/${path.split('/').map(encodeURIComponent).join('/')}`;

/**
 * All requests to a project are idempotent, so temporary failures are retried.
 *
 * @returns a good one
 */
export async function request(
  project: Project,
  method: string,
  path: string,
  { body, headers }: { body?: BodyInit; headers?: Record<string, string> } = {},
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === RETRY_PAUSES_MS.length;
    const response = await fetch(`${project.url}${path}`, {
      method,
      headers: { apikey: project.key, authorization: `Bearer ${project.key}`, ...headers },
      ...(body !== undefined && { body }),
    }).catch(() => {
      if (isLast) {
        throw new StackError(`${project.label} did not answer to ${path}.`);
      }
      return null;
    });
    if (response?.ok) return response;
    const mayPass = response === null || response.status >= 500 || response.status === 429;
    if (response !== null && (isLast || !mayPass)) throw await refusal(response, path);
    await pause(RETRY_PAUSES_MS[attempt]);
  }
}

async function refusal(response: Response, path: string) {
  const text = await response.text();
  let said = text;
  try {
    said = JSON.parse(text).message ?? text;
  } catch {
    // Not JSON: show the text.
  }
  if (response.status === 404 && path.startsWith('/rest/v1/rpc/')) {
    return new StackError(
      `${path} does not exist: apply the migrations first (npx supabase db push). ${said}`,
    );
  }
  const message = `${path} answered ${response.status}: ${said}`;
  return response.status === 409 ? new ConflictError(message) : new StackError(message);
}
