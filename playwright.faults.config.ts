import base from './playwright.config';

const [signIn, desktop] = base.projects ?? [];

/** npm run faults: journeys that break the backend take minutes, so they stand apart from npm test. */
export default {
  ...base,
  projects: [{ ...signIn }, { ...desktop, name: 'faults', testDir: 'e2e/faults' }],
};
