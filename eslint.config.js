import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Layers from the ground up: a folder may import what stands before it, never what stands after. */
const layers = [
  'lib',
  'content',
  'hooks',
  'components/ui',
  'components',
  'documents',
  'features',
  'pages',
  'app',
  'site',
  'staff',
];

/** What asks the backend. */
const requests = {
  regex: '^@/lib/(?:supabase|supabase-client|http|backend|paged-list)$',
  allowImportNames: ['SESSION_STORAGE_KEY', 'Page'],
  message: 'Only api.ts and staff-api.ts of a feature ask the backend.',
};

function importRules(layer, mayAskBackend) {
  const above = layers.slice(layers.indexOf(layer) + 1).filter((other) => layer !== other);
  return {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...above.map((name) => ({
            group: [name === 'components' ? '@/components/!(ui)/**' : `@/${name}/**`],
            message: `src/${layer} stands below src/${name}; pass it in from above instead.`,
          })),
          ...(layer === 'features'
            ? [
                {
                  group: ['@/features/*/**', '../../**'],
                  message: 'Features never import each other: use ./ inside one, meet in a page.',
                },
              ]
            : []),
          ...(mayAskBackend ? [] : [requests]),
        ],
      },
    ],
  };
}

function mayImportOnlyBelow(layer) {
  return {
    files: [`src/${layer}/**/*.{ts,tsx}`],
    ignores: layer === 'components' ? ['src/components/ui/**'] : [],
    rules: importRules(layer, layer === 'lib'),
  };
}

export default tseslint.config(
  {
    ignores: [
      // With the draft of a build that runs meanwhile.
      'dist*',
      'node_modules',
      'supabase/.temp',
      'test-results',
      'playwright-report',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  {
    files: ['src/**/*.tsx', 'tests/**/*.tsx'],
    ...jsxA11y.flatConfigs.strict,
  },
  { files: ['src/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    files: ['scripts/**', 'quality/**', '*.{js,ts}', 'tests/**', 'e2e/**'],
    languageOptions: { globals: { ...globals.node } },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['supabase/functions/*/index.ts', 'supabase/functions/_shared/*.ts'],
    languageOptions: { globals: { Deno: 'readonly' } },
  },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/components/image.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXOpeningElement[name.name='img']",
          message: 'Pictures get on a page by Image (src/components/image.tsx).',
        },
      ],
    },
  },
  {
    files: ['src/**/{api,staff-api,rows}.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='parse'][callee.object.name!='JSON']",
          message: 'Answers of the backend are read by lib/parse-response.ts.',
        },
      ],
    },
  },
  ...layers.map(mayImportOnlyBelow),
  { files: ['src/features/*/{api,staff-api}.ts'], rules: importRules('features', true) },
  { files: ['src/documents/staff-api.ts'], rules: importRules('documents', true) },
);
