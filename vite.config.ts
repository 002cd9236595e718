import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { readBuildInfo } from './scripts/lib/build-info.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The embedded backend lives in its own process; scripts/start.mjs names its address here so that
 * the browser sees one origin. Without it (hosted backend) nothing is proxied.
 */
const backend = process.env.BACKEND_URL;
const proxy = backend
  ? Object.fromEntries(
      ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1'].map((prefix) => [
        prefix,
        { target: backend, changeOrigin: false, xfwd: true },
      ]),
    )
  : undefined;

const alias = {
  '@contracts': path('./supabase/functions/_shared/contracts'),
  '@': path('./src'),
};

/** What every visitor downloads comes in one piece instead of thirty. */
const chunkGroups = [
  { name: 'app', test: /src[\\/]main\.tsx$/, includeDependenciesRecursively: true },
];

export default defineConfig({
  plugins: [react(), tailwindcss()],
  define: { __BUILD_YEAR__: new Date().getFullYear(), __BUILD__: readBuildInfo() },
  resolve: { alias },
  server: {
    proxy,
    strictPort: true,
    watch: { ignored: ['**/supabase/.temp/**'] },
    // The first four are Vite's own list; local keys and mails lie in the fifth.
    fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '**/supabase/.temp/**'] },
  },
  preview: { proxy, strictPort: true },
  build: {
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      // Structured data is written while prerendering and never by the browser.
      treeshake: { moduleSideEffects: [{ test: /structured-data/, sideEffects: false }] },
    },
  },
  test: {
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          environment: 'jsdom',
          // A bound on hanging, not on speed: whole screens are slow to type into on a busy machine.
          testTimeout: 30_000,
          setupFiles: ['tests/support/setup-components.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'functions', include: ['tests/functions/**/*.test.ts'], environment: 'node' },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database-stack.ts'],
          // One Postgres serves all files: they run one after the other.
          fileParallelism: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'launcher',
          include: ['tests/launcher/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
