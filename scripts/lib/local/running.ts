import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { lockHolder } from '../lock.ts';
import { workspaceFolder } from './workspace.ts';

/**
 * Writes the address of a running backend into its workspace, where other commands find it.
 *
 * @returns removes it
 */
export function announce(folder: string, url: string) {
  const file = `${folder}/address`;
  writeFileSync(file, url);
  return () => rmSync(file, { force: true });
}

/** The running backend of a workspace; null when none answers. */
export async function runningStack(
  name: string,
): Promise<{ url: string; secretKey: string; publishableKey: string } | null> {
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
    return response.ok ? { url, secretKey, publishableKey } : null;
  } catch {
    return null;
  }
}
