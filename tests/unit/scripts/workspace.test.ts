import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import {
  deleteWorkspace,
  discardUnfinished,
  isSeeded,
  markCreated,
  markSeeded,
  openWorkspace,
  resetCommand,
  workspaceFolder,
} from '../../../scripts/lib/local/workspace.ts';

const name = `unit-${process.pid}`;

afterEach(() => deleteWorkspace(name));

test('a workspace is in supabase/.temp and has copies of the files that the backend reads', () => {
  const { folder } = openWorkspace(name);
  expect(folder).toBe(workspaceFolder(name));
  expect(folder).toMatch(new RegExp(`/supabase/\\.temp/${name}$`));
  for (const part of ['migrations', 'templates']) {
    expect(readdirSync(`${folder}/supabase/${part}`)).toEqual(readdirSync(`supabase/${part}`));
  }
});

test('the copied settings lack what the embedded Auth does not know', () => {
  const { folder } = openWorkspace(name);
  const settings = readFileSync('supabase/config.toml', 'utf8').split('\n');
  const copied = readFileSync(`${folder}/supabase/config.toml`, 'utf8').split('\n');
  expect(copied.filter((line) => !settings.includes(line))).toEqual(['max_frequency = "1s"']);
  const missing = settings.filter((line) => !copied.includes(line));
  expect(missing.filter((line) => !/^(?:#|subject|content_path)/.test(line)).sort()).toEqual([
    '[auth.email.notification.email_changed]',
    '[auth.email.notification.password_changed]',
    '[auth.email.template.reauthentication]',
    'max_frequency = "60s"',
    'require_current_password = true',
  ]);
});

test('a migration removed from the project is removed from the copy', () => {
  const { folder } = openWorkspace(name);
  writeFileSync(`${folder}/supabase/migrations/20000101000000_old.sql`, 'select 1;');
  openWorkspace(name);
  expect(readdirSync(`${folder}/supabase/migrations`)).toEqual(readdirSync('supabase/migrations'));
});

test('keys are random, stay the same, and are readable by their owner alone', () => {
  const { keys, folder } = openWorkspace(name);
  expect(keys.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(keys.secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
  expect(keys.jwtSecret).toMatch(/^[\w-]{64}$/);
  expect(openWorkspace(name).keys).toEqual(keys);
  if (process.platform !== 'win32') {
    expect(statSync(`${folder}/keys.json`).mode & 0o777).toBe(0o600);
  }
  deleteWorkspace(name);
  expect(openWorkspace(name).keys).not.toEqual(keys);
});

test('keys half written by a crash are created again', () => {
  const { keys, folder } = openWorkspace(name);
  for (const text of ['', '{"publishableKey":"sb_pu', '{"publishableKey":"a"}']) {
    writeFileSync(`${folder}/keys.json`, text);
    const fresh = openWorkspace(name).keys;
    expect(fresh.secretKey).toMatch(/^sb_secret_/);
    expect(fresh).not.toEqual(keys);
  }
});

test('the rest of an interrupted first start is discarded, except the lock', () => {
  const { folder } = openWorkspace(name);
  mkdirSync(`${folder}/supabase/.temp/data`);
  writeFileSync(`${folder}/lock`, '1');
  markSeeded(name);
  discardUnfinished(name);
  expect(readdirSync(folder)).toEqual(['lock']);
  expect(isSeeded(name)).toBe(false);
});

test('data that were complete once are never discarded', () => {
  const { folder } = openWorkspace(name);
  markCreated(name);
  discardUnfinished(name);
  expect(existsSync(`${folder}/keys.json`)).toBe(true);
});

test.for(['../outside', 'a/b', '', '.', 'Local', '-x'])(
  '%j is refused as name of a data folder',
  (bad) => {
    expect(() => workspaceFolder(bad)).toThrow('is not a name');
    expect(() => deleteWorkspace(bad)).toThrow('is not a name');
  },
);

test('the reset command names the data folder if it is not the default', () => {
  expect(resetCommand('local')).toBe('npm run reset');
  expect(resetCommand('e2e')).toBe('npm run reset -- --data e2e');
});
