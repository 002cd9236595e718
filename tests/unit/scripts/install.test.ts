import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprintOf, isInstalled, isSupported } from '../../../scripts/lib/install.mjs';

const LOCKED_AT = new Date('2026-01-01T10:00:00Z');
const BEFORE = new Date('2026-01-01T09:00:00Z');
const AFTER = new Date('2026-01-01T11:00:00Z');

/** A clone with a lock file and nothing installed. */
function createClone() {
  const folder = `${mkdtempSync(path.join(tmpdir(), 'install-'))}/`;
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeLock(folder, '{"lockfileVersion":3}');
  return folder;
}

function writeLock(folder: string, text: string) {
  writeFileSync(`${folder}package-lock.json`, text);
  utimesSync(`${folder}package-lock.json`, LOCKED_AT, LOCKED_AT);
}

/** The record that npm writes at the end of an installation. */
function installByHand(folder: string, at: Date) {
  mkdirSync(`${folder}node_modules`, { recursive: true });
  writeFileSync(`${folder}node_modules/.package-lock.json`, '{}');
  utimesSync(`${folder}node_modules/.package-lock.json`, at, at);
}

function installByLauncher(folder: string) {
  installByHand(folder, AFTER);
  writeFileSync(`${folder}node_modules/.installed-lock`, fingerprintOf(folder));
}

test('a fresh clone is not installed', () => {
  expect(isInstalled(createClone())).toBe(false);
});

test('node_modules without any record is an incomplete installation', () => {
  const folder = createClone();
  mkdirSync(`${folder}node_modules/react`, { recursive: true });
  expect(isInstalled(folder)).toBe(false);
});

test('an installation by the launcher is valid until the lock file changes', () => {
  const folder = createClone();
  installByLauncher(folder);
  expect(isInstalled(folder)).toBe(true);
  writeLock(folder, '{"lockfileVersion":3,"packages":{}}');
  expect(isInstalled(folder)).toBe(false);
});

test('npm ci by hand is not repeated, unless the lock file is newer', () => {
  const folder = createClone();
  installByHand(folder, AFTER);
  expect(isInstalled(folder)).toBe(true);
  installByHand(folder, BEFORE);
  expect(isInstalled(folder)).toBe(false);
});

test.for([
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.5.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
] as const)('Node %s is supported: %s', ([version, expected]) => {
  expect(isSupported(version)).toBe(expected);
});

test('the supported versions are those of package.json', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(engines.node).toBe('^20.19.0 || ^22.12.0 || >=24');
});
