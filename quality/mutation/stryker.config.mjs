// Mutation testing: changes lib, contracts and documents in small ways and counts what the unit tests notice.
// `npm run proof` prints the score of each file; docs/mutation.md says what may survive.

/** Hooks and wiring that only mean something inside a page: the component tests look after them. */
const NOT_BY_UNIT_TESTS = [
  // The effects of the reducer's tasks, and what is rendered while typing.
  '!src/documents/use-document-editor.ts',
  '!src/documents/use-unsaved-text.ts',
  '!src/documents/use-rendered.ts',
  // A React context.
  '!src/documents/library-facts.ts',
  '!src/lib/seo.ts',
  '!src/lib/supabase.ts',
  '!src/lib/supabase-client.ts',
  '!src/lib/zod-without-eval.ts',
  '!src/lib/images/preload.ts',
  '!src/lib/published-changes.ts',
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'quality/mutation/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [
    'supabase/functions/_shared/contracts/**/*.ts',
    'src/lib/**/*.ts',
    'src/documents/**/*.ts',
    '!src/lib/database.types.ts',
    ...NOT_BY_UNIT_TESTS,
  ],
  mutator: {
    // What a person reads may be reworded without breaking anything.
    excludedMutations: ['StringLiteral'],
  },
  ignoreStatic: true,
  // Stryker would rewrite it with functions that TypeScript 7 no longer has; nothing outside is extended.
  tsconfigFile: 'none',
  ignorePatterns: [
    'dist',
    'dist-demo',
    'art',
    'quality/bench',
    'docs',
    'e2e',
    'supabase/.temp',
    'test-results',
  ],
  tempDirName: 'test-results/stryker',
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 90, low: 80, break: 80 },
  timeoutMS: 10_000,
};
