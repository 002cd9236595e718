import { existsSync } from 'node:fs';

/** The programs of each engine, as Debian installs them. */
const PROGRAMS = {
  firefox: ['/usr/bin/firefox-esr'],
  webkit: ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'],
};

export type EngineName = keyof typeof PROGRAMS;

export const ENGINES: readonly EngineName[] = ['firefox', 'webkit'];

/** @returns programs that are not installed */
export function missingPrograms(name: EngineName): string[] {
  return PROGRAMS[name]
    .filter((file) => !existsSync(file))
    .map((file) => file.slice(file.lastIndexOf('/') + 1));
}
