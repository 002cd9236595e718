import { mergeConfig } from 'vitest/config';
import base from '../../vite.config';

const { test, ...app } = base;

/** The unit tests of lib, contracts and documents. Every change to those is tried against them. */
export default mergeConfig(app, {
  test: {
    restoreMocks: test?.restoreMocks,
    environment: 'node',
    testTimeout: 20_000,
    include: [
      'tests/unit/**/*.test.ts',
      'tests/functions/blog/contract.test.ts',
      'tests/functions/deploy-hook/hook.test.ts',
    ],
    exclude: [
      // Of other code.
      'tests/unit/{acceptance,bench,boot,clouds,docs,hosting,import,offices,security,session,today}/**',
      'tests/unit/{mailbox,tokens}.test.ts',
      'tests/unit/scripts/!(article).test.ts',
      // Seconds for each change, which other tests notice as well.
      'tests/unit/documents/document-model.test.ts',
      'tests/unit/markdown/{attacks-markdown,commonmark}.test.ts',
      'tests/unit/properties/{html.dom,page-texts}.test.ts',
      'tests/unit/writing/fidelity.test.ts',
    ],
  },
});
