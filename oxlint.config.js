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
    excludeFiles: layer === 'components' ? ['src/components/ui/**'] : [],
    rules: importRules(layer, layer === 'lib'),
  };
}

export default {
  options: { typeAware: true, typeCheck: true },
  plugins: ['typescript', 'import', 'oxc', 'react', 'jsx-a11y'],
  categories: { correctness: 'error' },
  ignorePatterns: [
    // Checked by Deno, which the compiler's settings here do not know.
    'supabase/functions/*/index.ts',
    // With the draft of a build that runs meanwhile.
    'dist*',
    'supabase/.temp',
    'test-results',
    'playwright-report',
  ],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-case-declarations': 'error',
    'no-console': ['error', { allow: ['warn', 'error'] }],
    'no-empty': 'error',
    'no-fallthrough': 'error',
    'no-prototype-builtins': 'error',
    'no-regex-spaces': 'error',
    'no-unexpected-multiline': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-definitions': ['error', 'type'],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-array-constructor': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-invalid-void-type': 'error',
    // React ignores what a handler returns.
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-useless-constructor': 'error',
    'typescript/prefer-literal-enum-member': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/unified-signatures': 'error',
    'react/rules-of-hooks': 'error',
    'react/unsupported-syntax': 'error',
    // Of the category above, these would be noise here.
    'import/default': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
  },
  overrides: [
    {
      files: ['scripts/**', 'quality/**', '*.{js,ts}', 'tests/**', 'e2e/**'],
      rules: { 'no-console': 'off' },
    },
    {
      // Playwright's `use` is no hook.
      files: ['quality/**', 'e2e/**'],
      rules: { 'react/rules-of-hooks': 'off' },
    },
    {
      files: ['src/**/*.tsx'],
      excludeFiles: ['src/components/image.tsx'],
      rules: {
        'react/forbid-elements': [
          'error',
          {
            forbid: [
              {
                element: 'img',
                message: 'Pictures get on a page by Image (src/components/image.tsx).',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['src/**/{api,staff-api,rows}.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            property: 'parse',
            allowObjects: ['JSON'],
            message: 'Answers of the backend are read by lib/parse-response.ts.',
          },
        ],
      },
    },
    ...layers.map(mayImportOnlyBelow),
    { files: ['src/features/*/{api,staff-api}.ts'], rules: importRules('features', true) },
    { files: ['src/documents/staff-api.ts'], rules: importRules('documents', true) },
  ],
};
