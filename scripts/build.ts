// npm run build: the site as static files, every public page prerendered with the current data of the
// backend. Fails if the backend is unreachable; with --offline it builds the app without those pages, with --demo
// the whole site with sample content.
import { parseArgs } from 'node:util';
import { isSecretKey } from './lib/secret-key.ts';
import { loadSettings } from './lib/settings.ts';
import { SITE_FOLDER, writeDemo, writeShellOnly, writeSite } from './lib/build/site.ts';

const flag = { type: 'boolean', default: false } as const;
const { demo, offline, folder } = parseArgs({
  options: {
    demo: flag,
    offline: flag,
    /** Of the site. */
    folder: { type: 'string', default: SITE_FOLDER },
  },
}).values;
const env = await loadSettings('production', ['VITE_', 'SITE_URL']);
const siteUrl = trimmed(env.SITE_URL);
const backendUrl = trimmed(env.VITE_SUPABASE_URL);

const functionsUrl = `${backendUrl}/functions/v1`;
const apiUrl = trimmed(env.VITE_API_BASE_URL) || functionsUrl;
const usesTurnstile = Boolean(env.VITE_TURNSTILE_SITE_KEY?.trim());
const hosting = {
  usesTurnstile,
  ...(backendUrl && { connectSources: [backendUrl, apiUrl], functionsUrl }),
};

const secrets = namesOfSecrets(env);

if (secrets.length > 0) {
  fail(
    `${secrets.join(', ')} holds a secret key, and variables that begin with VITE_ are published with the site. ` +
      'Set VITE_SUPABASE_ANON_KEY to the publishable key (sb_publishable_…, or the JWT of the role anon).',
  );
} else if (demo) {
  const built = await writeDemo(siteUrl || 'http://localhost:5173');
  console.log(
    `Built ${built.pages} pages with sample content into ${built.folder}. They ask no backend.`,
  );
} else if (offline) {
  await writeShellOnly(hosting);
  console.log(
    'Built the app without prerendered pages (--offline): search engines find no content.',
  );
} else if (!siteUrl || !backendUrl) {
  fail(
    'Set SITE_URL and VITE_SUPABASE_URL, or use --offline to build the app without prerendered pages.',
  );
} else {
  try {
    const key = env.VITE_SUPABASE_ANON_KEY ?? '';
    const source = { siteUrl, backendUrl, apiUrl, mediaUrl: backendUrl, key, hosting };
    const { pages } = await writeSite(source, folder);
    console.log(`Built ${pages} pages for ${siteUrl} from ${backendUrl}.`);
  } catch (error) {
    console.error(error);
    fail(
      'The site could not be built from its backend. --offline builds the app without prerendered pages.',
    );
  }
}

/** @returns variables with secrets that browsers would get */
function namesOfSecrets(values: Record<string, string>): string[] {
  return Object.keys(values).filter(
    (name) => name.startsWith('VITE_') && isSecretKey(values[name]?.trim() ?? ''),
  );
}

function trimmed(address: string | undefined) {
  return address?.replace(/\/+$/, '') ?? '';
}

function fail(message: string) {
  console.error(`\n${message}\n`);
  process.exitCode = 1;
}
