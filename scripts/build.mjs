// npm run build: the site as static files, and the feeds of its blog.
// Without a backend in reach the feeds cannot be written: that fails the build unless --offline is given.
import { ensureInstalled, root } from './lib/install.mjs';

ensureInstalled();

const { parseArgs } = await import('node:util');
const { build, loadEnv } = await import('vite');
const { writeFeeds } = await import('./lib/feeds.mjs');

const { offline } = parseArgs({ options: { offline: { type: 'boolean', default: false } } }).values;
await build({ root });

const env = loadEnv('production', root, ['VITE_', 'SITE_URL']);
const siteUrl = env.SITE_URL?.replace(/\/+$/, '');
const mediaUrl = env.VITE_SUPABASE_URL?.replace(/\/+$/, '');
if (offline) {
  console.log('Built without feeds (--offline).');
} else if (!siteUrl || !mediaUrl) {
  console.error(
    'Built, but without feeds: set SITE_URL and VITE_SUPABASE_URL, or say --offline to do without.',
  );
  process.exitCode = 1;
} else {
  const apiUrl = env.VITE_API_BASE_URL || `${mediaUrl}/functions/v1`;
  const source = { apiUrl, key: env.VITE_SUPABASE_ANON_KEY ?? '', siteUrl, mediaUrl };
  try {
    await writeFeeds(source, `${root}dist`);
    console.log(`Built, with feeds from ${apiUrl}.`);
  } catch (error) {
    console.error(
      `Built, but the feeds could not be written: ${error instanceof Error ? error.message : error}`,
    );
    process.exitCode = 1;
  }
}
