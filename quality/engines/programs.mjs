import { existsSync } from 'node:fs';

/** The programs of each engine, as Debian installs them. */
const PROGRAMS = {
  firefox: ['/usr/bin/firefox-esr'],
  webkit: ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'],
};

/** @typedef {keyof typeof PROGRAMS} EngineName */

/** @type {readonly EngineName[]} */
export const ENGINES = ['firefox', 'webkit'];

/** @param {EngineName} name @returns {string[]} programs that are not installed */
export function missingPrograms(name) {
  return PROGRAMS[name]
    .filter((file) => !existsSync(file))
    .map((file) => file.slice(file.lastIndexOf('/') + 1));
}
