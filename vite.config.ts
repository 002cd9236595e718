import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { brandHtml } from './scripts/lib/brand/brand-html.ts';
import { readBuildInfo } from './scripts/lib/build/build-info.ts';
import { isSecretKey } from './scripts/lib/secret-key.ts';
import { isStaffArea } from './src/lib/paths.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Address of the embedded backend, set by scripts/start.ts. Its paths are proxied, so that the browser sees one
 * origin. Empty for a hosted backend: nothing is proxied.
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
  '@brand': path('./brand'),
  '@contracts': path('./supabase/functions/_shared/contracts'),
  '@': path('./src'),
};

/**
 * Leaves two things of react-router out of the bundle: unused components (forms and fetchers), because assignments of
 * `displayName` and unmarked calls of `forwardRef` count as side effects, and the warnings for developers, which its
 * package.json gives to production builds as well.
 */
const smallRouter: Plugin = {
  name: 'small-router',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]/ },
    handler: (code) => ({
      code: code
        .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
        .replace(/^\w+\.displayName = .+$/gm, '')
        .replace(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1'),
      map: null,
    }),
  },
};

/** `--mode demo`: a module `x.demo.ts` replaces `x.ts` beside it, so that no backend is asked. */
const demo: Plugin = {
  name: 'demo',
  apply: (_config, { mode }) => mode === 'demo',
  config: () => ({
    resolve: { extensions: ['.demo.ts', '.demo.tsx', '.mjs', '.js', '.ts', '.tsx', '.json'] },
    define: {
      'import.meta.env.VITE_SUPABASE_URL': '"https://backend.invalid"',
      'import.meta.env.VITE_SUPABASE_ANON_KEY': '"none"',
    },
  }),
};

/** Stops `npm run dev` (Vite alone, beside `supabase start`) when a setting is missing. */
const requireSettings: Plugin = {
  name: 'require-settings',
  configureServer({ config: { env, mode } }) {
    if (backend || mode !== 'development') return;
    const missing = ['VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY'].filter((name) => !env[name]);
    const isSecret = isSecretKey(String(env.VITE_SUPABASE_ANON_KEY ?? ''));
    if (missing.length === 0 && !isSecret) return;
    const message = isSecret
      ? 'VITE_SUPABASE_ANON_KEY in .env.local is a secret key; browsers get the publishable one.'
      : `Missing in .env.local: ${missing.join(', ')}. \`npx supabase status\` prints the API URL and the ` +
        'publishable key. Without Docker: `npm start`, which has a backend of its own.';
    throw Object.assign(new Error(message), { stack: message });
  },
};

/** Answers addresses of the staff area with admin.html, as hosts do by scripts/lib/build/hosting-table.ts. */
const staffDocument: Plugin = {
  name: 'staff-document',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (isStaffArea(pathname) && !pathname.startsWith('/auth/v1')) request.url = '/admin.html';
      next();
    });
  },
};

const ofSource = (files: string) => new RegExp(`[\\\\/](?:src|brand)[\\\\/](?:${files})\\.tsx?$`);

/**
 * One chunk instead of many for modules that are downloaded together: the app, parts of several public pages. A group
 * includes what its modules import; a module goes to the first group that wants it.
 */
const chunkGroups = [
  { name: 'app', test: /[\\/]src[\\/](?:site|staff)[\\/]main\.tsx$|rolldown[\\/]runtime/ },
  { name: 'frame', test: ofSource('staff/admin-shell') },
  { name: 'editor', test: ofSource('documents/components/document-form') },
  {
    name: 'data',
    test: /[\\/]data-provider\.tsx$|[\\/]use(?:Infinite)?Query\.js$|ueryOptions\.js$/,
  },
  { name: 'pictures', test: ofSource('components/image|content/images') },
  {
    name: 'page',
    test: ofSource(
      'components/(?:layout|sections|ui)/(?:page-hero|page-message|section|call-to-action|text-link)|lib/(?:seo|site-zone)|content/page-meta',
    ),
  },
  {
    name: 'forms',
    test: ofSource('components/ui/field|features/newsletter/newsletter-section|texts/blog'),
  },
].map((group, place, all) => ({
  ...group,
  priority: all.length - place,
  includeDependenciesRecursively: true,
}));

export default defineConfig({
  plugins: [brandHtml, react(), tailwindcss(), smallRouter, staffDocument, demo, requireSettings],
  define: { __BUILD_YEAR__: new Date().getFullYear(), __BUILD__: readBuildInfo() },
  resolve: { alias },
  server: {
    proxy,
    strictPort: true,
    watch: { ignored: ['**/supabase/.temp/**'] },
    // The first four are Vite's own list; local keys and mails lie in the fifth.
    fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '**/supabase/.temp/**'] },
  },
  preview: { proxy, strictPort: true, cors: false },
  build: {
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    // All supported browsers know modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Inlines the constants of boot/protocol.ts, which would otherwise be a chunk of their own.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: { codeSplitting: { groups: chunkGroups } },
      // Only prerendering writes structured data: the browser needs no code for it.
      treeshake: { moduleSideEffects: [{ test: /structured-data/, sideEffects: false }] },
    },
  },
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    // With --changed, all tests run after a change of files that tests read but no module imports.
    forceRerunTriggers: [
      '**/{package.json,vite.config.ts}',
      '**/{brand,public,src,supabase,tests}/**/*.{css,html,json,md,sql,svg,toml}',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude: ['tests/unit/**/*.dom.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
          // A process for each of 100 files takes longer than their tests.
          isolate: false,
          setupFiles: ['tests/support/setup-unit.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Modules that need a window; the first line of each file asks for jsdom.
          name: 'dom',
          include: ['tests/unit/**/*.dom.test.ts'],
          testTimeout: 20_000,
          isolate: false,
          setupFiles: ['tests/support/setup-unit.ts', 'tests/support/setup-dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          environment: 'jsdom',
          // As in the unit project; a window for each of 100 files takes as long as half of their tests.
          isolate: false,
          // Generous, because typing into whole screens is slow under load: it only ends tests that hang.
          testTimeout: 30_000,
          setupFiles: ['tests/support/setup-unit.ts', 'tests/support/setup-components.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'functions',
          include: ['tests/functions/**/*.test.ts'],
          environment: 'node',
          testTimeout: 20_000,
          isolate: false,
          setupFiles: ['tests/support/setup-unit.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database-workspaces.ts'],
          // All files share one backend, so they run one after the other, in its process.
          fileParallelism: false,
          isolate: false,
          execArgv: ['--no-warnings'],
          testTimeout: 20_000,
          // Some fill tables or open a database of their own; beside the journeys that took a minute where it takes three seconds.
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          // Reads dist as the journeys have built it: after them.
          name: 'built',
          testTimeout: 60_000,
          include: ['tests/built/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          // Takes minutes, so it is part of npm run proof and not of npm test.
          name: 'proof',
          include: ['tests/proof/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database-workspaces.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          // Against a running Supabase, or else the embedded backend: npm run proof -- --only live.
          name: 'live',
          include: ['tests/live/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database-workspaces.ts', 'tests/support/live-setup.ts'],
          fileParallelism: false,
          isolate: false,
          execArgv: ['--no-warnings'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'launcher',
          include: ['tests/launcher/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/seeded-workspace.ts'],
          fileParallelism: false,
          isolate: false,
          // They end what hangs; a busy machine has stood still for a minute.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
