import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs of each engine; of several names for one any will do. */
const PROGRAMS = {
  firefox: [['firefox-esr', 'firefox'], ['geckodriver']],
  webkit: [['WebKitWebDriver'], ['xvfb-run']],
};

export type EngineName = keyof typeof PROGRAMS;

export const ENGINES: readonly EngineName[] = ['firefox', 'webkit'];

/** @returns path of the first that is installed */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}

/** @returns programs that are not installed */
export const missingPrograms = (engine: EngineName): string[] =>
  PROGRAMS[engine].filter((names) => !findProgram(...names)).map((names) => names.join(' or '));
