import base from './playwright.config';

const [signIn, desktop] = base.projects ?? [];

/** Journeys that take minutes stand apart from npm test: npm run faults, attacks, walks. */
export default {
  ...base,
  // They look for what happens now and then: a second try would hide it.
  retries: 0,
  use: { ...base.use, trace: 'retain-on-failure' },
  projects: [
    { ...signIn },
    { ...desktop, name: 'faults', testDir: 'e2e/faults' },
    { ...desktop, name: 'attacks', testDir: 'e2e/attacks' },
    { ...desktop, name: 'walks', testDir: 'e2e/walks' },
  ],
};
