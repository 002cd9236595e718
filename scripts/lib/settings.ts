import { existsSync } from 'node:fs';
import { root } from './install.mjs';

/**
 * The environment variables with one of these prefixes, and those of the .env files, as Vite reads them. Vite itself is
 * loaded only where there is such a file: it takes a third of a second and 170 MB.
 */
export async function loadSettings(
  mode: string,
  prefixes: string[],
): Promise<Record<string, string>> {
  const files = ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`];
  if (files.some((file) => existsSync(root + file))) {
    return (await import('vite')).loadEnv(mode, root, prefixes);
  }
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && prefixes.some((prefix) => name.startsWith(prefix))
        ? [[name, value]]
        : [],
    ),
  );
}
