import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../install.mjs';
import { keptFolder } from '../kept.ts';
import { shareConnection, type Sql } from './shared-connection.ts';
import '../websocket.ts';
import type { Keys } from './workspace.ts';

/** The part of the storage adapter that is changed here. */
export type StoredObject = { metadata: { mimetype: string } };

export type StorageAdapter = {
  basePath: string;
  uploadObject: (bucket: string, path: string, ...rest: unknown[]) => Promise<unknown>;
  getObject: (bucket: string, path: string, ...rest: unknown[]) => Promise<StoredObject>;
};

/** Below a workspace. */
const DATA = 'supabase/.temp/data';

/** Opens the embedded database of the workspace in the current directory and applies pending migrations. */
export async function openEmbeddedApp({ storageFolder }: { storageFolder?: string } = {}) {
  if (!existsSync(DATA)) await cp(await migratedData(), DATA, { recursive: true });
  const { app, driver } = await openApp();
  const { _storageAdapter: storage } = app as unknown as { _storageAdapter: StorageAdapter };
  if (storageFolder) storage.basePath = storageFolder;
  await storeWhole(storage);
  serveStoredTypes(storage, driver);
  await forgetRowTypes(driver);
  const runRequest = shareConnection(driver);
  const answer = app.fetch.bind(app);
  app.fetch = (...request) => runRequest(() => answer(...request));
  return { app, sql: driver, close: () => app.connection.close() };
}

async function openApp() {
  const { createApi, applyPendingMigrations } = await import('@supabase/lite/cli');
  const api = await createApi({ withSupabaseClient: false });
  const app = await api.project.local.createApp(undefined, { admin: false });
  await applyPendingMigrations(app);
  // The typed connection wraps the Postgres object that seeds and catalogue reads need.
  const connection = app.connection as unknown as {
    driver: Sql & { parsers: Record<string, unknown> };
    ensureRlsContext: () => Promise<unknown>;
  };
  await keepGrants(connection);
  return { app, driver: connection.driver };
}

/** A database without rows of users. Postgres takes five seconds to create it, the migrations as long again. */
function migratedData(): Promise<string> {
  const workspace = process.cwd();
  const migrations = 'supabase/migrations';
  const facts = [
    readFileSync(fileURLToPath(import.meta.url), 'utf8'),
    ...['@supabase/lite', '@electric-sql/pglite'].map((name) =>
      readFileSync(`${root}node_modules/${name}/package.json`, 'utf8'),
    ),
    ...readdirSync(migrations)
      .sort()
      .map((name) => name + readFileSync(`${migrations}/${name}`, 'utf8')),
  ];
  const version = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
  return keptFolder('database', version, async (draft) => {
    for (const part of ['supabase/config.toml', migrations]) {
      await cp(part, `${draft}/${part}`, { recursive: true });
    }
    process.chdir(draft);
    try {
      await (await openApp()).app.connection.close();
    } finally {
      process.chdir(workspace);
    }
  }).then((folder) => `${folder}/${DATA}`);
}

/**
 * @supabase/lite writes a file where it will be read: a full disk, or an end in the middle, would leave a
 * truncated picture. So it is written to a temporary file and renamed when complete, like in hosted storage.
 */
async function storeWhole(storage: StorageAdapter) {
  const aside = '.unfinished';
  const upload = storage.uploadObject.bind(storage);
  await rm(`${storage.basePath}/${aside}`, { recursive: true, force: true });
  storage.uploadObject = async (bucket, path, ...rest) => {
    const name = randomUUID();
    const unfinished = `${storage.basePath}/${aside}/${name}`;
    const place = `${storage.basePath}/${bucket}/${path}`;
    try {
      const written = await upload(aside, name, ...rest);
      await mkdir(dirname(place), { recursive: true });
      await rename(unfinished, place);
      return written;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  };
}

/**
 * @supabase/lite takes the type of a file from its name, so a picture called `report.html` would be
 * served as a page. Hosted storage serves the type that was checked at the upload; so does this.
 */
function serveStoredTypes(storage: StorageAdapter, sql: Sql) {
  const read = storage.getObject.bind(storage);
  storage.getObject = async (bucket, path, ...rest) => {
    const object = await read(bucket, path, ...rest);
    const { rows } = await sql.query(
      `select metadata ->> 'mimetype' as type from storage.objects
       where bucket_id = $1 and name = $2`,
      [bucket, path],
    );
    const mimetype = rows[0]?.type ?? 'application/octet-stream';
    return { ...object, metadata: { ...object.metadata, mimetype } };
  };
}

/**
 * With its first request @supabase/lite grants ALL on every table of a schema with RLS to every API
 * role, as hosted projects once did. The migrations say who may do what, so that step runs here,
 * before any request is served, and their grants are put back in the same transaction.
 */
async function keepGrants(connection: { driver: Sql; ensureRlsContext: () => Promise<unknown> }) {
  const { driver } = connection;
  await driver.exec(`
    begin;
    create temporary table granted on commit drop as
      select oid, relacl from pg_class where relnamespace = 'public'::regnamespace;`);
  await connection.ensureRlsContext();
  await driver.exec(`
    update pg_class set relacl = granted.relacl from granted where granted.oid = pg_class.oid;
    alter default privileges in schema public
      revoke all on tables from anon, authenticated, service_role;
    alter default privileges in schema public
      revoke all on sequences from anon, authenticated, service_role;
    commit;`);
}

/** PGlite copies its parsers with each query. Two thirds of them are for arrays of whole rows, which no request reads. */
async function forgetRowTypes(driver: Sql & { parsers: Record<string, unknown> }) {
  const { rows } = await driver.query(`select typarray from pg_type where typtype = 'c'`);
  const rowTypes = new Set(rows.map(({ typarray }) => String(typarray)));
  driver.parsers = Object.fromEntries(
    Object.entries(driver.parsers).filter(([type]) => !rowTypes.has(type)),
  );
}

export function setEmbeddedEnvironment(keys: Keys, siteUrl: string) {
  Object.assign(process.env, {
    LITE_TELEMETRY: '0',
    EXPERIMENTAL_STORAGE: '1',
    SITE_URL: siteUrl,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    SUPABASE_JWT_SECRET: keys.jwtSecret,
  });
}
