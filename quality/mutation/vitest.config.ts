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
      'tests/unit/*.test.ts',
      'tests/unit/{deploys,documents,properties,security-log,seo,uploads}/**/*.test.ts',
      'tests/unit/videos/pasted-embed.test.ts',
      'tests/unit/page-texts/fields.test.ts',
      'tests/unit/case-studies/staff-api.dom.test.ts',
      'tests/unit/http/{http,sanitize-html}.dom.test.ts',
      'tests/unit/images/{article-pictures.dom,connection,failure.dom,presets}.test.ts',
      'tests/unit/posts/{contract,model}.test.ts',
      'tests/unit/posts/post-input.test.ts',
      'tests/unit/case-studies/contract.test.ts',
      'tests/unit/enquiries/contact-schema.test.ts',
      'tests/unit/scripts/article.test.ts',
      'tests/functions/blog/contract.test.ts',
      'tests/functions/deploy-hook/hook.test.ts',
    ],
    exclude: [
      'tests/unit/{mailbox,tokens}.test.ts',
      'tests/unit/properties/html.dom.test.ts',
      // Seconds for each change, which the table of the reducer notices as well.
      'tests/unit/documents/document-model.test.ts',
    ],
  },
});
