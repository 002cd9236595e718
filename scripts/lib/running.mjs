import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { lockHolder } from './lock.mjs';
import { workspaceFolder } from './workspace.mjs';

/** A running backend writes its address into its workspace, for other commands. */

/** @param {string} folder @param {string} url */
export function announce(folder, url) {
  const file = `${folder}/address`;
  writeFileSync(file, url);
  return () => rmSync(file, { force: true });
}

/**
 * @param {string} name workspace
 * @returns {Promise<{ url: string, secretKey: string } | null>} null when none answers
 */
export async function runningStack(name) {
  const folder = workspaceFolder(name);
  if (lockHolder(folder) === null) return null;
  if (!existsSync(`${folder}/address`) || !existsSync(`${folder}/keys.json`)) return null;
  const url = readFileSync(`${folder}/address`, 'utf8');
  const { secretKey, publishableKey } = JSON.parse(readFileSync(`${folder}/keys.json`, 'utf8'));
  try {
    const response = await fetch(`${url}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(3_000),
    });
    return response.ok ? { url, secretKey } : null;
  } catch {
    return null;
  }
}
